//! Positions of What the Shell as text.

use std::fmt;
use std::str::FromStr;

use super::board::{Board, BLACK, SIDE, STRIDE, WHITE};
use crate::squares::{self, bit, count, members, Set};

/// The name of a square, such as `e5`.
pub fn name(square: usize) -> String {
    squares::name(square, STRIDE)
}

/// The square of this name.
pub fn square(name: &str) -> Option<usize> {
    match name.as_bytes() {
        &[file @ b'a'..=b'i', rank @ b'1'..=b'9'] => {
            Some((rank - b'1') as usize * STRIDE + (file - b'a') as usize)
        }
        _ => None,
    }
}

/// The free squares by name: the legal moves of both sides while the game goes on.
pub fn names(free: Set) -> Vec<String> {
    members(free).map(name).collect()
}

impl FromStr for Board {
    type Err = String;

    /// Reads `ROWS EGGS`.
    fn from_str(text: &str) -> Result<Board, String> {
        let wrong = || format!("found {text:?}, expected nine ranks and the eggs");
        let mut words = text.split_whitespace();
        let (rows, eggs) = words.next().zip(words.next()).ok_or_else(wrong)?;
        let ranks: Vec<&str> = rows.split('/').collect();
        if ranks.len() != SIDE || ranks.iter().any(|rank| rank.len() != SIDE) {
            return Err(wrong());
        }
        let (mut turtles, mut laid) = ([0, 0], 0);
        for (row, rank) in ranks.iter().rev().enumerate() {
            for (file, cell) in rank.bytes().enumerate() {
                match cell {
                    b'b' => turtles[BLACK] |= bit(row * STRIDE + file),
                    b'w' => turtles[WHITE] |= bit(row * STRIDE + file),
                    b'o' => laid |= bit(row * STRIDE + file),
                    b'.' => {}
                    _ => return Err(wrong()),
                }
            }
        }
        let names = eggs.split(',').filter(|&name| name != "-");
        let eggs: Option<Vec<usize>> = names.map(square).collect();
        let eggs = eggs.ok_or_else(wrong)?;
        let named = eggs.iter().fold(0, |set, &egg| set | bit(egg));
        if named != laid || count(named) as usize != eggs.len() {
            return Err(format!("found {text:?}, expected the eggs to be the o cells, each once"));
        }
        Ok(Board::new(turtles, &eggs))
    }
}

impl fmt::Display for Board {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        let cell = |square: usize| match bit(square) {
            here if self.turtles[BLACK] & here != 0 => 'b',
            here if self.turtles[WHITE] & here != 0 => 'w',
            here if self.eggs & here != 0 => 'o',
            _ => '.',
        };
        let rank = |row: usize| (0..SIDE).map(|file| cell(row * STRIDE + file)).collect();
        let ranks: Vec<String> = (0..SIDE).rev().map(rank).collect();
        let eggs: Vec<String> = self.queue().iter().map(|&egg| name(egg as usize)).collect();
        let eggs = if eggs.is_empty() { "-".to_string() } else { eggs.join(",") };
        write!(out, "{} {eggs}", ranks.join("/"))
    }
}
