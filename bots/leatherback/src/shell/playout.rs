//! Games played to their end at random.

use super::board::Board;
use super::rating::result;
use crate::random::Random;

/// What Black gets if both sides choose free squares at random.
pub fn random_result(mut board: Board, random: &mut Random) -> f32 {
    loop {
        if let Some(outcome) = board.outcome() {
            return result(outcome);
        }
        let free = board.free();
        board.play([random.member(free), random.member(free)]);
    }
}
