//! One side's decision at one node: what may be chosen, what it has brought, and how to mix it.

use super::rating::Best;
use crate::counts::{halve, MOST};
use crate::random::Random;
use crate::settings::Selection;

/// How many squares are looked at in a node.
pub const WIDTH: usize = 16;
/// So many are open at first, and so many more for each root of the visits.
const FIRST: f32 = 4.0;
const GROWTH: f32 = 0.7;
/// The constant of UCB. With a smaller one it beats itself, but is read by bots as simple as greedy.
const REACH: f32 = 0.2;
/// How often regret matching tries any of the open arms.
const TRIAL: f32 = 0.15;

pub struct Arms {
    pub squares: [u8; WIDTH],
    length: u8,
    pulls: f32,
    pulled: [f32; WIDTH],
    paid: [f32; WIDTH],
    regrets: [f32; WIDTH],
    /// The sum of the strategies followed so far.
    strategy: [f32; WIDTH],
}

impl Arms {
    pub fn new(best: Best) -> Arms {
        Arms {
            squares: best.squares,
            length: best.length as u8,
            pulls: 0.0,
            pulled: [0.0; WIDTH],
            paid: [0.0; WIDTH],
            regrets: [0.0; WIDTH],
            strategy: [0.0; WIDTH],
        }
    }

    /// How many arms are open: a poor one costs nothing in a node that is seldom seen.
    pub fn open(&self) -> usize {
        (self.length as usize).min((FIRST + GROWTH * self.pulls.sqrt()) as usize)
    }

    pub fn choose(&mut self, selection: Selection, random: &mut Random) -> usize {
        match selection {
            Selection::Uct => self.bound(random),
            Selection::Regret => self.sample(random),
        }
    }

    /// The open arm with the highest bound; of equal ones any.
    fn bound(&self, random: &mut Random) -> usize {
        let reach = REACH * (self.pulls + 1.0).ln().sqrt();
        let (mut best, mut chosen) = (f32::MIN, 0);
        for arm in 0..self.open() {
            if self.pulled[arm] == 0.0 {
                return arm;
            }
            let jitter = random.unit() * 1e-4;
            let bound =
                self.paid[arm] / self.pulled[arm] + reach / self.pulled[arm].sqrt() + jitter;
            if bound > best {
                (best, chosen) = (bound, arm);
            }
        }
        chosen
    }

    /// An arm as often as it is regretted not to have been chosen.
    fn sample(&mut self, random: &mut Random) -> usize {
        let open = self.open();
        let total: f32 = self.regrets[..open].iter().sum();
        if total <= 0.0 {
            let even = 1.0 / open as f32;
            self.strategy[..open].iter_mut().for_each(|share| *share += even);
            return random.below(open);
        }
        for arm in 0..open {
            self.strategy[arm] += self.regrets[arm] / total;
        }
        if random.unit() < TRIAL {
            return random.below(open);
        }
        random.weighted(&self.regrets[..open])
    }

    /// What pulling `arm` brought, from 0 to 1.
    pub fn pay(&mut self, arm: usize, amount: f32) {
        self.pulls += 1.0;
        self.pulled[arm] += 1.0;
        self.paid[arm] += amount;
        if self.pulls == MOST {
            self.halve();
        }
    }

    fn halve(&mut self) {
        halve([&mut self.pulls]);
        halve(&mut self.pulled);
        halve(&mut self.paid);
        halve(&mut self.strategy);
    }

    /// How much better `arm` would have been than what was played.
    pub fn regret(&mut self, arm: usize, difference: f32) {
        self.regrets[arm] = (self.regrets[arm] + difference).max(0.0);
    }

    /// How often each square should be played, before rare ones are left out.
    pub fn mixture(&self, selection: Selection) -> [f32; WIDTH] {
        match selection {
            Selection::Uct => self.pulled,
            Selection::Regret => self.strategy,
        }
    }

    /// The arm that is played most.
    pub fn favourite(&self, selection: Selection) -> usize {
        let mixture = self.mixture(selection);
        (1..self.len()).fold(0, |best, arm| if mixture[arm] > mixture[best] { arm } else { best })
    }

    pub fn len(&self) -> usize {
        self.length as usize
    }

    pub fn mean(&self) -> f32 {
        self.paid.iter().sum::<f32>() / self.pulls.max(1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::super::board::{Board, BLACK};
    use super::super::rating::Outlook;
    use super::*;

    #[test]
    fn every_pull_counts_however_many_there_were() {
        let mut arms = Arms::new(Outlook::new(&Board::empty()).promising(BLACK));
        arms.pulls = MOST - 1.0;
        arms.pulled[..2].copy_from_slice(&[MOST - 1001.0, 1000.0]);
        arms.paid[..2].copy_from_slice(&[MOST / 2.0 - 501.0, 500.0]);
        arms.strategy[..2].copy_from_slice(&[MOST - 1001.0, 1000.0]);
        arms.pay(0, 1.0);
        assert_eq!((arms.pulls, arms.mean()), (MOST / 2.0, 0.5));
        (0..1000).for_each(|_| arms.pay(0, 1.0));
        (0..1000).for_each(|_| arms.pay(1, 1.0));
        assert_eq!(arms.pulls, MOST / 2.0 + 2000.0);
        assert_eq!(arms.mixture(Selection::Uct)[..2], [MOST / 2.0 + 500.0, 1500.0]);
        assert_eq!(arms.paid[..2], [MOST / 4.0 + 750.0, 1250.0]);
        assert_eq!(arms.mixture(Selection::Regret)[1], 500.0);
    }
}
