//! What the Shell.

mod arms;
pub mod board;
mod lines;
pub mod playout;
mod rating;
pub mod text;
mod tree;

use std::iter::once;

use crate::random::Random;
use crate::search::{Finding, Limits};
use crate::settings::Selection;
use arms::WIDTH;
use board::Board;
use text::name;
use tree::Tree;

/// What was tried less often than so much of the favourite is not chosen. Whoever mixes more plays
/// more of what is only there to keep the opponent guessing, and loses more to those who do not.
const RARE: f32 = 0.95;

/// Searches one position after the other; what it remembers is memory, not moves.
#[derive(Default)]
pub struct Search {
    trees: Vec<Tree>,
}

impl Search {
    /// The square to choose for `side`, drawn from the mixture that the search arrived at.
    pub fn choose(
        &mut self,
        board: &Board,
        side: usize,
        limits: &Limits,
        random: &mut Random,
    ) -> Finding {
        let seed = random.bits();
        self.trees.resize_with(limits.threads, Tree::default);
        let nodes = limits.share(&mut self.trees, |tree, number, part| {
            let mut random = Random::stream(seed, number);
            tree.begin(board, part.selection, part.memory);
            part.spend(|| tree.grow(&mut random))
        });
        let tree = &self.trees[0];
        let chosen = random.weighted(&self.mixture(side, limits.selection));
        let played = tree.root(side).squares[chosen];
        let moves = once(played).chain(tree.expected(side).into_iter().skip(1));
        Finding {
            depth: tree.depth,
            score: tree.root(side).mean(),
            nodes: nodes.iter().sum(),
            expected: moves.map(|square| name(square as usize)).collect(),
        }
    }

    /// How often each of the root's squares should be chosen, by all trees together.
    fn mixture(&self, side: usize, selection: Selection) -> [f32; WIDTH] {
        let mut mixture = [0.0; WIDTH];
        for tree in &self.trees {
            let found = tree.root(side).mixture(selection);
            mixture.iter_mut().zip(found).for_each(|(sum, share)| *sum += share);
        }
        let most = mixture.iter().fold(0.0, |most: f32, &share| most.max(share));
        mixture.map(|share| if share < RARE * most { 0.0 } else { share })
    }
}

/// A square at random.
pub fn slip(board: &Board, random: &mut Random) -> Finding {
    Finding::by_chance(name(random.member(board.free())))
}
