//! A tree of what may come in Veletas.

use super::position::{Move, Phase, Position, BLACK};
use super::rating::chance;
use super::{rating, setup, shots};
use crate::counts::{halve, MOST};
use crate::random::Random;

const NONE: u32 = u32::MAX;
/// How far promise and curiosity go against what has been seen.
const REACH: f32 = 1.3;
/// By how much an arm that has not been tried counts less than the node.
const UNTRIED: f32 = 0.1;
/// How much a gain in log odds makes an arm more promising.
const SHARPNESS: f32 = 2.0;
/// How many placements are looked at.
const PLACEMENTS: usize = 40;

struct Arm {
    played: Move,
    promise: f32,
    child: u32,
    visits: f32,
    /// The sum of what the side to move got.
    paid: f32,
}

struct Node {
    position: Position,
    /// What the first player can expect by the look of it.
    value: f32,
    arms: Vec<Arm>,
}

#[derive(Default)]
pub struct Tree {
    nodes: Vec<Node>,
    left: usize,
    path: Vec<(u32, usize)>,
    pub depth: usize,
}

impl Tree {
    /// Begin a tree that takes about so many bytes at most.
    pub fn begin(&mut self, position: &Position, memory: usize, random: &mut Random) {
        self.nodes.clear();
        self.left = memory;
        self.depth = 0;
        self.add(*position);
        self.open(0, random);
    }

    fn add(&mut self, position: Position) -> f32 {
        let value = worth(&position);
        self.nodes.push(Node { position, value, arms: Vec::new() });
        self.left = self.left.saturating_sub(std::mem::size_of::<Node>());
        value
    }

    /// Give a node its arms.
    fn open(&mut self, node: u32, random: &mut Random) {
        let position = &self.nodes[node as usize].position;
        let rated: Vec<(f32, Move)> = match position.phase {
            Phase::Over => Vec::new(),
            Phase::Choose => [0, 1].map(|colour| (0.0, Move::Choose { colour })).to_vec(),
            Phase::Play => shots::promising(position)
                .into_iter()
                .map(|(gain, shot)| (gain, Move::Shoot(shot)))
                .collect(),
            _ => setup::promising(position, PLACEMENTS, random),
        };
        let best = rated.first().map_or(0.0, |&(gain, _)| gain);
        let weights: Vec<f32> =
            rated.iter().map(|(gain, _)| (SHARPNESS * (gain - best)).exp()).collect();
        let sum: f32 = weights.iter().sum();
        let arms = rated.into_iter().zip(weights).map(|((_, played), weight)| Arm {
            played,
            promise: weight / sum,
            child: NONE,
            visits: 0.0,
            paid: 0.0,
        });
        let arms: Vec<Arm> = arms.collect();
        self.left = self.left.saturating_sub(arms.len() * std::mem::size_of::<Arm>());
        self.nodes[node as usize].arms = arms;
    }

    /// Walk down, add a node, and tell those above what it is worth.
    pub fn grow(&mut self, random: &mut Random) {
        self.path.clear();
        let value = self.descend(random);
        self.depth = self.depth.max(self.path.len());
        for &(node, arm) in &self.path {
            let node = &mut self.nodes[node as usize];
            let paid = if node.position.seat() == Some(1) { value } else { 1.0 - value };
            node.pay(arm, paid);
        }
    }

    /// Walk down to a new node, and add it if there is room; what the first player can expect.
    fn descend(&mut self, random: &mut Random) -> f32 {
        let full = self.left == 0;
        let mut at = 0;
        loop {
            let node = &self.nodes[at as usize];
            if node.position.phase == Phase::Over || full && node.arms.is_empty() {
                return node.value;
            }
            if node.arms.is_empty() {
                self.open(at, random);
            }
            let added = self.nodes.len() as u32;
            let node = &mut self.nodes[at as usize];
            let number = node.choose();
            self.path.push((at, number));
            let arm = &mut node.arms[number];
            if arm.child != NONE {
                at = arm.child;
                continue;
            }
            let mut position = node.position;
            position.play(arm.played);
            if full {
                return worth(&position);
            }
            arm.child = added;
            return self.add(position);
        }
    }

    /// The move that has been tried most, of those of several trees with the same root.
    pub fn favourite(trees: &[Tree]) -> Move {
        let visits = |tree: &Tree, arm: usize| tree.nodes[0].arms[arm].visits;
        let arms = &trees[0].nodes[0].arms;
        let total = |arm: usize| trees.iter().map(|tree| visits(tree, arm)).sum::<f32>();
        let best =
            (1..arms.len()).fold(0, |best, arm| if total(arm) > total(best) { arm } else { best });
        arms[best].played
    }

    /// The moves that are expected from here on.
    pub fn expected(&self) -> Vec<Move> {
        let (mut at, mut moves) = (0, Vec::new());
        while at != NONE {
            let arms = &self.nodes[at as usize].arms;
            let tried = arms.iter().filter(|arm| arm.visits > 0.0);
            let best = tried.max_by(|one, other| one.visits.total_cmp(&other.visits));
            moves.extend(best.map(|best| best.played));
            at = best.map_or(NONE, |best| best.child);
        }
        moves
    }

    /// What the side to move has got on average.
    pub fn score(&self) -> f32 {
        let root = &self.nodes[0];
        root.arms.iter().map(|arm| arm.paid).sum::<f32>() / root.visits().max(1.0)
    }
}

impl Node {
    /// What trying `arm` brought the side to move.
    fn pay(&mut self, arm: usize, amount: f32) {
        let tried = &mut self.arms[arm];
        tried.visits += 1.0;
        tried.paid += amount;
        if tried.visits >= MOST {
            halve(self.arms.iter_mut().flat_map(|arm| [&mut arm.visits, &mut arm.paid]));
        }
    }

    fn visits(&self) -> f32 {
        self.arms.iter().map(|arm| arm.visits).sum()
    }

    /// The arm to try: what has paid, and what is promising and has seldom been tried.
    fn choose(&self) -> usize {
        let (mut visits, mut paid) = (0.0, 0.0);
        for arm in &self.arms {
            visits += arm.visits;
            paid += arm.paid;
        }
        let look = if self.position.seat() == Some(1) { self.value } else { 1.0 - self.value };
        let untried = (paid + look) / (visits + 1.0) - UNTRIED;
        let reach = REACH * (visits + 1.0).sqrt();
        let (mut best, mut chosen) = (f32::MIN, 0);
        for (number, arm) in self.arms.iter().enumerate() {
            let mean = if arm.visits > 0.0 { arm.paid / arm.visits } else { untried };
            let bound = mean + reach * arm.promise / (1.0 + arm.visits);
            if bound > best {
                (best, chosen) = (bound, number);
            }
        }
        chosen
    }
}

/// What the first player can expect by the look of a position.
fn worth(position: &Position) -> f32 {
    let black = match position.phase {
        Phase::Play | Phase::Over => rating::value(position),
        _ => chance(rating::Outlook::new(position).quiet(position)),
    };
    match position.first {
        Some(BLACK) => black,
        Some(_) => 1.0 - black,
        // The second player is to take a colour, and takes the better one.
        None => black.min(1.0 - black),
    }
}

#[cfg(test)]
mod tests {
    use super::super::geometry::geometry;
    use super::*;

    #[test]
    fn every_visit_counts_however_many_there_were() {
        let mut tree = Tree::default();
        tree.begin(&Position::start(geometry(7).unwrap()), 0, &mut Random::new(1));
        let root = &mut tree.nodes[0];
        (root.arms[0].visits, root.arms[0].paid) = (MOST - 1.0, MOST / 2.0 - 1.0);
        (root.arms[1].visits, root.arms[1].paid) = (1000.0, 500.0);
        root.pay(0, 1.0);
        (0..1000).for_each(|_| root.pay(0, 1.0));
        (0..1000).for_each(|_| root.pay(1, 1.0));
        let found = |arm: usize| (root.arms[arm].visits, root.arms[arm].paid);
        assert_eq!(found(0), (MOST / 2.0 + 1000.0, MOST / 4.0 + 1000.0));
        assert_eq!(found(1), (1500.0, 1250.0));
    }
}
