//! How long to think, from what `go` says.

use std::time::{Duration, Instant};

/// A bank should last for so many more moves.
const MOVES_LEFT: f64 = 20.0;
/// The part of an increment that is spent at once.
const GAIN: f64 = 0.8;
/// What is left over: a part of the budget, within bounds in milliseconds. The machine may be
/// busy just when the answer is due.
const SPARE: f64 = 0.2;
const LEAST_SPARE: f64 = 3.0;
const MOST_SPARE: f64 = 40.0;
/// The part of the budget that is searched even so.
const LEAST: f64 = 0.2;

/// The number that a field such as `time=100` of a line gives, if it is there.
pub fn term(fields: &str, key: &str) -> Option<u64> {
    let mut pairs = fields.split_whitespace().filter_map(|field| field.split_once('='));
    pairs.find(|(name, _)| *name == key).and_then(|(_, text)| text.parse().ok())
}

/// How much longer answers took by the arena's clock than by this bot's.
#[derive(Default)]
pub struct Clock {
    lag: f64,
    spent: f64,
}

impl Clock {
    /// When to stop thinking about a turn for which the bot was asked at `asked`.
    pub fn deadline(&mut self, fields: &str, asked: Instant) -> Instant {
        if let Some(last) = term(fields, "last") {
            let lag = (last as f64 - self.spent).max(0.0);
            self.lag = lag.max(self.lag * 0.8);
        }
        let budget = budget(fields);
        let spare = (SPARE * budget).clamp(LEAST_SPARE, MOST_SPARE).max(self.lag + LEAST_SPARE);
        let searched = (budget - spare).max(LEAST * budget);
        asked + Duration::from_secs_f64(searched / 1000.0)
    }

    /// The answer to the turn asked at `asked` has been given.
    pub fn answered(&mut self, asked: Instant) {
        self.spent = asked.elapsed().as_secs_f64() * 1000.0;
    }
}

/// Milliseconds: the free time, and what leaves enough of a bank or periods for later turns.
fn budget(fields: &str) -> f64 {
    let term = |key| term(fields, key).unwrap_or(0) as f64;
    let saved = f64::min(term("bank"), term("bank") / MOVES_LEFT + term("inc") * GAIN);
    term("time") + saved.max(term("period"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bank_is_spent_in_parts() {
        assert_eq!(budget("bank=2000 inc=0"), 100.0);
        assert_eq!(budget("bank=2000 inc=50"), 140.0);
        assert_eq!(budget("bank=10 inc=50"), 10.0);
        assert_eq!(budget("time=50"), 50.0);
        assert_eq!(budget("bank=0 periods=3 period=1000"), 1000.0);
    }
}
