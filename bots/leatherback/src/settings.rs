//! The options that the bot declares, and what they are set to.

/// How the sides choose at a node of What the Shell: each by a bound of its own, or by what it
/// regrets.
#[derive(Clone, Copy, Default, PartialEq, Debug)]
pub enum Selection {
    #[default]
    Uct,
    Regret,
}

const SELECTIONS: [(&str, Selection); 2] = [("uct", Selection::Uct), ("regret", Selection::Regret)];

/// An option that is a whole number, and where it is kept.
struct Number {
    name: &'static str,
    default: u64,
    least: u64,
    most: Option<u64>,
    kept: fn(&mut Settings) -> &mut u64,
}

#[rustfmt::skip]
const NUMBERS: [Number; 5] = [
    Number { name: "level", default: 10, least: 1, most: Some(10), kept: |all| &mut all.level },
    Number { name: "threads", default: 1, least: 1, most: Some(256), kept: |all| &mut all.threads },
    Number { name: "memory", default: 256, least: 16, most: Some(65536), kept: |all| &mut all.memory },
    Number { name: "nodes", default: 0, least: 0, most: None, kept: |all| &mut all.nodes },
    Number { name: "seed", default: 0, least: 0, most: None, kept: |all| &mut all.seed },
];

/// What makes a level: how many nodes a move gets, and in how many of a hundred moves chance alone
/// decides.
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
    level: u64,
    pub threads: u64,
    /// MiB.
    pub memory: u64,
    nodes: u64,
    /// What chance starts from in each game; 0 for the seed of the game.
    pub seed: u64,
    pub selection: Selection,
}

impl Default for Settings {
    fn default() -> Settings {
        let selection = Selection::default();
        let mut all = Settings { level: 0, threads: 0, memory: 0, nodes: 0, seed: 0, selection };
        for number in NUMBERS {
            *(number.kept)(&mut all) = number.default;
        }
        all
    }
}

/// What the handshake says of each option.
pub fn declared() -> Vec<String> {
    let values = SELECTIONS.map(|(word, _)| word).join(",");
    let default = SELECTIONS[0].0;
    let selection = format!("name=selection type=choice default={default} values={values}");
    NUMBERS.iter().map(Number::declared).chain([selection]).collect()
}

impl Number {
    fn declared(&self) -> String {
        let Number { name, default, least, .. } = self;
        let most = self.most.map_or(String::new(), |most| format!(" max={most}"));
        format!("name={name} type=int default={default} min={least}{most}")
    }

    fn read(&self, text: &str) -> Option<u64> {
        let bounds = self.least..=self.most.unwrap_or(u64::MAX);
        text.parse().ok().filter(|number| bounds.contains(number))
    }
}

impl Settings {
    /// Set an option, if it is one and takes this text.
    pub fn set(&mut self, name: &str, text: &str) {
        if self.take(name, text).is_none() {
            eprintln!("option {name} cannot be {text:?}");
        }
    }

    fn take(&mut self, name: &str, text: &str) -> Option<()> {
        if name == "selection" {
            self.selection = SELECTIONS.iter().find(|(word, _)| *word == text)?.1;
        } else {
            let number = NUMBERS.iter().find(|number| number.name == name)?;
            *(number.kept)(self) = number.read(text)?;
        }
        Some(())
    }

    /// How many nodes a move gets if a number decides: the option's, else the clock's, but no more
    /// than the level has.
    pub fn nodes(&self, told: Option<u64>) -> Option<u64> {
        let wanted = if self.nodes > 0 { Some(self.nodes) } else { told };
        let level = self.level().map(|level| level.nodes);
        [wanted, level].into_iter().flatten().min()
    }

    /// In how many of a hundred moves chance alone decides.
    pub fn slips(&self) -> usize {
        self.level().map_or(0, |level| level.slips)
    }

    fn level(&self) -> Option<&'static Level> {
        LEVELS.get(self.level as usize - 1)
    }
}
