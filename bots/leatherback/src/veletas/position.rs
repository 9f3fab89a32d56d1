//! The rules of Veletas.

use super::geometry::Geometry;
use crate::squares::{bit, count, members, Set};

pub const BLACK: usize = 0;
pub const WHITE: usize = 1;

#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Phase {
    Place1,
    Choose,
    Place2,
    Play,
    Over,
}

/// A stone, and before it a shooter's journey if one moves.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Shot {
    pub journey: Option<(u8, u8)>,
    pub target: u8,
}

#[derive(Clone, Copy)]
pub enum Move {
    Place { shooters: Set, stone: usize },
    Choose { colour: usize },
    Shoot(Shot),
}

#[derive(Clone, Copy)]
pub struct Position {
    pub geometry: &'static Geometry,
    pub phase: Phase,
    /// The colour to place or shoot next.
    pub side: usize,
    /// The colour of the first player, once it is chosen.
    pub first: Option<usize>,
    pub stones: [Set; 2],
    /// The unclaimed shooters.
    pub shooters: Set,
    pub claimed: [Set; 2],
}

impl Position {
    pub fn start(geometry: &'static Geometry) -> Position {
        Position {
            geometry,
            phase: Phase::Place1,
            side: BLACK,
            first: None,
            stones: [0; 2],
            shooters: 0,
            claimed: [0; 2],
        }
    }

    #[inline(always)]
    pub fn all_stones(&self) -> Set {
        self.stones[BLACK] | self.stones[WHITE]
    }

    #[inline(always)]
    pub fn free(&self) -> Set {
        let taken = self.all_stones() | self.shooters | self.claimed[BLACK] | self.claimed[WHITE];
        self.geometry.board & !taken
    }

    /// Who is to move: 1 or 2; None when the game is over.
    pub fn seat(&self) -> Option<usize> {
        match self.phase {
            Phase::Over => None,
            Phase::Place1 => Some(1),
            _ => Some(if self.first == Some(self.side) { 1 } else { 2 }),
        }
    }

    pub fn winner(&self) -> Option<usize> {
        [BLACK, WHITE].into_iter().find(|&side| count(self.claimed[side]) >= self.geometry.majority)
    }

    /// How many shooters are placed in this turn.
    pub fn shooters_to_place(&self) -> u32 {
        match self.phase {
            Phase::Place1 => self.geometry.shooters - self.geometry.majority,
            Phase::Place2 => self.geometry.majority,
            _ => 0,
        }
    }

    /// Where the unclaimed shooter on this square can go.
    #[inline]
    pub fn reach(&self, shooter: usize) -> Set {
        self.geometry.seen(shooter, self.all_stones()) & self.free()
    }

    /// Where a stone can land after this journey.
    #[inline]
    pub fn targets(&self, from: usize, to: usize) -> Set {
        self.geometry.seen(to, self.all_stones()) & (self.free() | bit(from)) & !bit(to)
    }

    /// Where a stone can land if no shooter moves.
    pub fn seen(&self) -> Set {
        members(self.shooters).fold(0, |seen, shooter| seen | self.reach(shooter))
    }

    pub fn allows(&self, played: Move) -> bool {
        match (played, self.phase) {
            (Move::Place { shooters, stone }, Phase::Place1 | Phase::Place2) => {
                let (free, inner) = (self.free(), self.geometry.inner);
                count(shooters) == self.shooters_to_place()
                    && shooters & !(free & inner) == 0
                    && bit(stone) & free & !shooters != 0
            }
            (Move::Choose { .. }, Phase::Choose) => true,
            (Move::Shoot(Shot { journey: None, target }), Phase::Play) => {
                self.seen() & bit(target as usize) != 0
            }
            (Move::Shoot(Shot { journey: Some((from, to)), target }), Phase::Play) => {
                let (from, to) = (from as usize, to as usize);
                self.shooters & bit(from) != 0
                    && self.reach(from) & bit(to) != 0
                    && self.targets(from, to) & bit(target as usize) != 0
            }
            _ => false,
        }
    }

    /// Play a move that is allowed.
    pub fn play(&mut self, played: Move) {
        match played {
            Move::Place { shooters, stone } => {
                self.shooters |= shooters;
                self.stones[self.side] |= bit(stone);
                self.side = 1 - self.side;
                let early = self.phase == Phase::Place1;
                self.phase = if early { Phase::Choose } else { Phase::Play };
            }
            Move::Choose { colour } => {
                self.first = Some(1 - colour);
                self.phase = Phase::Place2;
            }
            Move::Shoot(shot) => self.fire(shot),
        }
    }

    /// Play a shot that is allowed.
    #[inline]
    pub fn fire(&mut self, shot: Shot) {
        if let Some((from, to)) = shot.journey {
            self.shooters ^= bit(from as usize) | bit(to as usize);
        }
        self.stones[self.side] |= bit(shot.target as usize);
        self.side = 1 - self.side;
        self.claim();
    }

    /// The unclaimed shooters that can go nowhere.
    #[inline]
    pub fn trapped(&self) -> Set {
        let free = self.free();
        let trapped = members(self.shooters).filter(|&shooter| {
            self.geometry.around[shooter] & free == 0 && self.reach(shooter) == 0
        });
        trapped.fold(0, |set, shooter| set | bit(shooter))
    }

    /// Claim what is trapped; `side` is already the opponent of who has just moved.
    #[inline]
    fn claim(&mut self) {
        let trapped = self.trapped();
        for shooter in members(trapped) {
            self.shooters ^= bit(shooter);
            let owner = self.owner(shooter);
            self.claimed[owner] |= bit(shooter);
        }
        if trapped != 0 && self.winner().is_some() {
            self.phase = Phase::Over;
        }
    }

    /// Who has the largest group beside this square; if nobody, the side to move.
    fn owner(&self, square: usize) -> usize {
        let [black, white] = [self.largest(BLACK, square), self.largest(WHITE, square)];
        match black.cmp(&white) {
            std::cmp::Ordering::Greater => BLACK,
            std::cmp::Ordering::Less => WHITE,
            std::cmp::Ordering::Equal => self.side,
        }
    }

    /// The size of a colour's largest group beside this square.
    fn largest(&self, side: usize, square: usize) -> u32 {
        let own = self.stones[side];
        let mut left = self.geometry.beside(bit(square)) & own;
        let mut largest = 0;
        while left != 0 {
            let group = self.geometry.group(left & left.wrapping_neg(), own);
            left &= !group;
            largest = largest.max(count(group));
        }
        largest
    }

    /// Every legal move of `Phase::Play`.
    pub fn shots(&self) -> Vec<Shot> {
        let still = members(self.seen()).map(|target| Shot { journey: None, target: target as u8 });
        let mut all: Vec<Shot> = still.collect();
        for from in members(self.shooters) {
            for to in members(self.reach(from)) {
                let journey = Some((from as u8, to as u8));
                all.extend(
                    members(self.targets(from, to))
                        .map(|target| Shot { journey, target: target as u8 }),
                );
            }
        }
        all
    }
}

impl Geometry {
    /// The stones of `own` that are orthogonally connected with `seed`, which is among them.
    #[inline]
    pub fn group(&self, seed: Set, own: Set) -> Set {
        let mut group = seed;
        loop {
            let grown = group | self.beside(group) & own;
            if grown == group {
                return group;
            }
            group = grown;
        }
    }
}
