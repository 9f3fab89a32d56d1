//! What makes a position impossible, so that nothing is searched that no game leads to.

use super::position::{Phase, Position, BLACK, WHITE};
use crate::squares::count;

/// What holds of a position, and what was to be expected if it does not.
type Demand = (bool, String);

impl Position {
    /// What was to be expected in place of this position, if no game leads to it.
    pub fn flaw(&self) -> Option<String> {
        let chosen = !matches!(self.phase, Phase::Place1 | Phase::Choose);
        let word = if chosen { "the first player's colour" } else { "no first colour yet" };
        let first = (self.first.is_some() == chosen, word.to_string());
        let others = match self.phase {
            Phase::Play | Phase::Over => self.demands_of_play(),
            _ => self.demands_of_setup(),
        };
        let mut broken = [first].into_iter().chain(others).filter(|(holds, _)| !holds);
        broken.next().map(|(_, expected)| expected)
    }

    fn demands_of_setup(&self) -> Vec<Demand> {
        let early = self.phase == Phase::Place1;
        let (side, letter) = if early { (BLACK, "b") } else { (WHITE, "w") };
        let all = self.geometry.shooters - self.geometry.majority;
        let (shooters, stones) = if early { (0, 0) } else { (all, 1) };
        let claimed = self.claimed[BLACK] | self.claimed[WHITE];
        vec![
            (self.side == side, format!("the side to move to be {letter}")),
            (claimed == 0, "no claimed shooter before play".to_string()),
            exactly(shooters, count(self.shooters), "shooters"),
            (self.shooters & !self.geometry.inner == 0, "no shooter on the edge".to_string()),
            exactly(stones, count(self.stones[BLACK]), "black stones"),
            exactly(0, count(self.stones[WHITE]), "white stones"),
        ]
    }

    fn demands_of_play(&self) -> Vec<Demand> {
        let shooters = self.shooters | self.claimed[BLACK] | self.claimed[WHITE];
        let ended = self.phase == Phase::Over;
        let phase = if ended { "play without" } else { "over with" };
        vec![
            exactly(self.geometry.shooters, count(shooters), "shooters"),
            (self.winner().is_some() == ended, format!("the phase {phase} a majority claimed")),
            (self.trapped() == 0, "every trapped shooter to be claimed".to_string()),
        ]
    }
}

fn exactly(expected: u32, found: u32, what: &str) -> Demand {
    (found == expected, format!("the number of {what} to be {expected}, not {found}"))
}
