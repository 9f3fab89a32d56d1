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

/// The square of a set before which so many others come.
#[inline]
pub fn nth(set: Set, before: u32) -> usize {
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

/// The name of a square, such as `e5`, on a board whose ranks are so many squares apart.
pub fn name(square: usize, stride: usize) -> String {
    format!("{}{}", (b'a' + (square % stride) as u8) as char, square / stride + 1)
}
