//! How lines and captures stand, for all squares at once.
//!
//! A line is five squares in a row. It is open to a side while it holds nothing but that side's
//! turtles and free squares.

use super::board::{AXES, BOARD};
use crate::squares::Set;

/// For each axis, the free squares on open lines that hold one, two, three and four turtles.
pub type Levels = [[Set; 4]; 4];

pub fn levels(own: Set, free: Set) -> Levels {
    AXES.map(|step| along(own, free, step))
}

#[inline]
fn along(own: Set, free: Set, step: usize) -> [Set; 4] {
    let usable = own | free;
    let pairs = usable & usable >> step;
    let open = pairs & pairs >> (2 * step) & usable >> (4 * step);
    if open == 0 {
        return [0; 4];
    }
    // The turtles of each line as a number of three bits, at the line's first square.
    let (a, b, c) = (own, own >> step, own >> (2 * step));
    let (d, e) = (own >> (3 * step), own >> (4 * step));
    let ab = a ^ b;
    let abc = ab ^ c;
    let abcd = abc ^ d;
    let first = (a & b) | (ab & c);
    let second = (abc & d) | (abcd & e);
    let ones = abcd ^ e;
    let (twos, fours) = (first ^ second, first & second);
    let lines = [
        open & ones & !(twos | fours),
        open & twos & !ones,
        open & twos & ones,
        open & fours & !ones,
    ];
    lines.map(|starts| squares(starts, step) & free)
}

#[inline(always)]
fn squares(starts: Set, step: usize) -> Set {
    let pairs = starts | starts << step;
    pairs | pairs << (2 * step) | starts << (4 * step)
}

/// The free squares from which a turtle of `own` would capture two of `prey`.
pub fn bites(own: Set, prey: Set, free: Set) -> Set {
    let found = AXES.iter().fold(0, |found, &step| {
        let pairs = prey & prey >> step;
        found | pairs >> step & own >> (3 * step) | (pairs & own << step) << (2 * step)
    });
    found & free & BOARD
}
