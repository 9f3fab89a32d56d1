//! Placements: of all that are possible, some that are drawn.

use super::position::{Move, Phase, Position, BLACK};
use super::rating::Outlook;
use crate::random::Random;
use crate::squares::bit;

/// How many placements are drawn.
const DRAWN: usize = 300;

/// Placements for who is to place, with what each gains in log odds, the best first.
pub fn promising(position: &Position, most: usize, random: &mut Random) -> Vec<(f32, Move)> {
    let rated = |placement: Move| (worth(position, placement), placement);
    let mut found: Vec<_> = (0..DRAWN).map(|_| rated(any(position, random))).collect();
    found.sort_by(|one, other| other.0.total_cmp(&one.0));
    found.truncate(most);
    found
}

/// Log odds for who places. The first placement should favour nobody, since the other player
/// then takes a colour.
fn worth(position: &Position, placement: Move) -> f32 {
    let mut after = *position;
    after.play(placement);
    let black = Outlook::new(&after).quiet(&after);
    match (position.phase, position.side) {
        (Phase::Place1, _) => -black.abs(),
        (_, BLACK) => black,
        _ => -black,
    }
}

/// Any placement.
pub fn any(position: &Position, random: &mut Random) -> Move {
    let free = position.free();
    let mut shooters = 0;
    for _ in 0..position.shooters_to_place() {
        shooters |= bit(random.member(free & position.geometry.inner & !shooters));
    }
    Move::Place { shooters, stone: random.member(free & !shooters) }
}
