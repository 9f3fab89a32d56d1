//! A tree of what may come in What the Shell, where both sides decide at every node.

use super::arms::{Arms, WIDTH};
use super::board::{Board, Outcome, BLACK, WHITE};
use super::rating::{result, Outlook};
use crate::counts::{halve, MOST};
use crate::random::Random;
use crate::settings::Selection;

const NONE: u32 = u32::MAX;

struct Node {
    board: Board,
    visits: f32,
    /// The sum of what Black got by the walks through this node.
    total: f32,
    over: bool,
    /// The node's place among the branches, once it has been seen twice.
    branch: u32,
}

struct Branch {
    arms: [Arms; 2],
    /// The nodes that the arms lead to: WIDTH of White's for each of Black's.
    children: [u32; WIDTH * WIDTH],
}

#[derive(Default)]
pub struct Tree {
    nodes: Vec<Node>,
    branches: Vec<Branch>,
    memory: usize,
    selection: Selection,
    path: Vec<(u32, [usize; 2])>,
    pub depth: usize,
}

impl Tree {
    /// Begin a tree that takes about so many bytes at most.
    pub fn begin(&mut self, board: &Board, selection: Selection, memory: usize) {
        self.memory = memory;
        self.nodes.clear();
        self.branches.clear();
        self.selection = selection;
        self.depth = 0;
        self.add(*board);
        self.branch(0);
    }

    /// Add a node; what Black can expect there.
    fn add(&mut self, board: Board) -> f32 {
        let outcome = board.outcome();
        let (value, over) = (look(&board, outcome), outcome.is_some());
        self.nodes.push(Node { board, visits: 1.0, total: value, over, branch: NONE });
        value
    }

    fn branch(&mut self, node: u32) {
        let board = &self.nodes[node as usize].board;
        let outlook = Outlook::new(board);
        let arms = [Arms::new(outlook.promising(BLACK)), Arms::new(outlook.promising(WHITE))];
        self.nodes[node as usize].branch = self.branches.len() as u32;
        self.branches.push(Branch { arms, children: [NONE; WIDTH * WIDTH] });
    }

    /// Walk down, add a node, and tell those above what it is worth.
    pub fn grow(&mut self, random: &mut Random) {
        self.path.clear();
        let value = self.descend(random);
        self.depth = self.depth.max(self.path.len());
        for step in (0..self.path.len()).rev() {
            let (node, chosen) = self.path[step];
            self.learn(node, chosen, value);
        }
    }

    /// Walk down to a new node, and add it if there is room; what Black can expect there.
    fn descend(&mut self, random: &mut Random) -> f32 {
        let full = self.is_full();
        let mut at = 0;
        loop {
            let node = &mut self.nodes[at as usize];
            if node.over || full && node.branch == NONE {
                let value = node.worth();
                node.visit(value);
                return value;
            }
            if node.branch == NONE {
                self.branch(at);
            }
            let node = &self.nodes[at as usize];
            let branch = &mut self.branches[node.branch as usize];
            let chosen =
                [BLACK, WHITE].map(|side| branch.arms[side].choose(self.selection, random));
            self.path.push((at, chosen));
            let child = &mut branch.children[chosen[BLACK] * WIDTH + chosen[WHITE]];
            if *child != NONE {
                at = *child;
                continue;
            }
            let squares = [BLACK, WHITE].map(|side| branch.arms[side].squares[chosen[side]]);
            let mut board = node.board;
            board.play(squares.map(usize::from));
            if full {
                return look(&board, board.outcome());
            }
            *child = self.nodes.len() as u32;
            return self.add(board);
        }
    }

    fn is_full(&self) -> bool {
        let nodes = self.nodes.len() * std::mem::size_of::<Node>();
        nodes + self.branches.len() * std::mem::size_of::<Branch>() > self.memory
    }

    fn learn(&mut self, node: u32, chosen: [usize; 2], value: f32) {
        self.nodes[node as usize].visit(value);
        let branch = &mut self.branches[self.nodes[node as usize].branch as usize];
        if self.selection == Selection::Regret {
            for arm in 0..branch.arms[BLACK].open() {
                let child = branch.children[arm * WIDTH + chosen[WHITE]];
                if child != NONE && arm != chosen[BLACK] {
                    branch.arms[BLACK].regret(arm, self.nodes[child as usize].worth() - value);
                }
            }
            for arm in 0..branch.arms[WHITE].open() {
                let child = branch.children[chosen[BLACK] * WIDTH + arm];
                if child != NONE && arm != chosen[WHITE] {
                    branch.arms[WHITE].regret(arm, value - self.nodes[child as usize].worth());
                }
            }
        }
        branch.arms[BLACK].pay(chosen[BLACK], value);
        branch.arms[WHITE].pay(chosen[WHITE], 1.0 - value);
    }

    /// What `side` can choose at the root.
    pub fn root(&self, side: usize) -> &Arms {
        &self.branches[0].arms[side]
    }

    /// The squares that `side` is expected to choose from here on.
    pub fn expected(&self, side: usize) -> Vec<u8> {
        let (mut at, mut squares) = (0, Vec::new());
        while at != NONE && self.nodes[at as usize].branch != NONE {
            let branch = &self.branches[self.nodes[at as usize].branch as usize];
            let favourites = [BLACK, WHITE].map(|each| branch.arms[each].favourite(self.selection));
            squares.push(branch.arms[side].squares[favourites[side]]);
            at = branch.children[favourites[BLACK] * WIDTH + favourites[WHITE]];
        }
        squares
    }
}

impl Node {
    fn visit(&mut self, value: f32) {
        self.visits += 1.0;
        self.total += value;
        if self.visits == MOST {
            halve([&mut self.visits, &mut self.total]);
        }
    }

    /// What Black has got here on average.
    fn worth(&self) -> f32 {
        self.total / self.visits
    }
}

/// What Black can expect by the look of a position, or has got if it ends the game.
fn look(board: &Board, outcome: Option<Outcome>) -> f32 {
    outcome.map_or_else(|| Outlook::new(board).value(board), result)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_visit_counts_however_many_there_were() {
        let mut tree = Tree::default();
        tree.begin(&Board::empty(), Selection::Uct, 0);
        let root = &mut tree.nodes[0];
        (root.visits, root.total) = (MOST - 1.0, MOST / 2.0 - 1.0);
        root.visit(1.0);
        assert_eq!((root.visits, root.worth()), (MOST / 2.0, 0.5));
        (0..1000).for_each(|_| root.visit(0.0));
        assert_eq!((root.visits, root.total), (MOST / 2.0 + 1000.0, MOST / 4.0));
    }
}
