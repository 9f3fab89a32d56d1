//! What a search may spend, and what it found: the same for both games.

use std::time::Instant;

use crate::input;
use crate::settings::Selection;

/// How many nodes pass between two looks at the clock and the input's end.
const PATIENCE: u64 = 16;

#[derive(Clone, Copy)]
pub struct Limits {
    /// How many nodes at most; at `deadline` or the end of the input it ends anyway.
    pub nodes: Option<u64>,
    pub deadline: Instant,
    pub threads: usize,
    /// Bytes, for all threads together.
    pub memory: usize,
    pub selection: Selection,
}

/// What a search found.
pub struct Finding {
    pub depth: usize,
    /// The result that is expected, from 0 to 1.
    pub score: f32,
    pub nodes: u64,
    /// The moves that are expected, the one to play first.
    pub expected: Vec<String>,
}

impl Finding {
    /// A move that was not searched, as a search would tell it.
    pub fn by_chance(played: String) -> Finding {
        Finding { depth: 0, score: 0.5, nodes: 0, expected: vec![played] }
    }

    pub fn played(&self) -> &str {
        &self.expected[0]
    }
}

impl Limits {
    /// Search node after node until the limit; how many there were.
    pub fn spend(&self, mut node: impl FnMut()) -> u64 {
        let most = self.nodes.unwrap_or(u64::MAX);
        let mut done = 0;
        while done < most && (done % PATIENCE != 0 || done == 0 || self.goes_on()) {
            node();
            done += 1;
        }
        done
    }

    fn goes_on(&self) -> bool {
        Instant::now() < self.deadline && !input::ended()
    }

    /// A search in each of these trees, each in a thread of its own and with its part of nodes and
    /// memory; what each search found.
    pub fn share<Tree: Send, Found: Send>(
        &self,
        trees: &mut [Tree],
        search: impl Fn(&mut Tree, u64, Limits) -> Found + Sync,
    ) -> Vec<Found> {
        let parts = self.parts(trees.len());
        if let [tree] = trees {
            return vec![search(tree, 0, parts[0])];
        }
        std::thread::scope(|scope| {
            let search = &search;
            let work = trees.iter_mut().zip(0..).zip(parts);
            let start = |((tree, number), part)| scope.spawn(move || search(tree, number, part));
            let running: Vec<_> = work.map(start).collect();
            running.into_iter().map(|thread| thread.join().unwrap()).collect()
        })
    }

    /// What each of so many trees may spend. However few nodes are wanted, each tree has one: before
    /// it, no move is better than another, nor known to be legal.
    fn parts(&self, trees: usize) -> Vec<Limits> {
        let among = trees as u64;
        let nodes = |all: u64, number| (all / among + u64::from(number < all % among)).max(1);
        let part = |number| Limits {
            nodes: self.nodes.map(|all| nodes(all, number)),
            memory: self.memory / trees,
            ..*self
        };
        (0..among).map(part).collect()
    }
}
