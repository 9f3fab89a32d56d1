//! `leatherback bench`: how fast it is here, on one core.

use std::time::{Duration, Instant};

use crate::random::Random;
use crate::search::Limits;
use crate::settings::Selection;
use crate::shell::board::Board;
use crate::veletas::geometry::geometry;
use crate::veletas::position::Position;
use crate::{shell, veletas};

const TIME: Duration = Duration::from_secs(1);

pub fn run() {
    let mut random = Random::new(1);
    let limits = Limits {
        nodes: None,
        deadline: Instant::now() + TIME,
        threads: 1,
        memory: 1 << 30,
        selection: Selection::Regret,
    };
    let mut points = 0.0;
    let playout = || points += shell::playout::random_result(Board::empty(), &mut random) as f64;
    let (playouts, seconds) = timed(|| limits.spend(playout));
    let (speed, share) = (playouts as f64 / seconds, points / playouts as f64);
    println!("what-the-shell random playouts/s {speed:.0} (Black scores {share:.3})");
    for selection in [Selection::Regret, Selection::Uct] {
        let limits = Limits { deadline: Instant::now() + TIME, selection, ..limits };
        let (found, seconds) =
            timed(|| shell::Search::default().choose(&Board::empty(), 0, &limits, &mut random));
        let speed = found.nodes as f64 / seconds;
        println!("what-the-shell search nodes/s {speed:.0} ({selection:?})");
    }
    for size in [7, 9, 10] {
        let limits = Limits { deadline: Instant::now() + TIME, ..limits };
        let position = middle_game(size, &mut random);
        let (found, seconds) =
            timed(|| veletas::Search::default().choose(&position, &limits, &mut random));
        println!("veletas {size}x{size} search nodes/s {:.0}", found.nodes as f64 / seconds);
    }
}

/// A position of Veletas some moves after all was placed.
fn middle_game(size: usize, random: &mut Random) -> Position {
    let mut position = Position::start(geometry(size).expect("a size of the game"));
    for _ in 0..8 {
        position.play(veletas::any(&position, random));
    }
    position
}

/// What was done, and how many seconds it had a processor.
fn timed<Done>(work: impl FnOnce() -> Done) -> (Done, f64) {
    let (started, used) = (Instant::now(), processor_time());
    let done = work();
    let passed = started.elapsed().as_secs_f64();
    let seconds = processor_time().zip(used).map(|(now, before)| now - before);
    (done, seconds.unwrap_or(passed))
}

/// The seconds that this thread has had a processor, where the system tells.
fn processor_time() -> Option<f64> {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    told.split(' ').next()?.parse::<f64>().ok().map(|nanoseconds| nanoseconds / 1e9)
}
