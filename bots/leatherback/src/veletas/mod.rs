//! Veletas.

pub mod geometry;
pub mod position;
pub mod text;

use crate::random::Random;
use crate::search::{Finding, Limits};
use crate::squares::{bit, members, Set};
use position::{Move, Phase, Position};

pub fn choose(position: &Position, _: &Limits, random: &mut Random) -> Finding {
    slip(position, _limits(), random)
}
fn _limits() -> &'static Limits {
    unimplemented!()
}
pub fn bench(_: usize, _: &Limits, _: &mut Random) -> u64 {
    0
}

/// A move at random.
pub fn slip(position: &Position, _: &Limits, random: &mut Random) -> Finding {
    let played = match position.phase {
        Phase::Choose => Move::Choose { colour: random.below(2) },
        Phase::Place1 | Phase::Place2 => placement(position, random),
        _ => {
            let shots = position.shots();
            Move::Shoot(shots[random.below(shots.len())])
        }
    };
    Finding {
        played: position.write_move(played),
        depth: 0,
        score: 0.5,
        nodes: 0,
        expected: Vec::new(),
    }
}

fn placement(position: &Position, random: &mut Random) -> Move {
    let mut draw = |set: Set| {
        let squares: Vec<usize> = members(set).collect();
        squares[random.below(squares.len())]
    };
    let free = position.free();
    let mut shooters = 0;
    for _ in 0..position.shooters_to_place() {
        shooters |= bit(draw(free & position.geometry.inner & !shooters));
    }
    Move::Place { shooters, stone: draw(free & !shooters) }
}
