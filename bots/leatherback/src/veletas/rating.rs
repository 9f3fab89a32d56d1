//! What a position of Veletas is worth.

use super::closing;
use super::position::{Phase, Position, BLACK, WHITE};
use super::territory::{owned, rooms};
use crate::squares::{count, Set};

/// Log odds of winning for each claim, and for being to move. All were fitted to games.
const CLAIM: f32 = 1.4;
const TEMPO: f32 = 0.5;
/// The same for being able to claim a shooter at once.
const CLOSING: f32 = 0.5;
/// The same for a shooter whose trapper one would be, by its free neighbours.
pub const HELD: [f32; 9] = [0.9, 0.8, 0.5, 0.4, 0.3, 0.3, 0.1, 0.0, 0.0];
/// The same for a free square, on which a shooter may yet be trapped.
const POCKETS: [f32; 9] = [0.2, 0.25, 0.2, 0.13, 0.12, 0.05, 0.0, 0.0, 0.0];
/// Log odds of being about to win.
const WINNING: f32 = 4.0;

/// A position whose parts have been looked at.
pub struct Outlook {
    pub free: Set,
    pub owned: [Set; 2],
    pub rooms: [Set; 9],
}

impl Outlook {
    pub fn new(position: &Position) -> Outlook {
        let free = position.free();
        Outlook { free, owned: owned(position), rooms: rooms(free) }
    }

    /// Black's log odds of winning, if nothing happens at once.
    pub fn quiet(&self, position: &Position) -> f32 {
        let claims = count(position.claimed[BLACK]) as f32 - count(position.claimed[WHITE]) as f32;
        let mut odds = CLAIM * claims + if position.side == BLACK { TEMPO } else { -TEMPO };
        let lead = |squares: Set, weight: f32| {
            let black = count(squares & self.owned[BLACK]) as f32;
            weight * (black - count(squares & self.owned[WHITE]) as f32)
        };
        for (squares, (held, pocket)) in self.rooms.iter().zip(HELD.into_iter().zip(POCKETS)) {
            odds += lead(squares & position.shooters, held) + lead(squares & self.free, pocket);
        }
        odds
    }
}

/// What Black can expect.
pub fn value(position: &Position) -> f32 {
    if let Some(winner) = position.winner() {
        return (winner == BLACK) as u8 as f32;
    }
    let outlook = Outlook::new(position);
    let mut odds = outlook.quiet(position);
    if position.phase == Phase::Play {
        let best = closing::best(position, &outlook);
        let claimed = count(position.claimed[position.side]);
        let sign = if position.side == BLACK { 1.0 } else { -1.0 };
        if best > 0 {
            let wins = claimed + best as u32 >= position.geometry.majority;
            odds += sign * if wins { WINNING } else { CLOSING };
        }
    }
    chance(odds)
}

/// The chance of winning that goes with log odds.
pub fn chance(odds: f32) -> f32 {
    1.0 / (1.0 + (-odds).exp())
}
