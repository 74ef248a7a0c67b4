//! The dependency graph of a snapshot: cards as numbers, edges from blocker to dependent.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use petgraph::algo::kosaraju_scc;
use petgraph::graph::DiGraph;

use crate::task::snapshot::Snapshot;

/// Who blocks whom, by place in [`Snapshot::tasks`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Graph {
    /// For each card the cards it names as dependencies, itself left out.
    pub blockers: Vec<Vec<usize>>,
    /// For each card the cards that name it.
    pub dependents: Vec<Vec<usize>>,
}

impl Graph {
    /// Reads the edges of `snapshot`; names of cards that are not there give none.
    pub fn of(snapshot: &Snapshot) -> Self {
        let count = snapshot.tasks.len();
        let mut graph = Self {
            blockers: vec![Vec::new(); count],
            dependents: vec![Vec::new(); count],
        };
        for (place, task) in snapshot.tasks.iter().enumerate() {
            for id in task.dependencies.ids() {
                match snapshot.place(&task.key.sibling(id)) {
                    Some(blocker) if blocker != place => {
                        graph.blockers[place].push(blocker);
                        graph.dependents[blocker].push(place);
                    }
                    _ => {}
                }
            }
        }
        graph
    }

    /// Returns each loop of two or more cards, its members and the loops themselves in scan order.
    pub fn cycles(&self) -> Vec<Vec<usize>> {
        let edges = self
            .dependents
            .iter()
            .enumerate()
            .flat_map(|(from, ends)| ends.iter().map(move |&to| (from as u32, to as u32)));
        let graph: DiGraph<(), ()> = DiGraph::from_edges(edges);
        let mut cycles: Vec<Vec<usize>> = kosaraju_scc(&graph)
            .into_iter()
            .filter(|members| members.len() > 1)
            .map(|members| {
                let mut members: Vec<_> = members
                    .into_iter()
                    .map(petgraph::graph::NodeIndex::index)
                    .collect();
                members.sort_unstable();
                members
            })
            .collect();
        cycles.sort_unstable();
        cycles
    }

    /// Returns for each card its place in a topological order that keeps scan order where it may;
    /// members of cycles and what hangs on them come last, in scan order.
    pub fn topological_ranks(&self) -> Vec<usize> {
        let mut open: Vec<usize> = self.blockers.iter().map(Vec::len).collect();
        let mut free: BinaryHeap<Reverse<usize>> = open
            .iter()
            .enumerate()
            .filter(|&(_, &count)| count == 0)
            .map(|(place, _)| Reverse(place))
            .collect();
        let mut ranks = vec![usize::MAX; open.len()];
        let mut next = 0;
        while let Some(Reverse(place)) = free.pop() {
            ranks[place] = next;
            next += 1;
            for &dependent in &self.dependents[place] {
                open[dependent] -= 1;
                if open[dependent] == 0 {
                    free.push(Reverse(dependent));
                }
            }
        }
        for rank in ranks.iter_mut().filter(|rank| **rank == usize::MAX) {
            *rank = next;
            next += 1;
        }
        ranks
    }

    /// Returns every card reached from `start` along `edges`, `start` left out, nearest first.
    pub fn reach(edges: &[Vec<usize>], start: usize) -> Vec<usize> {
        let mut seen = vec![false; edges.len()];
        seen[start] = true;
        let mut found = vec![start];
        let mut looked = 0;
        while let Some(&place) = found.get(looked) {
            looked += 1;
            for &next in &edges[place] {
                if !std::mem::replace(&mut seen[next], true) {
                    found.push(next);
                }
            }
        }
        found.remove(0);
        found
    }
}
