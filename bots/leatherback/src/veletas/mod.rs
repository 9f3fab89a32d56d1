//! Veletas.

pub mod geometry;
pub mod position;
pub mod text;
