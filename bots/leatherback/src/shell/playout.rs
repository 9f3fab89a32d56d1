//! Games played to their end at random.

use super::board::{Board, Outcome, BLACK};
use crate::random::Random;
use crate::squares::{count, Set};

/// What Black gets if both sides choose free squares at random.
pub fn random_result(mut board: Board, random: &mut Random) -> f32 {
    loop {
        match board.outcome() {
            Some(Outcome::Full) => return 0.5,
            Some(Outcome::Won { by, .. }) => return (by == BLACK) as u8 as f32,
            None => {}
        }
        let free = board.free();
        board.play([any(free, random), any(free, random)]);
    }
}

/// A square of a set, each with the same chance.
#[inline]
fn any(set: Set, random: &mut Random) -> usize {
    nth(set, random.below(count(set) as usize) as u32)
}

/// The square of a set before which so many others come.
#[inline]
fn nth(set: Set, before: u32) -> usize {
    let low = set as u64;
    let in_low = low.count_ones();
    if before < in_low {
        nth_bit(low, before)
    } else {
        64 + nth_bit((set >> 64) as u64, before - in_low)
    }
}

#[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
#[inline]
fn nth_bit(set: u64, before: u32) -> usize {
    // SAFETY: this is compiled only for processors that have the instruction.
    unsafe { std::arch::x86_64::_pdep_u64(1 << before, set) }.trailing_zeros() as usize
}

#[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
fn nth_bit(mut set: u64, before: u32) -> usize {
    for _ in 0..before {
        set &= set - 1;
    }
    set.trailing_zeros() as usize
}
