//! What the Shell.

pub mod board;
