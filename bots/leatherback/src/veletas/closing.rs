//! Shots that trap a shooter at once.

use super::position::{Position, Shot};
use super::rating::Outlook;
use crate::squares::{bit, count, lowest, members};

/// The shots that close the last way out of a shooter where it stands, or where it could go; with
/// how many claims each wins for the side to move, less those it loses.
pub fn shots(position: &Position, outlook: &Outlook) -> Vec<(Shot, i32)> {
    let mut found = Vec::new();
    each(position, outlook, |shot| {
        let gain = gain(position, shot);
        if gain != 0 {
            found.push((shot, gain));
        }
    });
    found
}

/// The claims that the best of these shots wins.
pub fn best(position: &Position, outlook: &Outlook) -> i32 {
    let mut best = 0;
    each(position, outlook, |shot| best = best.max(gain(position, shot)));
    best
}

/// Find the shots that close a last way out, whoever gains by them.
fn each(position: &Position, outlook: &Outlook, mut consider: impl FnMut(Shot)) {
    let around = &position.geometry.around;
    for shooter in members(position.shooters & outlook.rooms[1]) {
        if let Some(target) = lowest(around[shooter] & outlook.free) {
            consider(Shot { journey: None, target: target as u8 });
        }
    }
    let stones = position.all_stones();
    for to in members(outlook.free & (outlook.rooms[0] | outlook.rooms[1])) {
        let shooters = position.geometry.seen(to, stones) & position.shooters;
        for from in members(shooters) {
            let ways_out = around[to] & (outlook.free | bit(from));
            if count(ways_out) == 1 {
                let journey = Some((from as u8, to as u8));
                consider(Shot { journey, target: ways_out.trailing_zeros() as u8 });
            }
        }
    }
}

fn gain(position: &Position, shot: Shot) -> i32 {
    let mut after = *position;
    after.fire(shot);
    let gained = |side: usize| count(after.claimed[side] & !position.claimed[side]) as i32;
    gained(position.side) - gained(1 - position.side)
}
