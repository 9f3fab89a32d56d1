//! Veletas.

mod closing;
mod flaws;
pub mod geometry;
pub mod position;
mod rating;
mod setup;
mod shots;
mod territory;
pub mod text;
mod tree;

use std::iter::once;

use crate::random::Random;
use crate::search::{Finding, Limits};
use position::{Move, Phase, Position};
use tree::Tree;

/// Searches one position after the other; what it remembers is memory, not moves.
#[derive(Default)]
pub struct Search {
    trees: Vec<Tree>,
}

impl Search {
    /// The move that a search prefers.
    pub fn choose(&mut self, position: &Position, limits: &Limits, random: &mut Random) -> Finding {
        // All threads start from the same chance, so that their roots have the same arms.
        let (seed, arms) = (random.bits(), random.bits());
        self.trees.resize_with(limits.threads, Tree::default);
        let nodes = limits.share(&mut self.trees, |tree, number, part| {
            let mut random = Random::stream(seed, number);
            tree.begin(position, part.memory, &mut Random::new(arms));
            part.spend(|| tree.grow(&mut random))
        });
        let tree = &self.trees[0];
        let played = Tree::favourite(&self.trees);
        let moves = once(played).chain(tree.expected().into_iter().skip(1));
        Finding {
            depth: tree.depth,
            score: tree.score(),
            nodes: nodes.iter().sum(),
            expected: moves.map(|played| position.write_move(played)).collect(),
        }
    }
}

/// A move at random.
pub fn any(position: &Position, random: &mut Random) -> Move {
    match position.phase {
        Phase::Choose => Move::Choose { colour: random.below(2) },
        Phase::Place1 | Phase::Place2 => setup::any(position, random),
        _ => {
            let shots = position.shots();
            Move::Shoot(shots[random.below(shots.len())])
        }
    }
}

/// A move at random, and nothing known of it.
pub fn slip(position: &Position, random: &mut Random) -> Finding {
    Finding::by_chance(position.write_move(any(position, random)))
}
