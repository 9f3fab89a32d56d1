//! Veletas.

mod closing;
pub mod geometry;
pub mod position;
mod rating;
mod setup;
mod shots;
mod territory;
pub mod text;
mod tree;

use crate::random::Random;
use crate::search::{Finding, Limits};
use position::{Move, Phase, Position};
use tree::Tree;

/// The move that a search prefers.
pub fn choose(position: &Position, limits: &Limits, random: &mut Random) -> Finding {
    // All threads start from the same chance, so that their roots have the same arms.
    let (seed, arms) = (random.bits(), random.bits());
    let searched = limits.share(|number, part| {
        let mut tree = Tree::new(position, part.memory, &mut Random::new(arms));
        let mut random = Random::stream(seed, number);
        let nodes = part.spend(|| tree.playout(&mut random));
        (tree, nodes)
    });
    let nodes = searched.iter().map(|(_, nodes)| nodes).sum();
    let trees: Vec<Tree> = searched.into_iter().map(|(tree, _)| tree).collect();
    let played = position.write_move(Tree::favourite(&trees));
    let rest = trees[0].expected().into_iter().skip(1).map(|next| position.write_move(next));
    Finding {
        depth: trees[0].depth,
        score: trees[0].score(),
        nodes,
        expected: std::iter::once(played.clone()).chain(rest).collect(),
        played,
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

/// A move at random, as a search would tell it.
pub fn slip(position: &Position, _: &Limits, random: &mut Random) -> Finding {
    let played = position.write_move(any(position, random));
    Finding { expected: vec![played.clone()], played, depth: 0, score: 0.5, nodes: 0 }
}
