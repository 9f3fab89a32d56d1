//! Who would claim a shooter where, and how much room each square has.

use super::geometry::STRIDE;
use super::position::{Position, BLACK, WHITE};
use crate::squares::{bit, count, Set};

/// The squares beside which each colour has the largest group.
pub fn owned(position: &Position) -> [Set; 2] {
    let mut groups: Vec<(u32, usize, Set)> = Vec::with_capacity(32);
    for side in [BLACK, WHITE] {
        let own = position.stones[side];
        let mut left = own;
        while left != 0 {
            let group = position.geometry.group(left & left.wrapping_neg(), own);
            left &= !group;
            groups.push((count(group), side, position.geometry.beside(group)));
        }
    }
    groups.sort_unstable_by_key(|&(size, _, _)| std::cmp::Reverse(size));
    let (mut owned, mut settled) = ([0; 2], 0);
    let mut left = &groups[..];
    while let Some(&(largest, _, _)) = left.first() {
        let equals = left.iter().take_while(|(size, _, _)| *size == largest).count();
        let mut halos = [0; 2];
        left[..equals].iter().for_each(|&(_, side, halo)| halos[side] |= halo);
        owned[BLACK] |= halos[BLACK] & !(halos[WHITE] | settled);
        owned[WHITE] |= halos[WHITE] & !(halos[BLACK] | settled);
        settled |= halos[BLACK] | halos[WHITE];
        left = &left[equals..];
    }
    owned
}

/// For each number up to 8 the squares that have so many free ones around them; squares off the
/// board among them.
pub fn rooms(free: Set) -> [Set; 9] {
    let (up, down) = (free << STRIDE, free >> STRIDE);
    let around = [up << 1, up, up >> 1, free << 1, free >> 1, down << 1, down, down >> 1];
    let (mut ones, mut twos, mut fours, mut eights) = (0, 0, 0, 0);
    for neighbours in around {
        let carry = ones & neighbours;
        ones ^= neighbours;
        let more = twos & carry;
        twos ^= carry;
        eights |= fours & more;
        fours ^= more;
    }
    let few = !(fours | eights);
    let [none, one, two, three] = [!twos & !ones, !twos & ones, twos & !ones, twos & ones];
    let many = [few, few, few, few, fours, fours, fours, fours];
    let rest = [none, one, two, three, none, one, two, three];
    let mut all = [eights; 9];
    (0..8).for_each(|room| all[room] = many[room] & rest[room]);
    all
}

/// How many free squares there are around a square.
pub fn room(position: &Position, square: usize, free: Set) -> usize {
    count(position.geometry.around[square] & free & !bit(square)) as usize
}
