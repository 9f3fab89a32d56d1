//! The boards of Veletas: 7 x 7, 9 x 9 and 10 x 10.
//!
//! A square's number is 11 x rank + file, both from 0, whatever the size: a1 is 0, a2 is 11.

use crate::squares::{self, Set};

pub const STRIDE: usize = 11;
pub const NUMBERS: usize = 10 * STRIDE;

/// What the size of the board decides.
pub struct Geometry {
    pub size: usize,
    pub board: Set,
    /// The squares that are not on the edge: where shooters may be placed.
    pub inner: Set,
    /// All shooters, and how many of them make a majority.
    pub shooters: u32,
    pub majority: u32,
    /// The squares in each direction from each square: four that ascend, then four that descend.
    rays: [[Set; 8]; NUMBERS],
    /// The up to eight squares around each.
    pub around: [Set; NUMBERS],
}

static ALL: [Geometry; 3] = [Geometry::new(7, 3), Geometry::new(9, 5), Geometry::new(10, 7)];

/// The geometry of a size: 7, 9 or 10.
pub fn geometry(size: usize) -> Option<&'static Geometry> {
    ALL.iter().find(|each| each.size == size)
}

const WAYS: [(isize, isize); 8] =
    [(1, 0), (-1, 1), (0, 1), (1, 1), (-1, 0), (1, -1), (0, -1), (-1, -1)];

/// The squares whose file and rank are at least `from` and less than `to`.
const fn block(from: usize, to: usize) -> Set {
    let row: Set = ((1 << to) - 1) & !((1 << from) - 1);
    let (mut set, mut rank) = (0, from);
    while rank < to {
        set |= row << (rank * STRIDE);
        rank += 1;
    }
    set
}

/// The squares in a direction, and the first of them.
const fn ray(size: usize, square: usize, (right, up): (isize, isize)) -> (Set, Set) {
    let lines = size as isize;
    let (mut file, mut rank) = ((square % STRIDE) as isize, (square / STRIDE) as isize);
    let (mut all, mut first): (Set, Set) = (0, 0);
    loop {
        file += right;
        rank += up;
        if file < 0 || rank < 0 || file >= lines || rank >= lines {
            return (all, first);
        }
        all |= 1 << (rank * STRIDE as isize + file);
        if first == 0 {
            first = all;
        }
    }
}

impl Geometry {
    const fn new(size: usize, shooters: u32) -> Geometry {
        let mut new = Geometry {
            size,
            board: block(0, size),
            inner: block(1, size - 1),
            shooters,
            majority: shooters / 2 + 1,
            rays: [[0; 8]; NUMBERS],
            around: [0; NUMBERS],
        };
        let mut square = 0;
        while square < NUMBERS {
            let mut way = 0;
            while way < 8 && new.board >> square & 1 != 0 {
                let (ray, next) = ray(size, square, WAYS[way]);
                new.rays[square][way] = ray;
                new.around[square] |= next;
                way += 1;
            }
            square += 1;
        }
        new
    }

    /// The squares on queen's lines from `square` with no stone in between, the stones' excluded.
    #[inline]
    pub fn seen(&self, square: usize, stones: Set) -> Set {
        let rays = &self.rays[square];
        let mut seen = 0;
        for ray in &rays[..4] {
            let met = ray & stones;
            seen |= ray & (met & met.wrapping_neg()).wrapping_sub(1);
        }
        for ray in &rays[4..] {
            let met = ray & stones;
            let last = 127 - (met | 1).leading_zeros();
            seen |= ray & !((2 << last) - 1 - (met == 0) as Set);
        }
        seen
    }

    /// The squares that touch these orthogonally.
    #[inline(always)]
    pub fn beside(&self, set: Set) -> Set {
        (set << 1 | set >> 1 | set << STRIDE | set >> STRIDE) & self.board
    }

    pub fn name(&self, square: usize) -> String {
        squares::name(square, STRIDE)
    }

    /// The square of this name.
    pub fn square(&self, name: &str) -> Option<usize> {
        let file = name.bytes().next()?.checked_sub(b'a')? as usize;
        let digits = name.get(1..)?;
        let rank = digits.parse::<usize>().ok()?.checked_sub(1)?;
        let plain = digits.as_bytes()[0].is_ascii_digit() && digits.as_bytes()[0] != b'0';
        (plain && file < self.size && rank < self.size).then_some(rank * STRIDE + file)
    }
}
