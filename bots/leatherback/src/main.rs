//! leatherback plays What the Shell and Veletas over the arena's wire protocol.

mod random;
mod replay;
mod shell;
mod squares;
mod veletas;

fn main() -> std::io::Result<()> {
    match std::env::args().nth(1).as_deref() {
        Some("replay") => replay::run(),
        _ => Ok(()),
    }
}
