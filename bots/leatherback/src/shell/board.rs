//! The rules of What the Shell.
//!
//! A square's number is 10 x rank + file, both from 0, so a1 is 0, b1 is 1 and a2 is 10. No square
//! has a number that ends in 9: what is shifted over the board's right edge falls there.

use crate::squares::{bit, count, Set};

pub const SIDE: usize = 9;
pub const STRIDE: usize = 10;
pub const NUMBERS: usize = SIDE * STRIDE - 1;
/// The steps of the four axes: across, up, and the two diagonals.
pub const AXES: [usize; 4] = [1, STRIDE, STRIDE + 1, STRIDE - 1];
pub const BOARD: Set = board();
pub const BLACK: usize = 0;
pub const WHITE: usize = 1;

const fn board() -> Set {
    let rank: Set = (1 << SIDE) - 1;
    let mut all: Set = 0;
    let mut row = 0;
    while row < SIDE {
        all |= rank << (row * STRIDE);
        row += 1;
    }
    all
}

/// The ways to capture from a square, one in each direction: the two that would leave, and where
/// the turtle at the far end must stand. In halves of 64 bits, so that all eight are tried at once.
#[derive(Clone, Copy)]
struct Jaws {
    prey: [[u64; 8]; 2],
    ends: [[u64; 8]; 2],
}

static JAWS: [Jaws; NUMBERS] = jaws();
/// For each square, the others that can be in a line of five with it, axis by axis.
static STAR: [[Set; 4]; NUMBERS] = star();

const fn jaws() -> [Jaws; NUMBERS] {
    let mut all = [Jaws { prey: [[0; 8]; 2], ends: [[0; 8]; 2] }; NUMBERS];
    let mut square = 0;
    while square < NUMBERS {
        let mut way = 0;
        while way < 8 {
            let ahead = row(square, way, 3);
            let end = row(square, way, 3) & !row(square, way, 2);
            // Where the board ends too early there is no far end, and so no capture.
            if end != 0 {
                let prey = ahead & !end;
                all[square].prey[0][way] = prey as u64;
                all[square].prey[1][way] = (prey >> 64) as u64;
                all[square].ends[0][way] = end as u64;
                all[square].ends[1][way] = (end >> 64) as u64;
            }
            way += 1;
        }
        square += 1;
    }
    all
}

const fn star() -> [[Set; 4]; NUMBERS] {
    let mut all = [[0; 4]; NUMBERS];
    let mut square = 0;
    while square < NUMBERS {
        let mut way = 0;
        while way < 8 {
            all[square][way / 2] |= row(square, way, 4);
            way += 1;
        }
        square += 1;
    }
    all
}

/// The squares up to so many steps away from a square, ending with the board.
const fn row(square: usize, way: usize, steps: isize) -> Set {
    let step = AXES[way / 2] as isize * if way % 2 == 0 { 1 } else { -1 };
    let mut found = 0;
    let mut far = 1;
    while far <= steps {
        let number = square as isize + far * step;
        if number < 0 || number >= NUMBERS as isize || BOARD >> number & 1 == 0 {
            break;
        }
        found |= 1 << number;
        far += 1;
    }
    found
}

/// The squares of eggs, the oldest first.
#[derive(Clone, Copy)]
pub struct Queue {
    squares: [u8; SIDE * SIDE],
    length: u8,
}

impl Queue {
    pub fn as_slice(&self) -> &[u8] {
        &self.squares[..self.length as usize]
    }

    fn push(&mut self, square: usize) {
        self.squares[self.length as usize] = square as u8;
        self.length += 1;
    }

    /// Keep only the eggs that are in `left`.
    fn retain(&mut self, left: Set) {
        let mut kept = 0;
        for index in 0..self.length as usize {
            self.squares[kept] = self.squares[index];
            kept += (left >> self.squares[index] & 1) as usize;
        }
        self.length = kept as u8;
    }
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Outcome {
    /// Who has won, and whether the other had winning turtles too.
    Won {
        by: usize,
        sudden: bool,
    },
    Full,
}

#[derive(Clone, Copy)]
pub struct Board {
    /// The turtles of Black and of White.
    pub turtles: [Set; 2],
    pub eggs: Set,
    queue: Queue,
    /// Whether a line of five or more stands on the board.
    lined: bool,
}

impl Board {
    pub fn empty() -> Board {
        Board {
            turtles: [0; 2],
            eggs: 0,
            queue: Queue { squares: [0; 81], length: 0 },
            lined: false,
        }
    }

    pub fn new(turtles: [Set; 2], eggs: &[usize]) -> Board {
        let mut board = Board { turtles, ..Board::empty() };
        for &square in eggs {
            board.lay(square);
        }
        board.lined = lined(turtles[BLACK]) != 0 || lined(turtles[WHITE]) != 0;
        board
    }

    pub fn queue(&self) -> &[u8] {
        self.queue.as_slice()
    }

    pub fn free(&self) -> Set {
        BOARD & !(self.turtles[BLACK] | self.turtles[WHITE] | self.eggs)
    }

    /// How many winning turtles this side has.
    pub fn winning(&self, side: usize) -> u32 {
        if self.lined {
            count(lined(self.turtles[side]))
        } else {
            0
        }
    }

    pub fn outcome(&self) -> Option<Outcome> {
        let (black, white) = (self.winning(BLACK), self.winning(WHITE));
        if black != white {
            let by = if black > white { BLACK } else { WHITE };
            return Some(Outcome::Won { by, sudden: black.min(white) > 0 });
        }
        (self.free() == 0).then_some(Outcome::Full)
    }

    /// What a turtle that lands on `square` would capture: how often, and what leaves.
    #[inline]
    pub fn bite(&self, side: usize, square: usize) -> (u32, Set) {
        let own = self.turtles[side];
        let prey = self.turtles[1 - side] | self.eggs;
        let (own_low, own_high) = (own as u64, (own >> 64) as u64);
        let (prey_low, prey_high) = (prey as u64, (prey >> 64) as u64);
        let Jaws { prey: [low, high], ends: [end_low, end_high] } = &JAWS[square];
        let mut hits = 0;
        for way in 0..8 {
            let end = own_low & end_low[way] | own_high & end_high[way];
            let missing = low[way] & !prey_low | high[way] & !prey_high;
            hits |= ((end != 0 && missing == 0) as u32) << way;
        }
        if hits == 0 {
            return (0, 0);
        }
        let gone = (0..8).filter(|way| hits >> way & 1 != 0);
        let gone = gone.fold(0, |all, way| all | (high[way] as Set) << 64 | low[way] as Set);
        (hits.count_ones(), gone)
    }

    /// Both sides choose a free square.
    #[inline]
    pub fn play(&mut self, squares: [usize; 2]) {
        if squares[BLACK] == squares[WHITE] {
            self.lay(squares[BLACK]);
            return;
        }
        self.turtles[BLACK] |= bit(squares[BLACK]);
        self.turtles[WHITE] |= bit(squares[WHITE]);
        let (by_black, first) = self.bite(BLACK, squares[BLACK]);
        let (by_white, second) = self.bite(WHITE, squares[WHITE]);
        let mut stirred = self.lined
            || completes(self.turtles[BLACK], squares[BLACK])
            || completes(self.turtles[WHITE], squares[WHITE]);
        if by_black + by_white > 0 {
            self.remove(first | second);
            stirred |= self.hatch([by_black, by_white]);
        }
        if stirred {
            self.lined = lined(self.turtles[BLACK]) != 0 || lined(self.turtles[WHITE]) != 0;
        }
    }

    fn lay(&mut self, square: usize) {
        self.eggs |= bit(square);
        self.queue.push(square);
    }

    fn remove(&mut self, gone: Set) {
        self.turtles[BLACK] &= !gone;
        self.turtles[WHITE] &= !gone;
        if self.eggs & gone != 0 {
            self.eggs &= !gone;
            self.queue.retain(self.eggs);
        }
    }

    /// Eggs hatch, one for each pending capture; whether any did.
    fn hatch(&mut self, mut pending: [u32; 2]) -> bool {
        let mut hatched = false;
        while let (Some(&oldest), true) = (self.queue().first(), pending != [0, 0]) {
            let square = oldest as usize;
            self.remove(bit(square));
            if pending[BLACK] > 0 && pending[WHITE] > 0 {
                pending[BLACK] -= 1;
                pending[WHITE] -= 1;
                continue;
            }
            let side = if pending[BLACK] > 0 { BLACK } else { WHITE };
            self.turtles[side] |= bit(square);
            hatched = true;
            let (bites, gone) = self.bite(side, square);
            self.remove(gone);
            pending[side] += bites;
            pending[side] -= 1;
        }
        hatched
    }
}

/// Whether the turtle on `square` stands in a line of five or more.
#[inline]
fn completes(own: Set, square: usize) -> bool {
    let axes = STAR[square].iter().zip(AXES);
    axes.filter(|(others, _)| count(own & *others) >= 4)
        .any(|(others, step)| lined_along(own & (others | bit(square)), step) != 0)
}

/// The turtles that stand in a line of five or more.
pub fn lined(own: Set) -> Set {
    AXES.iter().fold(0, |found, &step| found | lined_along(own, step))
}

fn lined_along(own: Set, step: usize) -> Set {
    let pairs = own & own >> step;
    let fives = pairs & pairs >> (2 * step) & own >> (4 * step);
    let starts = fives | fives << step;
    starts | starts << (2 * step) | fives << (4 * step)
}
