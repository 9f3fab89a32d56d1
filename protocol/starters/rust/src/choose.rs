//! What the bot plays. This file is yours: it begins with a legal move at random.

use crate::random::Random;
use crate::state::{spell, Cell, Phase, State};

pub const NAME: &str = "my-bot";
pub const OPTIONS: [&str; 1] = ["name=seed type=int default=0 min=0"];

#[derive(Default)]
pub struct Bot {
    pub seed: u64, // 0 stands for the seed of each game
}

impl Bot {
    pub fn set_option(&mut self, name: &str, text: &str) {
        if name == "seed" {
            self.seed = text.parse().unwrap_or(0);
        }
    }

    /// The move to play, or None to resign. It should come within `state.budget` milliseconds.
    pub fn choose(&mut self, state: &mut State, random: &mut Random) -> Option<String> {
        if matches!(state.phase, Phase::Place1 | Phase::Place2) {
            return Some(placement(state, random));
        }
        Some(random.pick(&state.moves()).clone())
    }
}

/// Shooters anywhere but on the edge, and a stone anywhere: `c3,d4,e5/f6`.
fn placement(state: &mut State, random: &mut Random) -> String {
    let mut inner = state.squares(Cell::Empty);
    inner.retain(|&square| state.is_inner(square));
    let mut shooters = Vec::new();
    for _ in 0..state.shooters_to_place() {
        let shooter = inner.swap_remove(random.below(inner.len()));
        state.put(shooter, Cell::Shooter);
        shooters.push(spell(shooter));
    }
    let stone = *random.pick(&state.squares(Cell::Empty));
    format!("{}/{}", shooters.join(","), spell(stone))
}
