//! leatherback plays What the Shell and Veletas over the arena's wire protocol.

mod bench;
mod clock;
mod counts;
mod input;
mod random;
mod replay;
mod search;
mod session;
mod settings;
mod shell;
mod squares;
mod veletas;

fn main() -> std::io::Result<()> {
    match std::env::args().nth(1).as_deref() {
        None => session::run(),
        Some("replay") => replay::run(),
        Some("bench") => {
            bench::run();
            Ok(())
        }
        Some(word) => {
            eprintln!("found {word:?}, expected replay, bench or nothing");
            std::process::exit(2);
        }
    }
}
