//! The options that the bot declares, and what they are set to.

use crate::shell::arms::Selection;

pub const DECLARED: [&str; 6] = [
    "name=level type=int default=10 min=1 max=10",
    "name=threads type=int default=1 min=1 max=256",
    "name=memory type=int default=256 min=16 max=65536",
    "name=nodes type=int default=0 min=0",
    "name=seed type=int default=0 min=0",
    "name=selection type=choice default=uct values=uct,regret",
];

/// What makes a level: how many playouts a move gets, and in how many of a hundred moves chance
/// alone decides.
struct Level {
    nodes: u64,
    slips: usize,
}

/// Level 1 first; the last one is bounded by the clock alone.
const LEVELS: [Level; 9] = [
    Level { nodes: 2, slips: 60 },
    Level { nodes: 4, slips: 40 },
    Level { nodes: 8, slips: 25 },
    Level { nodes: 16, slips: 14 },
    Level { nodes: 40, slips: 7 },
    Level { nodes: 100, slips: 3 },
    Level { nodes: 300, slips: 0 },
    Level { nodes: 1000, slips: 0 },
    Level { nodes: 4000, slips: 0 },
];

pub struct Settings {
    level: usize,
    pub threads: usize,
    /// Bytes.
    pub memory: usize,
    nodes: u64,
    /// What chance starts from in each game; 0 for the seed of the game.
    pub seed: u64,
    pub selection: Selection,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            level: 10,
            threads: 1,
            memory: 256 << 20,
            nodes: 0,
            seed: 0,
            selection: Selection::Uct,
        }
    }
}

impl Settings {
    /// Set an option, if it is one and takes this text.
    pub fn set(&mut self, name: &str, text: &str) {
        let number = |least: u64, most: u64| match text.parse() {
            Ok(number) if (least..=most).contains(&number) => Some(number),
            _ => None,
        };
        let done = match name {
            "level" => number(1, 10).map(|level| self.level = level as usize),
            "threads" => number(1, 256).map(|threads| self.threads = threads as usize),
            "memory" => number(16, 65536).map(|most| self.memory = (most as usize) << 20),
            "nodes" => number(0, u64::MAX).map(|nodes| self.nodes = nodes),
            "seed" => number(0, u64::MAX).map(|seed| self.seed = seed),
            "selection" => selection(text).map(|selection| self.selection = selection),
            _ => None,
        };
        if done.is_none() {
            eprintln!("option {name} cannot be {text:?}");
        }
    }

    /// How many playouts a move gets if a number decides: the option's, else the clock's, but no
    /// more than the level has.
    pub fn nodes(&self, told: Option<u64>) -> Option<u64> {
        let wanted = if self.nodes > 0 { Some(self.nodes) } else { told };
        let level = LEVELS.get(self.level - 1).map(|level| level.nodes);
        [wanted, level].into_iter().flatten().min()
    }

    /// In how many of a hundred moves chance alone decides.
    pub fn slips(&self) -> usize {
        LEVELS.get(self.level - 1).map_or(0, |level| level.slips)
    }
}

fn selection(text: &str) -> Option<Selection> {
    match text {
        "uct" => Some(Selection::Uct),
        "regret" => Some(Selection::Regret),
        _ => None,
    }
}
