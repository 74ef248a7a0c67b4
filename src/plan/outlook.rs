//! [`Outlook`]: all that follows from one snapshot, computed once and shared.

use std::sync::OnceLock;

use crate::plan::graph::Graph;
use crate::plan::readiness::{Readiness, is_freed_by, readiness, waits};
use crate::task::card::Task;
use crate::task::lane::Lane;
use crate::task::receipt::Wait;
use crate::task::snapshot::{Blocking, Snapshot};
use crate::task::warning::Warning;

/// What follows from one snapshot; every list is indexed by place in [`Snapshot::tasks`].
#[derive(Clone, Debug)]
pub struct Outlook {
    /// Who blocks whom.
    pub graph: Graph,
    /// Whether each card can be taken.
    pub readiness: Vec<Readiness>,
    /// What each card that is not completed waits for.
    pub waits: Vec<Vec<Wait>>,
    /// Each card's place in topological order.
    pub rank: Vec<usize>,
    /// The dependency loops.
    pub cycles: Vec<Vec<usize>>,
    in_cycle: Vec<bool>,
    /// Filled in for the cards that are asked about: on a large board most are never on the screen.
    frees_in_all: Vec<OnceLock<usize>>,
}

impl Outlook {
    /// Works out what follows from `snapshot`.
    pub fn of(snapshot: &Snapshot) -> Self {
        let graph = Graph::of(snapshot);
        let cycles = graph.cycles();
        let mut in_cycle = vec![false; snapshot.tasks.len()];
        for &place in cycles.iter().flatten() {
            in_cycle[place] = true;
        }
        Self {
            readiness: snapshot
                .tasks
                .iter()
                .map(|task| readiness(snapshot, task))
                .collect(),
            waits: snapshot
                .tasks
                .iter()
                .map(|task| {
                    if task.lane == Lane::Completed {
                        Vec::new()
                    } else {
                        waits(snapshot, task)
                    }
                })
                .collect(),
            rank: graph.topological_ranks(),
            frees_in_all: vec![OnceLock::new(); snapshot.tasks.len()],
            graph,
            cycles,
            in_cycle,
        }
    }

    /// Returns the pending cards that completing `place` alone would leave waiting for nothing.
    pub fn frees(&self, snapshot: &Snapshot, place: usize) -> Vec<usize> {
        if snapshot.tasks[place].lane == Lane::Completed {
            return Vec::new();
        }
        self.graph.dependents[place]
            .iter()
            .copied()
            .filter(|&dependent| {
                snapshot.tasks[dependent].lane == Lane::Pending
                    && is_freed_by(
                        snapshot,
                        &snapshot.tasks[dependent],
                        &self.waits[dependent],
                        &snapshot.tasks[place].key,
                    )
            })
            .collect()
    }

    /// Returns how many open cards hang on `place`, near and far.
    pub fn frees_in_all(&self, snapshot: &Snapshot, place: usize) -> usize {
        *self.frees_in_all[place].get_or_init(|| {
            Graph::reach(&self.graph.dependents, place)
                .into_iter()
                .filter(|&dependent| snapshot.tasks[dependent].lane == Lane::Pending)
                .count()
        })
    }

    /// Returns the loop that `place` is part of.
    pub fn cycle_of(&self, place: usize) -> Option<&[usize]> {
        if !self.in_cycle[place] {
            return None;
        }
        self.cycles
            .iter()
            .find(|cycle| cycle.contains(&place))
            .map(Vec::as_slice)
    }

    /// Returns what is odd about `place`, the reader's findings and the graph's, by name.
    pub fn warnings(&self, snapshot: &Snapshot, place: usize) -> Vec<Warning> {
        let task = &snapshot.tasks[place];
        let mut found = task.warnings.clone();
        if task.dependencies.ids().contains(&task.key.id) {
            found.push(Warning::SelfDependency);
        }
        if task
            .dependencies
            .ids()
            .iter()
            .any(|id| snapshot.get(&task.key.sibling(id)).is_none())
        {
            found.push(Warning::DanglingDependency);
        }
        if task.lane == Lane::InProgress && !self.waits[place].is_empty() {
            found.push(Warning::StartedWhileBlocked);
        }
        if self.is_stale(snapshot, place) {
            found.push(Warning::StaleBlock);
        }
        if Self::has_one_sided_edge(snapshot, place) {
            found.push(Warning::OneSidedEdge);
        }
        found.sort_by_key(Warning::name);
        found
    }

    /// Tells whether an open card is blocked by a list of finished cards only.
    fn is_stale(&self, snapshot: &Snapshot, place: usize) -> bool {
        let task = &snapshot.tasks[place];
        snapshot.profile.rules.blocking == Blocking::Listed
            && matches!(task.lane, Lane::Pending | Lane::InProgress)
            && !task.dependencies.ids().is_empty()
            && self.waits[place].is_empty()
    }

    /// Tells whether an open card names an open dependent that does not wait for it.
    fn has_one_sided_edge(snapshot: &Snapshot, place: usize) -> bool {
        let is_open = |task: &Task| matches!(task.lane, Lane::Pending | Lane::InProgress);
        let task = &snapshot.tasks[place];
        is_open(task)
            && task.blocks.iter().any(|id| {
                snapshot.get(&task.key.sibling(id)).is_some_and(|other| {
                    is_open(other) && !other.dependencies.ids().contains(&task.key.id)
                })
            })
    }
}
