//! `leatherback replay`: the rules on their own, line by line, to be compared with others.
//!
//! It reads `GAME TEXT` (a state), `play MOVE` or `play MOVE MOVE`, `legal`, `refuses MOVE` and
//! `perft DEPTH`, and answers each with one line.

use std::io::{self, BufRead, Write};

use crate::shell::board::{Board, Outcome, BLACK};
use crate::shell::text::{names, square};
use crate::squares::{bit, count, members};
use crate::veletas::position::{Move, Phase, Position};

#[derive(Clone, Copy)]
enum State {
    Shell(Board),
    Veletas(Position),
}

pub fn run() -> io::Result<()> {
    let mut state = State::Shell(Board::empty());
    let mut out = io::BufWriter::new(io::stdout().lock());
    for line in io::stdin().lock().lines() {
        let line = line?;
        let answer = answer(&mut state, &line).unwrap_or_else(|error| format!("error: {error}"));
        writeln!(out, "{answer}")?;
    }
    Ok(())
}

fn answer(state: &mut State, line: &str) -> Result<String, String> {
    let (keyword, rest) = line.split_once(' ').unwrap_or((line, ""));
    match keyword {
        "what-the-shell" => *state = State::Shell(rest.parse()?),
        "veletas" => *state = State::Veletas(rest.parse()?),
        "play" => state.play(rest).ok_or("found an illegal move")?,
        "legal" => return Ok(state.legal().join(" ")),
        "refuses" => {
            let mut tried = *state;
            return Ok(if tried.play(rest).is_some() { "no" } else { "yes" }.to_string());
        }
        "perft" => {
            let depth = rest.parse().map_err(|_| "found no depth")?;
            return Ok(state.perft(depth).to_string());
        }
        _ => return Err(format!("found the unknown word {keyword:?}")),
    }
    Ok(state.tell())
}

impl State {
    /// Play the moves of a turn, one for each seat to move; None if one is illegal.
    fn play(&mut self, texts: &str) -> Option<()> {
        match self {
            State::Shell(board) => {
                let (black, white) = texts.split_once(' ')?;
                let squares = [square(black)?, square(white)?];
                let legal = squares.iter().all(|&chosen| board.free() & bit(chosen) != 0);
                (legal && board.outcome().is_none()).then(|| board.play(squares))
            }
            State::Veletas(position) => {
                let played = position.read_move(texts)?;
                position.allows(played).then(|| position.play(played))
            }
        }
    }

    /// The legal moves; of placements, which are too many, none.
    fn legal(&self) -> Vec<String> {
        match self {
            State::Shell(board) if board.outcome().is_some() => Vec::new(),
            State::Shell(board) => names(board.free()),
            State::Veletas(position) => match position.phase {
                Phase::Choose => ["black", "white"].map(String::from).to_vec(),
                Phase::Play => {
                    let shots = position.shots();
                    shots.iter().map(|&shot| position.geometry.write_shot(shot)).collect()
                }
                _ => Vec::new(),
            },
        }
    }

    /// The state, and how it ended if it did: `STATE | line 1`, the number of the seat that won.
    fn tell(&self) -> String {
        match self {
            State::Shell(board) => {
                let end = match board.outcome() {
                    None => "-".to_string(),
                    Some(Outcome::Full) => "board-full 0".to_string(),
                    Some(Outcome::Won { by, sudden }) => {
                        let word = if sudden { "sudden-death" } else { "line" };
                        format!("{word} {}", if by == BLACK { 1 } else { 2 })
                    }
                };
                format!("{board} | {end}")
            }
            State::Veletas(position) => {
                let end = match (position.phase, position.winner()) {
                    (Phase::Over, Some(colour)) => {
                        let seat = if position.first == Some(colour) { 1 } else { 2 };
                        format!("majority {seat}")
                    }
                    _ => "-".to_string(),
                };
                format!("{position} | {end}")
            }
        }
    }

    /// How many sequences of so many turns there are.
    fn perft(&self, depth: u32) -> u64 {
        match self {
            State::Shell(board) => shell_perft(board, depth),
            State::Veletas(position) => veletas_perft(position, depth),
        }
    }
}

fn shell_perft(board: &Board, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if board.outcome().is_some() {
        return 0;
    }
    let free = board.free();
    if depth == 1 {
        return (count(free) as u64).pow(2);
    }
    let after = |black: usize, white: usize| {
        let mut next = *board;
        next.play([black, white]);
        shell_perft(&next, depth - 1)
    };
    members(free).map(|black| members(free).map(|white| after(black, white)).sum::<u64>()).sum()
}

fn veletas_perft(position: &Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if position.phase == Phase::Over {
        return 0;
    }
    let shots = position.shots();
    if depth == 1 {
        return shots.len() as u64;
    }
    let after = |&shot| {
        let mut next = *position;
        next.play(Move::Shoot(shot));
        veletas_perft(&next, depth - 1)
    };
    shots.iter().map(after).sum()
}
