//! The conversation with the arena. Leave this file alone: what the bot plays is in choose.rs.

mod choose;
mod random;
mod state;

use std::io::{self, BufRead, Write};

use choose::Bot;
use random::Random;
use state::{Newgame, State, Terms};

fn main() -> io::Result<()> {
    let mut bot = Bot::default();
    let mut random = Random::new(0);
    let mut game = Newgame::default();
    let mut position = String::new();
    for line in io::stdin().lock().lines() {
        let line = line?;
        let line = line.trim_end_matches('\r');
        let (keyword, rest) = line.split_once(' ').unwrap_or((line, ""));
        let (word, fields) = rest.split_once(' ').unwrap_or((rest, ""));
        match keyword {
            "arena" if word != "1" => {
                eprintln!("this bot speaks version 1 of the protocol, not {word}");
                std::process::exit(1);
            }
            "arena" => greet()?,
            "set" => bot.set_option(word, fields),
            "newgame" => {
                game = Newgame::new(&terms(fields));
                random = Random::new(if bot.seed == 0 { game.seed } else { bot.seed });
                eprintln!("game {word} as seat {}", game.seat);
                say(&format!("ready {word}"))?;
            }
            "state" => position = rest.to_string(),
            "go" => {
                let mut state = State::new(&position, &game, &terms(fields));
                say(&match bot.choose(&mut state, &mut random) {
                    Some(played) => format!("move {word} {played}"),
                    None => format!("resign {word}"),
                })?;
            }
            "ping" => say(&format!("pong {word}"))?,
            "quit" => break,
            _ => {} // not for us: the arena may say more than this bot knows
        }
    }
    Ok(())
}

fn greet() -> io::Result<()> {
    say(&format!("id name {}", choose::NAME))?;
    for option in choose::OPTIONS {
        say(&format!("option {option}"))?;
    }
    say("plays what-the-shell\nplays veletas\nready")
}

fn terms(fields: &str) -> Terms {
    let pairs = fields
        .split_whitespace()
        .filter_map(|field| field.split_once('='));
    pairs
        .map(|(key, value)| (key.to_string(), value.to_string()))
        .collect()
}

fn say(line: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "{line}")?;
    out.flush()
}
