//! What a position of What the Shell is worth, and which squares are worth a look in it.

use super::arms::WIDTH;
use super::board::{Board, Outcome, BLACK, NUMBERS, SIDE, STRIDE, WHITE};
use super::lines::{bites, levels, Levels};
use crate::squares::{count, members, Set};

/// Log odds of winning, fitted to games: for each turtle, each square to capture from, each square
/// that makes a line's turtles four, and for one, two and three squares that make them five.
const TURTLE: f32 = 0.06;
const BITE: f32 = 0.3;
const FOURTH: f32 = 0.08;
const FIFTH: [f32; 4] = [0.0, 0.47, 1.24, 1.6];

/// How promising a square is on a line with one to four own turtles.
const MAKE: [f32; 4] = [1.0, 4.0, 15.0, 200.0];
/// The same for the opponent's turtles.
const BLOCK: [f32; 4] = [0.5, 3.0, 12.0, 180.0];
/// The same for a square that captures, and one where the opponent would.
const CAPTURE: f32 = 25.0;
const GUARD: f32 = 20.0;
/// The same for having so many squares around.
const CENTRAL: f32 = 0.02;

/// How lines and captures stand.
pub struct Outlook {
    free: Set,
    levels: [Levels; 2],
    bites: [Set; 2],
}

/// What Black can expect at the end of the game, if this is it.
pub fn result(outcome: Outcome) -> f32 {
    match outcome {
        Outcome::Full => 0.5,
        Outcome::Won { by, .. } => (by == BLACK) as u8 as f32,
    }
}

impl Outlook {
    pub fn new(board: &Board) -> Outlook {
        let [black, white] = board.turtles;
        let free = board.free();
        Outlook {
            free,
            levels: [levels(black, free), levels(white, free)],
            bites: [bites(black, white | board.eggs, free), bites(white, black | board.eggs, free)],
        }
    }

    /// What Black can expect.
    pub fn value(&self, board: &Board) -> f32 {
        let odds = self.odds(board, BLACK) - self.odds(board, WHITE);
        1.0 / (1.0 + (-odds).exp())
    }

    fn odds(&self, board: &Board, side: usize) -> f32 {
        let any = |level: usize| self.levels[side].iter().fold(0, |all, axis| all | axis[level]);
        TURTLE * count(board.turtles[side]) as f32
            + BITE * count(self.bites[side]) as f32
            + FOURTH * count(any(2)) as f32
            + FIFTH[(count(any(3)) as usize).min(3)]
    }

    /// The most promising squares for `side`, the best first.
    pub fn promising(&self, side: usize) -> Best {
        let mut ratings = [0.0; NUMBERS];
        self.add_lines(&mut ratings, side, &MAKE);
        self.add_lines(&mut ratings, 1 - side, &BLOCK);
        add(&mut ratings, self.bites[side], CAPTURE);
        add(&mut ratings, self.bites[1 - side], GUARD);
        let mut best = Best { squares: [0; WIDTH], ratings: [0.0; WIDTH], length: 0 };
        for square in members(self.free) {
            best.insert(square, ratings[square] + CENTRAL * ROOM[square] as f32);
        }
        best
    }

    fn add_lines(&self, ratings: &mut [f32; NUMBERS], side: usize, weights: &[f32; 4]) {
        for axis in &self.levels[side] {
            for (&squares, &weight) in axis.iter().zip(weights) {
                add(ratings, squares, weight);
            }
        }
    }
}

fn add(ratings: &mut [f32; NUMBERS], squares: Set, weight: f32) {
    for square in members(squares) {
        ratings[square] += weight;
    }
}

/// How many lines of five can pass through each square, more or less.
static ROOM: [u8; NUMBERS] = room();

const fn room() -> [u8; NUMBERS] {
    let mut all = [0; NUMBERS];
    let mut square = 0;
    while square < NUMBERS {
        let (file, rank) = (near(square % STRIDE), near(square / STRIDE));
        all[square] = file + rank + if file < rank { file } else { rank };
        square += 1;
    }
    all
}

/// How far a file or rank is from the edge. Numbers that are no squares have a file too many.
const fn near(place: usize) -> u8 {
    (if place < 4 { place } else { (SIDE - 1).saturating_sub(place) }) as u8
}

/// The best of what was inserted, sorted.
pub struct Best {
    pub squares: [u8; WIDTH],
    ratings: [f32; WIDTH],
    pub length: usize,
}

impl Best {
    fn insert(&mut self, square: usize, rating: f32) {
        let mut place = self.length;
        while place > 0 && self.ratings[place - 1] < rating {
            place -= 1;
        }
        if place == WIDTH {
            return;
        }
        self.length = (self.length + 1).min(WIDTH);
        self.squares.copy_within(place..self.length - 1, place + 1);
        self.ratings.copy_within(place..self.length - 1, place + 1);
        self.squares[place] = square as u8;
        self.ratings[place] = rating;
    }
}
