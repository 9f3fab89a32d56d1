//! The conversation with the arena.

use std::io::{self, Write};
use std::time::Instant;

use crate::clock::{term, Clock};
use crate::input::{self, Line};
use crate::random::Random;
use crate::search::{Finding, Limits};
use crate::settings::{declared, Settings};
use crate::shell::board::Board;
use crate::veletas::position::Position;
use crate::{shell, veletas};

/// What has been heard of the game that is played.
struct Session {
    settings: Settings,
    clock: Clock,
    random: Random,
    seat: usize,
    position: String,
    search: Search,
}

/// The search of the game that is played. Trees stay for the next game if it is the same; those of
/// the other game would hold as much memory again.
enum Search {
    Shell(shell::Search),
    Veletas(veletas::Search),
}

/// Answer what the arena says until it says `quit` or nothing more.
pub fn run() -> io::Result<()> {
    let mut session = Session {
        settings: Settings::default(),
        clock: Clock::default(),
        random: Random::new(0),
        seat: 1,
        position: String::new(),
        search: Search::Shell(shell::Search::default()),
    };
    for line in input::lines() {
        let Line { text, came } = line?;
        session.hear(text.trim_end(), came)?;
    }
    Ok(())
}

/// The first word of a line, and what follows it, however many spaces are between.
fn first_word(line: &str) -> (&str, &str) {
    let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
    (word, rest.trim_start())
}

fn say(lines: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(format!("{lines}\n").as_bytes())?;
    out.flush()
}

/// End with this on stderr: the bot cannot go on.
fn give_up(error: &str) -> ! {
    eprintln!("{error}");
    std::process::exit(1);
}

impl Session {
    fn hear(&mut self, line: &str, came: Instant) -> io::Result<()> {
        let (keyword, rest) = first_word(line);
        let (word, fields) = first_word(rest);
        match keyword {
            "arena" if word != "1" => {
                give_up(&format!("this bot speaks version 1 of the protocol, not {word:?}"))
            }
            "arena" => introduce(),
            "set" => {
                self.settings.set(word, fields);
                Ok(())
            }
            "newgame" => {
                self.begin(fields);
                say(&format!("ready {word}"))
            }
            "state" => {
                self.position = rest.to_string();
                Ok(())
            }
            "go" => self.answer(word, fields, came),
            "ping" => say(&format!("pong {word}")),
            _ => Ok(()), // not for this bot: the arena may say more than it knows
        }
    }

    fn begin(&mut self, fields: &str) {
        let seed = self.settings.seed;
        let seed = if seed > 0 { seed } else { term(fields, "seed").unwrap_or(0) };
        self.random = Random::new(seed);
        self.clock = Clock::default();
        self.seat = match term(fields, "seat") {
            Some(seat @ 1..=2) => seat as usize,
            _ => give_up(&format!("found {fields:?}, expected seat=1 or seat=2")),
        };
        self.position.clear();
        let veletas = fields.split(' ').any(|field| field == "game=veletas");
        match (&self.search, veletas) {
            (Search::Shell(_), true) => self.search = Search::Veletas(veletas::Search::default()),
            (Search::Veletas(_), false) => self.search = Search::Shell(shell::Search::default()),
            _ => {}
        }
    }

    fn answer(&mut self, turn: &str, fields: &str, asked: Instant) -> io::Result<()> {
        let limits = Limits {
            nodes: self.settings.nodes(term(fields, "nodes")),
            deadline: self.clock.deadline(fields, asked),
            threads: self.settings.threads as usize,
            memory: (self.settings.memory as usize) << 20,
            selection: self.settings.selection,
        };
        match self.choose(&limits) {
            Ok(_) if input::ended() => return Ok(()),
            Ok(found) => say(&format!("{}\nmove {turn} {}", info(&found), found.played()))?,
            Err(error) => give_up(&error),
        }
        self.clock.answered(asked);
        Ok(())
    }

    fn choose(&mut self, limits: &Limits) -> Result<Finding, String> {
        let slips = self.random.below(100) < self.settings.slips();
        let random = &mut self.random;
        let over = || format!("found {:?}, where the game is over, expected a turn", self.position);
        match &mut self.search {
            Search::Shell(search) => {
                let board: Board = self.position.parse()?;
                if board.outcome().is_some() {
                    return Err(over());
                }
                Ok(match slips {
                    true => shell::slip(&board, random),
                    false => search.choose(&board, self.seat - 1, limits, random),
                })
            }
            Search::Veletas(search) => {
                let position: Position = self.position.parse()?;
                if position.seat().is_none() {
                    return Err(over());
                }
                Ok(match slips {
                    true => veletas::slip(&position, random),
                    false => search.choose(&position, limits, random),
                })
            }
        }
    }
}

fn introduce() -> io::Result<()> {
    let options: String = declared().iter().map(|option| format!("option {option}\n")).collect();
    say(&format!(
        "id name leatherback\nid author engine-arena\n{options}\
         plays what-the-shell\nplays veletas\nready"
    ))
}

fn info(found: &Finding) -> String {
    let Finding { depth, score, nodes, expected } = found;
    let told = format!("info depth={depth} score={score:.3} nodes={nodes}");
    if expected.iter().any(|played| played.contains(',')) {
        return told;
    }
    format!("{told} pv={}", expected.join(","))
}
