//! Chance, which the standard library does not have (SplitMix64).

use crate::squares::{count, nth, Set};

pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// A stream of its own for each thread.
    pub fn stream(seed: u64, number: u64) -> Random {
        Random(Random(seed ^ number.wrapping_mul(0xD1B5_4A32_D192_ED03)).bits())
    }

    #[inline(always)]
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number from 0 to `limit` - 1.
    #[inline(always)]
    pub fn below(&mut self, limit: usize) -> usize {
        (((self.bits() >> 32) * limit as u64) >> 32) as usize
    }

    /// A square of a set, each with the same chance.
    #[inline]
    pub fn member(&mut self, set: Set) -> usize {
        nth(set, self.below(count(set) as usize) as u32)
    }

    /// A number from 0 up to 1, not included.
    #[inline(always)]
    pub fn unit(&mut self) -> f32 {
        (self.bits() >> 40) as f32 / (1u64 << 24) as f32
    }

    /// An index, each as likely as its weight says; the last if all weigh nothing.
    pub fn weighted(&mut self, weights: &[f32]) -> usize {
        let mut left = self.unit() * weights.iter().sum::<f32>();
        for (index, &weight) in weights.iter().enumerate() {
            left -= weight;
            if left < 0.0 {
                return index;
            }
        }
        weights.len() - 1
    }
}
