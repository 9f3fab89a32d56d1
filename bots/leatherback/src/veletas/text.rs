//! Positions and moves of Veletas as texts.

use std::fmt;
use std::str::FromStr;

use super::geometry::{geometry, Geometry, STRIDE};
use super::position::{Move, Phase, Position, Shot, BLACK, WHITE};
use crate::squares::{bit, count, members};

const COLOURS: [&str; 2] = ["black", "white"];
const LETTERS: [&str; 2] = ["b", "w"];
const PHASES: [(Phase, &str); 5] = [
    (Phase::Place1, "place1"),
    (Phase::Choose, "choose"),
    (Phase::Place2, "place2"),
    (Phase::Play, "play"),
    (Phase::Over, "over"),
];

fn colour(letter: &str) -> Option<usize> {
    LETTERS.iter().position(|&each| each == letter)
}

impl FromStr for Position {
    type Err = String;

    /// Reads `ROWS SIDE PHASE FIRST`; without FIRST the first player is Black, once
    /// the colours are chosen.
    fn from_str(text: &str) -> Result<Position, String> {
        let wrong = |expected: &str| format!("found {text:?}, expected {expected}");
        let shape = "ranks, side, phase and first colour";
        let position = read(text).ok_or_else(|| wrong(shape))?;
        position.flaw().map_or(Ok(position), |expected| Err(wrong(&expected)))
    }
}

fn read(text: &str) -> Option<Position> {
    let mut words = text.split_whitespace();
    let ranks: Vec<&str> = words.next()?.split('/').collect();
    let mut position = Position::start(geometry(ranks.len())?);
    position.side = colour(words.next()?)?;
    let phase = words.next()?;
    position.phase = PHASES.iter().find(|(_, word)| *word == phase)?.0;
    position.first = match words.next() {
        Some("-") => None,
        Some(letter) => Some(colour(letter)?),
        None => Some(BLACK).filter(|_| !matches!(position.phase, Phase::Place1 | Phase::Choose)),
    };
    for (row, rank) in ranks.iter().rev().enumerate() {
        if rank.len() != ranks.len() {
            return None;
        }
        for (file, cell) in rank.bytes().enumerate() {
            let here = bit(row * STRIDE + file);
            match cell {
                b'b' => position.stones[BLACK] |= here,
                b'w' => position.stones[WHITE] |= here,
                b'S' => position.shooters |= here,
                b'B' => position.claimed[BLACK] |= here,
                b'W' => position.claimed[WHITE] |= here,
                b'.' => {}
                _ => return None,
            }
        }
    }
    Some(position)
}

impl fmt::Display for Position {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        let size = self.geometry.size;
        let rank = |row: usize| (0..size).map(|file| self.cell(row * STRIDE + file)).collect();
        let ranks: Vec<String> = (0..size).rev().map(rank).collect();
        let phase = PHASES.iter().find(|(phase, _)| *phase == self.phase);
        let first = self.first.map_or("-", |first| LETTERS[first]);
        let word = phase.map_or("", |(_, word)| word);
        write!(out, "{} {} {word} {first}", ranks.join("/"), LETTERS[self.side])
    }
}

impl Position {
    fn cell(&self, square: usize) -> char {
        let sets = [
            (self.stones[BLACK], 'b'),
            (self.stones[WHITE], 'w'),
            (self.shooters, 'S'),
            (self.claimed[BLACK], 'B'),
            (self.claimed[WHITE], 'W'),
        ];
        let found = sets.iter().find(|(set, _)| set & bit(square) != 0);
        found.map_or('.', |&(_, cell)| cell)
    }

    /// The move that a text says, if it is one of this game; it need not be legal.
    pub fn read_move(&self, text: &str) -> Option<Move> {
        if let Some(colour) = COLOURS.iter().position(|&word| word == text) {
            return Some(Move::Choose { colour });
        }
        if matches!(self.phase, Phase::Place1 | Phase::Place2) {
            return self.geometry.read_placement(text);
        }
        self.geometry.read_shot(text).map(Move::Shoot)
    }

    pub fn write_move(&self, played: Move) -> String {
        match played {
            Move::Choose { colour } => COLOURS[colour].to_string(),
            Move::Shoot(shot) => self.geometry.write_shot(shot),
            Move::Place { shooters, stone } => {
                let mut squares: Vec<usize> = members(shooters).collect();
                squares.sort_by_key(|square| (square % STRIDE, square / STRIDE));
                let names: Vec<String> = squares.iter().map(|&s| self.geometry.name(s)).collect();
                format!("{}/{}", names.join(","), self.geometry.name(stone))
            }
        }
    }
}

impl Geometry {
    fn read_placement(&self, text: &str) -> Option<Move> {
        let (names, stone) = text.split_once('/')?;
        let squares: Option<Vec<usize>> = names.split(',').map(|name| self.square(name)).collect();
        let squares = squares?;
        let shooters = squares.iter().fold(0, |set, &square| set | bit(square));
        let stone = self.square(stone)?;
        (count(shooters) as usize == squares.len()).then_some(Move::Place { shooters, stone })
    }

    fn read_shot(&self, text: &str) -> Option<Shot> {
        let number = |name: &str| self.square(name).map(|square| square as u8);
        match text.split_once('/') {
            None => Some(Shot { journey: None, target: number(text)? }),
            Some((journey, target)) => {
                let (from, to) = journey.split_once('-')?;
                Some(Shot { journey: Some((number(from)?, number(to)?)), target: number(target)? })
            }
        }
    }

    pub fn write_shot(&self, shot: Shot) -> String {
        let target = self.name(shot.target as usize);
        match shot.journey {
            None => target,
            Some((from, to)) => {
                format!("{}-{}/{target}", self.name(from as usize), self.name(to as usize))
            }
        }
    }
}
