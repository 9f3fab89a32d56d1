//! A position, and the moves that it allows.
#![allow(dead_code)] // a bot need not use all that it is told

use std::collections::{BTreeSet, HashMap};

pub type Terms = HashMap<String, String>; // key=value fields of a message
pub type Square = (usize, usize); // file and rank, both from 0: a1 is (0, 0)

#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Colour {
    Black,
    White,
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Cell {
    Empty,
    Piece(Colour), // a turtle in What the Shell, a stone in Veletas
    Egg,
    Shooter,
    Claimed(Colour),
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Phase {
    Place1,
    Choose,
    Place2,
    Play, // always, in What the Shell
}

/// What `newgame` says.
#[derive(Default)]
pub struct Newgame {
    pub veletas: bool,
    pub seat: u8,
    pub seed: u64,
}

pub struct State {
    pub veletas: bool,         // else What the Shell
    pub seat: u8,              // yours, 1 or 2
    pub board: Vec<Vec<Cell>>, // [rank][file]
    pub eggs: Vec<Square>,     // What the Shell: the oldest first
    pub phase: Phase,
    pub colour: Colour, // yours; not decided yet in Phase::Choose
    pub budget: f64,    // milliseconds that this turn may take, if others are to have as much
}

impl Newgame {
    pub fn new(terms: &Terms) -> Newgame {
        let number = |key| {
            terms
                .get(key)
                .and_then(|text| text.parse().ok())
                .unwrap_or(0)
        };
        let veletas = terms.get("game").map_or(false, |game| game == "veletas");
        Newgame {
            veletas,
            seat: number("seat") as u8,
            seed: number("seed"),
        }
    }
}

impl State {
    /// The position in a `state` line, with what `newgame` and `go` said of it.
    pub fn new(text: &str, game: &Newgame, go: &Terms) -> State {
        let words: Vec<&str> = text.split_whitespace().collect();
        let ranks = words[0].split('/').rev();
        let board = ranks.map(|rank| rank.chars().map(cell).collect()).collect();
        let squares = words[1].split(',').filter_map(read);
        let black = if game.veletas {
            words[1] == "b"
        } else {
            game.seat == 1
        };
        State {
            veletas: game.veletas,
            seat: game.seat,
            board,
            eggs: if game.veletas {
                Vec::new()
            } else {
                squares.collect()
            },
            phase: words.get(2).map_or(Phase::Play, |word| phase(word)),
            colour: if black { Colour::Black } else { Colour::White },
            budget: budget(go),
        }
    }

    /// All legal moves but placements, of which there are too many to list.
    pub fn moves(&mut self) -> Vec<String> {
        if self.phase == Phase::Choose {
            return vec!["black".to_string(), "white".to_string()];
        }
        if self.veletas {
            return self.shots();
        }
        self.squares(Cell::Empty).into_iter().map(spell).collect()
    }

    /// `d6` if no shooter moves, `c3-c5/d6` if one does.
    fn shots(&mut self) -> Vec<String> {
        let mut unmoved = BTreeSet::new();
        let mut moves = Vec::new();
        for start in self.squares(Cell::Shooter) {
            let ends = self.seen(start);
            self.put(start, Cell::Empty); // it may fire at the square that it has left
            for &end in &ends {
                let head = format!("{}-{}/", spell(start), spell(end));
                moves.extend(
                    self.seen(end)
                        .into_iter()
                        .map(|target| head.clone() + &spell(target)),
                );
            }
            self.put(start, Cell::Shooter);
            unmoved.extend(ends);
        }
        moves.extend(unmoved.into_iter().map(spell));
        moves
    }

    /// The empty squares on the queen's lines from a square: past shooters, up to a stone.
    pub fn seen(&self, from: Square) -> Vec<Square> {
        let mut found = Vec::new();
        let steps = (-1..=1).flat_map(|file| (-1..=1).map(move |rank| (file, rank)));
        for step in steps.filter(|&step| step != (0, 0)) {
            let mut square = from;
            while let Some(next) = self.next(square, step) {
                match self.board[next.1][next.0] {
                    Cell::Piece(_) => break,
                    Cell::Empty => found.push(next),
                    _ => {}
                }
                square = next;
            }
        }
        found
    }

    /// The square that is one step further, if the board has one.
    pub fn next(&self, (file, rank): Square, step: (isize, isize)) -> Option<Square> {
        let (file, rank) = (file as isize + step.0, rank as isize + step.1);
        let lines = 0..self.size() as isize;
        let is_on = lines.contains(&file) && lines.contains(&rank);
        is_on.then_some((file as usize, rank as usize))
    }

    pub fn size(&self) -> usize {
        self.board.len()
    }

    pub fn put(&mut self, (file, rank): Square, cell: Cell) {
        self.board[rank][file] = cell;
    }

    /// The squares that hold this cell.
    pub fn squares(&self, cell: Cell) -> Vec<Square> {
        let all = (0..self.size()).flat_map(|rank| (0..self.size()).map(move |file| (file, rank)));
        all.filter(|&(file, rank)| self.board[rank][file] == cell)
            .collect()
    }

    /// Whether a square is not on the edge, so that a shooter may be placed there.
    pub fn is_inner(&self, (file, rank): Square) -> bool {
        let inner = 1..self.size() - 1;
        inner.contains(&file) && inner.contains(&rank)
    }

    pub fn shooters_to_place(&self) -> usize {
        let (first, white) = match self.size() {
            7 => (1, 2),
            9 => (2, 3),
            _ => (3, 4),
        };
        if self.phase == Phase::Place1 {
            first
        } else {
            white
        }
    }
}

/// A square's name, such as `c3`.
pub fn spell((file, rank): Square) -> String {
    format!("{}{}", (b'a' + file as u8) as char, rank + 1)
}

fn read(name: &str) -> Option<Square> {
    let file = name.bytes().next()?.checked_sub(b'a')?;
    let rank: usize = name.get(1..)?.parse().ok()?;
    Some((file as usize, rank.checked_sub(1)?))
}

fn cell(sign: char) -> Cell {
    match sign {
        'b' => Cell::Piece(Colour::Black),
        'w' => Cell::Piece(Colour::White),
        'o' => Cell::Egg,
        'S' => Cell::Shooter,
        'B' => Cell::Claimed(Colour::Black),
        'W' => Cell::Claimed(Colour::White),
        _ => Cell::Empty,
    }
}

fn phase(word: &str) -> Phase {
    match word {
        "place1" => Phase::Place1,
        "choose" => Phase::Choose,
        "place2" => Phase::Place2,
        _ => Phase::Play,
    }
}

/// The free time, and a twentieth of the bank with half of what it gains, or a period.
fn budget(go: &Terms) -> f64 {
    let term = |key| {
        go.get(key)
            .and_then(|text| text.parse().ok())
            .unwrap_or(0.0)
    };
    let saved = f64::min(term("bank"), term("bank") / 20.0 + term("inc") / 2.0);
    term("time") + saved.max(term("period"))
}
