//! Sets of squares: bit N of a number stands for square N.

pub type Set = u128;

/// The set that holds this square alone.
#[inline(always)]
pub fn bit(square: usize) -> Set {
    1 << square
}

#[inline(always)]
pub fn count(set: Set) -> u32 {
    set.count_ones()
}

/// The squares of a set, ascending.
pub fn members(mut set: Set) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let found = lowest(set)?;
        set &= set - 1;
        Some(found)
    })
}

#[inline(always)]
pub fn lowest(set: Set) -> Option<usize> {
    (set != 0).then(|| set.trailing_zeros() as usize)
}
