//! What the arena says, heard in a thread of its own, so that its end is noticed in mid-search.

use std::io::{self, BufRead};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{channel, Receiver};
use std::thread;
use std::time::Instant;

static ENDED: AtomicBool = AtomicBool::new(false);

/// A line, and when it came.
pub struct Line {
    pub text: String,
    pub came: Instant,
}

/// Whether `quit` or the end of the input has come: no answer is waited for any more.
pub fn ended() -> bool {
    ENDED.load(Ordering::Relaxed)
}

/// The lines of the standard input up to `quit`. Those that come while none is taken are kept.
pub fn lines() -> Receiver<io::Result<Line>> {
    let (sender, receiver) = channel();
    thread::spawn(move || {
        for line in io::stdin().lock().lines() {
            let failed = line.is_err();
            let line = line.map(|text| Line { text, came: Instant::now() });
            let quits = matches!(&line, Ok(line) if line.text.trim_end() == "quit");
            if quits || sender.send(line).is_err() || failed {
                break;
            }
        }
        ENDED.store(true, Ordering::Relaxed);
    });
    receiver
}
