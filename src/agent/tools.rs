//! The tools of one agent: create, claim, claim next, update, complete, release, list.
//!
//! The demo's agents call them today; every other road to the store for agents will lead
//! through here too.

use std::path::Path;
use std::sync::Arc;

use crate::agent::name::AgentName;
use crate::desk::apply::outcome_of;
use crate::desk::clock::Clock;
use crate::desk::decide::{Verdict, decide};
use crate::desk::door::Desk;
use crate::plan::graph::Graph;
use crate::plan::outlook::Outlook;
use crate::task::card::{Owner, Task};
use crate::task::command::{Command, Edit, Force, NewTask, Verb};
use crate::task::key::TaskKey;
use crate::task::lane::Lane;
use crate::task::receipt::{Outcome, Receipt};
use crate::task::snapshot::Snapshot;
use crate::text::safe::SafeText;

/// What one agent may do to the board.
pub struct Tools {
    desk: Desk,
    session: Option<SafeText>,
    name: AgentName,
}

/// Why a tool did nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ToolError {
    /// A card must say what is to be done.
    #[error("the title is blank")]
    BlankTitle,
    /// A new card can wait only for cards that are there.
    #[error("there is no task {0} to depend on")]
    UnknownDependency(SafeText),
    /// Two cards would wait for one another, and neither could ever begin.
    #[error("task {0} waits for it already, so neither could begin")]
    Cycle(SafeText),
    /// There is no such card.
    #[error("there is no task {0}")]
    Missing(TaskKey),
    /// The card is not this agent's to change; holds whose it is.
    #[error("task {key} is not yours{}", .owner.as_ref().map_or_else(String::new, |owner| format!(": {} has it", owner.name())))]
    NotHeld {
        /// Which card.
        key: TaskKey,
        /// Who has it.
        owner: Option<Owner>,
    },
    /// The session has used up its numbers.
    #[error("there is no number left for another task")]
    NoNumberLeft,
    /// Another process kept the store locked.
    #[error("the store is busy, try again")]
    Busy,
    /// The store failed or may not be written, for this reason.
    #[error("{0}")]
    Failed(String),
}

impl Tools {
    /// Opens `session` of the store at `path` for the agent `name`; a person's order of its
    /// cards lies in the folder `state`.
    pub fn open(
        path: &Path,
        session: Option<&str>,
        name: AgentName,
        state: Option<&Path>,
        clock: Clock,
    ) -> Result<Self, ToolError> {
        let desk =
            Desk::open(path, session, clock).map_err(|error| failure(outcome_of(Err(error))))?;
        let desk = desk.with_order(path, state);
        Ok(Self::at(desk, session, name))
    }

    /// Hands the tools to the agent `name` at a desk that is open on `session`.
    pub fn at(desk: Desk, session: Option<&str>, name: AgentName) -> Self {
        Self {
            desk,
            session: session.map(SafeText::new),
            name,
        }
    }

    /// Makes a pending card that waits for the cards of those ids, and returns its key.
    pub fn create(&mut self, title: &str, depends_on: &[SafeText]) -> Result<TaskKey, ToolError> {
        let session = self.session.clone();
        self.edit(|snapshot| {
            let key = next_key(snapshot, session.clone())?;
            let new = new_task(snapshot, key.clone(), title, depends_on)?;
            Ok((key, Edit::Create(new)))
        })
    }

    /// Claims the first ready card; the receipt names it.
    pub fn claim_next(&mut self) -> Receipt {
        self.desk.claim_next(self.name.as_str())
    }

    /// Claims a card.
    pub fn claim(&mut self, key: &TaskKey) -> Receipt {
        let command = self.command(Verb::Claim, key);
        self.desk.submit(&command)
    }

    /// Gives a card that the agent is at work on another title.
    pub fn update(&mut self, key: &TaskKey, title: &str) -> Result<(), ToolError> {
        let name = self.name.clone();
        self.edit(|snapshot| retitle(snapshot, key, title, &name).map(|edit| ((), edit)))
    }

    /// Has a card that the agent is at work on wait for another one.
    pub fn wait_for(&mut self, key: &TaskKey, on: &SafeText) -> Result<(), ToolError> {
        let name = self.name.clone();
        self.edit(|snapshot| depend(snapshot, key, on, &name).map(|edit| ((), edit)))
    }

    /// Finishes a card that the agent is at work on.
    pub fn complete(&mut self, key: &TaskKey) -> Receipt {
        self.end_work(Verb::Complete, key)
    }

    /// Puts a card that the agent is at work on back for anyone.
    pub fn release(&mut self, key: &TaskKey) -> Receipt {
        self.end_work(Verb::Release, key)
    }

    fn end_work(&mut self, verb: Verb, key: &TaskKey) -> Receipt {
        let command = self.command(verb, key);
        let result = self.desk.transact(|snapshot| {
            let Verdict { outcome, edits } = decide_at_work(snapshot, &command);
            (outcome, edits)
        });
        Receipt {
            verb: command.verb,
            key: command.key,
            actor: command.actor,
            outcome: outcome_of(result),
            deed: None,
        }
    }

    /// Returns every card, and what follows from them.
    pub fn list(&mut self) -> Result<(Arc<Snapshot>, Arc<Outlook>), ToolError> {
        self.desk
            .look()
            .map_err(|error| failure(outcome_of(Err(error))))
    }

    /// Tells whether the agent is at work on `task`.
    pub fn holds(&self, task: &Task) -> bool {
        is_at_work(task, self.name.as_str())
    }

    fn command(&self, verb: Verb, key: &TaskKey) -> Command {
        Command {
            verb,
            key: key.clone(),
            actor: self.name.as_str().to_owned(),
            seen: None,
            force: Force::Obey,
        }
    }

    /// Writes the one edit that `decide` returns.
    fn edit<T>(
        &mut self,
        mut decide: impl FnMut(&Snapshot) -> Result<(T, Edit), ToolError>,
    ) -> Result<T, ToolError> {
        let result = self.desk.transact(|snapshot| match decide(snapshot) {
            Ok((answer, edit)) => (Ok(answer), vec![edit]),
            Err(error) => (Err(error), Vec::new()),
        });
        result.unwrap_or_else(|error| Err(failure(outcome_of(Err(error)))))
    }
}

/// Returns the key after the highest number of `session`.
fn next_key(snapshot: &Snapshot, session: Option<SafeText>) -> Result<TaskKey, ToolError> {
    let keys = snapshot.tasks.iter().map(|task| &task.key);
    let numbers = keys
        .filter(|key| key.session == session)
        .filter_map(|key| key.id.raw().parse::<u64>().ok());
    let next = numbers
        .max()
        .unwrap_or(0)
        .checked_add(1)
        .ok_or(ToolError::NoNumberLeft)?;
    Ok(TaskKey::new(session, &next.to_string()))
}

fn new_task(
    snapshot: &Snapshot,
    key: TaskKey,
    title: &str,
    depends_on: &[SafeText],
) -> Result<NewTask, ToolError> {
    if title.trim().is_empty() {
        return Err(ToolError::BlankTitle);
    }
    let mut ids: Vec<SafeText> = Vec::with_capacity(depends_on.len());
    for id in depends_on {
        if snapshot.get(&key.sibling(id)).is_none() {
            return Err(ToolError::UnknownDependency(id.clone()));
        }
        if !ids.contains(id) {
            ids.push(id.clone());
        }
    }
    Ok(NewTask {
        key,
        title: title.to_owned(),
        depends_on: ids,
    })
}

fn retitle(
    snapshot: &Snapshot,
    key: &TaskKey,
    title: &str,
    name: &AgentName,
) -> Result<Edit, ToolError> {
    if title.trim().is_empty() {
        return Err(ToolError::BlankTitle);
    }
    held(snapshot, key, name)?;
    Ok(Edit::Change {
        key: key.clone(),
        lane: None,
        owner: None,
        title: Some(title.to_owned()),
    })
}

/// Returns the card, if the agent is at work on it.
fn held<'a>(
    snapshot: &'a Snapshot,
    key: &TaskKey,
    name: &AgentName,
) -> Result<&'a Task, ToolError> {
    let task = snapshot
        .get(key)
        .ok_or_else(|| ToolError::Missing(key.clone()))?;
    if is_at_work(task, name.as_str()) {
        return Ok(task);
    }
    Err(ToolError::NotHeld {
        key: key.clone(),
        owner: task.owner.clone(),
    })
}

fn depend(
    snapshot: &Snapshot,
    key: &TaskKey,
    on: &SafeText,
    name: &AgentName,
) -> Result<Edit, ToolError> {
    held(snapshot, key, name)?;
    let graph = Graph::of(snapshot);
    let (Some(place), Some(other)) = (snapshot.place(key), snapshot.place(&key.sibling(on))) else {
        return Err(ToolError::UnknownDependency(on.clone()));
    };
    if place == other || Graph::reach(&graph.blockers, other).contains(&place) {
        return Err(ToolError::Cycle(on.clone()));
    }
    Ok(Edit::Dependencies {
        key: key.clone(),
        add: vec![on.clone()],
        remove: Vec::new(),
    })
}

/// Decides a verb that ends an agent's work: the board's rules, and only what it is at work on.
///
/// A person may finish any card that is ready and give up what is kept for them. An agent that
/// does so has missed that its card was put back, and would undo that.
fn decide_at_work(snapshot: &Snapshot, command: &Command) -> Verdict {
    let verdict = decide(snapshot, command);
    match snapshot.get(&command.key) {
        Some(task) if !verdict.edits.is_empty() && !is_at_work(task, &command.actor) => Verdict {
            outcome: Outcome::Conflict(Arc::clone(task)),
            edits: Vec::new(),
        },
        _ => verdict,
    }
}

fn is_at_work(task: &Task, name: &str) -> bool {
    task.lane == Lane::InProgress && task.is_held_by(name)
}

/// Turns the desk's name for a store's failure into the tools'.
fn failure(outcome: Outcome) -> ToolError {
    match outcome {
        Outcome::Busy => ToolError::Busy,
        Outcome::Refused(refusal) => ToolError::Failed(refusal.words()),
        Outcome::Failed(why) => ToolError::Failed(why),
        Outcome::Done { .. } | Outcome::Already | Outcome::Conflict(_) => {
            unreachable!("a store's failure is none of the rules' answers")
        }
    }
}

#[cfg(test)]
mod tests;
