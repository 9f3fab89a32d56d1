//! How far counts go in f32, and what is done there.

/// From 2^24 on, adding 1 to an f32 changes nothing, while sums of less than that go on growing. A
/// tree that is full of memory is still visited on and on, its root once for each node: that is,
/// after half a minute of What the Shell. Whole numbers as counts would need sums in f64 beside
/// them, which take more time and memory in every search.
pub const MOST: f32 = (1 << 24) as f32;

/// Halve counts, and with them what they are weighed against: means and shares stay as they are, and
/// what comes later counts again. The sums are still rounded: of millions that are all alike, the
/// mean is not exact.
#[cold]
pub fn halve<'counts>(counts: impl IntoIterator<Item = &'counts mut f32>) {
    counts.into_iter().for_each(|count| *count /= 2.0);
}
