//! Which of the thousands of moves are worth a look.
//!
//! A move is a shooter's journey and a shot. Both are rated by themselves, as if the other were
//! not, and their gains added up; only what closes a shooter in is rated as a whole.

use super::closing;
use super::position::{Position, Shot, BLACK};
use super::rating::{Outlook, HELD};
use super::territory::room;
use crate::squares::{bit, count, members, Set};

/// How many moves are worth a look.
pub const WIDTH: usize = 48;
/// How many journeys have their shots rated.
const JOURNEYS: usize = 10;
/// How many squares for a stone are rated by the position that the stone leaves.
const STONES: usize = 26;
/// What each claim of a shot is worth before others, in log odds.
const CLAIM: f32 = 2.0;

pub type Rated = (f32, Shot);

/// Moves for the side to move with what each gains, in log odds, the best first.
pub fn promising(position: &Position) -> Vec<Rated> {
    let survey = Survey::new(position);
    let mut found = survey.rated();
    found.sort_by(|one, other| other.0.total_cmp(&one.0));
    found.truncate(WIDTH);
    found
}

/// What the side to move could do.
struct Survey<'a> {
    position: &'a Position,
    outlook: Outlook,
    odds: f32,
    /// Squares for a stone, with what it gains.
    stones: Vec<(usize, f32)>,
    seen: Set,
}

impl Survey<'_> {
    fn new(position: &Position) -> Survey<'_> {
        let outlook = Outlook::new(position);
        let odds = outlook.quiet(position);
        let seen = position.seen();
        let mut survey = Survey { position, outlook, odds, stones: Vec::new(), seen };
        survey.stones = survey.near();
        survey
    }

    fn rated(&self) -> Vec<Rated> {
        let mut found = Vec::new();
        let still = self.stones.iter().filter(|(stone, _)| self.seen & bit(*stone) != 0);
        found.extend(
            still.map(|&(target, gain)| (gain, Shot { journey: None, target: target as u8 })),
        );
        for (gain, from, to) in self.journeys() {
            self.shots(gain, from, to, &mut found);
        }
        let closings = closing::shots(self.position, &self.outlook);
        found.retain(|(_, shot)| closings.iter().all(|(closing, _)| closing != shot));
        found.extend(
            closings
                .into_iter()
                .map(|(shot, claims)| (self.gain(shot) + CLAIM * claims as f32, shot)),
        );
        found
    }

    /// What a shot gains for the side to move.
    fn gain(&self, shot: Shot) -> f32 {
        let mut after = *self.position;
        after.fire(shot);
        let difference = Outlook::new(&after).quiet(&after) - self.odds;
        if self.position.side == BLACK {
            difference
        } else {
            -difference
        }
    }

    /// Squares for a stone, those beside shooters and own stones first, with what each gains.
    fn near(&self) -> Vec<(usize, f32)> {
        let geometry = self.position.geometry;
        let around = members(self.position.shooters).fold(0, |all, at| all | geometry.around[at]);
        let beside = geometry.beside(self.position.shooters);
        let touching = geometry.beside(self.position.stones[self.position.side]);
        let ranks = [around & touching, beside, around, self.seen & touching, self.seen, touching];
        let (mut left, mut chosen) = (self.outlook.free, Vec::with_capacity(STONES));
        for squares in ranks {
            chosen.extend(members(left & squares));
            left &= !squares;
        }
        chosen.truncate(STONES);
        let gain =
            |target: usize| (target, self.gain(Shot { journey: None, target: target as u8 }));
        chosen.into_iter().map(gain).collect()
    }

    /// The best ways to move a shooter, with what the side to move gains by each.
    fn journeys(&self) -> Vec<(f32, usize, usize)> {
        let mut found = Vec::new();
        for from in members(self.position.shooters) {
            let here = self.grip(from, self.outlook.free);
            let free = self.outlook.free | bit(from);
            for to in members(self.position.reach(from)) {
                found.push((self.grip(to, free) - here, from, to));
            }
        }
        if found.len() > JOURNEYS {
            found.select_nth_unstable_by(JOURNEYS, |one, other| other.0.total_cmp(&one.0));
            found.truncate(JOURNEYS);
        }
        found
    }

    /// What a shooter on this square is worth to the side to move.
    fn grip(&self, square: usize, free: Set) -> f32 {
        self.held(square, room(self.position, square, free))
    }

    fn held(&self, square: usize, room: usize) -> f32 {
        let side = self.position.side;
        let owns = |side: usize| (self.outlook.owned[side] & bit(square) != 0) as u8 as f32;
        HELD[room] * (owns(side) - owns(1 - side))
    }

    /// The shots after a journey.
    fn shots(&self, gain: f32, from: usize, to: usize, found: &mut Vec<Rated>) {
        let targets = self.position.targets(from, to);
        let beside = self.position.geometry.around[to] & (self.outlook.free | bit(from));
        let room = count(beside) as usize;
        let closer = if room > 0 { self.held(to, room - 1) - self.held(to, room) } else { 0.0 };
        for &(target, bonus) in &self.stones {
            if targets & bit(target) != 0 {
                let extra = if beside & bit(target) != 0 { closer } else { 0.0 };
                let journey = Some((from as u8, to as u8));
                found.push((gain + bonus + extra, Shot { journey, target: target as u8 }));
            }
        }
    }
}
