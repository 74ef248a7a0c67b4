//! What the selected card waits for, near and far, and what waits for it.

use foldhash::{HashSet, HashSetExt as _};

use crate::scene::view::View;
use crate::task::lane::Lane;

/// The live cards before and behind one card, by place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Chain {
    start: Option<usize>,
    above: HashSet<usize>,
    below: HashSet<usize>,
    /// What waits for the card: those next to it, then those behind them, and so on.
    pub generations: Vec<Vec<usize>>,
}

impl Chain {
    /// Follows the open dependencies of `start` both ways; a finished card ends the chain.
    pub fn of(view: &View<'_>, start: usize) -> Self {
        let graph = &view.board.outlook.graph;
        if view.task(start).lane == Lane::Completed {
            return Self {
                start: Some(start),
                ..Self::default()
            };
        }
        let generations = layers(view, &graph.dependents, start);
        let blockers = layers(view, &graph.blockers, start);
        Self {
            start: Some(start),
            above: blockers.into_iter().flatten().collect(),
            below: generations.iter().flatten().copied().collect(),
            generations,
        }
    }

    /// Tells whether the line from `blocker` to `dependent` is part of the chain.
    pub fn holds(&self, blocker: usize, dependent: usize) -> bool {
        let is_start = |place| self.start == Some(place);
        (self.above.contains(&blocker) && (self.above.contains(&dependent) || is_start(dependent)))
            || (self.below.contains(&dependent)
                && (self.below.contains(&blocker) || is_start(blocker)))
    }
}

fn layers(view: &View<'_>, edges: &[Vec<usize>], start: usize) -> Vec<Vec<usize>> {
    let mut seen = HashSet::new();
    seen.insert(start);
    let mut found = Vec::new();
    let mut last = vec![start];
    while !last.is_empty() {
        let next: Vec<usize> = last
            .iter()
            .flat_map(|&place| &edges[place])
            .copied()
            .filter(|&place| view.task(place).lane != Lane::Completed && seen.insert(place))
            .collect();
        found.extend((!next.is_empty()).then(|| next.clone()));
        last = next;
    }
    found
}
