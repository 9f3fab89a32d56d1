//! What the Shell.

pub mod arms;
pub mod board;
mod lines;
pub mod playout;
mod rating;
mod tree;

use crate::random::Random;
use crate::search::{Finding, Limits};
use crate::squares::members;
use arms::WIDTH;
use board::{name, Board};
use tree::Tree;

/// What was tried less often than so much of the favourite is not chosen. Whoever mixes more plays
/// more of what is only there to keep the opponent guessing, and loses more to those who do not.
const RARE: f32 = 0.95;

/// The square to choose for `side`, drawn from the mixture that the search arrived at.
pub fn choose(board: &Board, side: usize, limits: &Limits, random: &mut Random) -> Finding {
    let seed = random.bits();
    let searched = limits.share(|number, part| {
        let mut random = Random::stream(seed, number);
        let mut tree = Tree::new(board, part.selection, part.memory);
        let nodes = part.spend(|| tree.playout(&mut random));
        (tree, nodes)
    });
    let mut mixture = [0.0; WIDTH];
    for (tree, _) in &searched {
        let found = tree.root(side).mixture(limits.selection);
        mixture.iter_mut().zip(found).for_each(|(sum, share)| *sum += share);
    }
    let (tree, _) = &searched[0];
    let most = mixture.iter().fold(0.0, |most: f32, &share| most.max(share));
    mixture.iter_mut().filter(|share| **share < RARE * most).for_each(|share| *share = 0.0);
    let chosen = random.weighted(&mixture[..tree.root(side).len()]);
    let nodes = searched.iter().map(|(_, nodes)| nodes).sum();
    let squares = tree.expected(side);
    let played = name(tree.root(side).squares[chosen] as usize);
    let rest = squares.iter().skip(1).map(|&square| name(square as usize));
    Finding {
        depth: tree.depth,
        score: tree.root(side).mean(),
        nodes,
        expected: std::iter::once(played.clone()).chain(rest).collect(),
        played,
    }
}

/// A square at random.
pub fn slip(board: &Board, _: usize, _: &Limits, random: &mut Random) -> Finding {
    let squares: Vec<usize> = members(board.free()).collect();
    let played = name(squares[random.below(squares.len())]);
    Finding { expected: vec![played.clone()], played, depth: 0, score: 0.5, nodes: 0 }
}
