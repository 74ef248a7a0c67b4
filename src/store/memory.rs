//! The specification in code: a store that keeps its cards in memory.
//!
//! The conformance suite holds every other kind against this one.

use std::sync::Arc;

use crate::store::contract::{Error, Names, Store, Version, Watched};
use crate::task::card::{Dependencies, Owner, Task};
use crate::task::command::{Edit, NewTask};
use crate::task::lane::Lane;
use crate::task::snapshot::{Access, SessionCards, Snapshot};
use crate::text::safe::SafeText;

/// A store without a disk.
#[derive(Debug)]
pub struct Memory {
    snapshot: Snapshot,
    version: u64,
}

impl Memory {
    /// Begins with these cards.
    pub fn new(snapshot: Snapshot) -> Self {
        Self {
            snapshot,
            version: 0,
        }
    }
}

impl Store for Memory {
    fn name(&self) -> String {
        "memory".to_owned()
    }

    fn version(&mut self) -> Result<Version, Error> {
        Ok(Version(self.version))
    }

    fn load(&mut self) -> Result<Snapshot, Error> {
        Ok(self.snapshot.clone())
    }

    fn transact(&mut self, decide: &mut dyn FnMut(&Snapshot) -> Vec<Edit>) -> Result<(), Error> {
        if let Access::ReadOnly(why) = &self.snapshot.profile.access {
            return Err(Error::ReadOnly(why.clone()));
        }
        let edits = decide(&self.snapshot);
        if !edits.is_empty() {
            self.snapshot = apply(&self.snapshot, &edits)?;
            self.version += 1;
        }
        Ok(())
    }

    fn watched(&self) -> Watched {
        Watched {
            folder: std::path::PathBuf::new(),
            names: Names::Exactly(Vec::new()),
        }
    }
}

/// Returns what a store says after `edits`, or why it takes none of them.
pub fn apply(before: &Snapshot, edits: &[Edit]) -> Result<Snapshot, Error> {
    let mut lists: Vec<SessionCards> = before
        .sessions
        .iter()
        .map(|session| SessionCards {
            name: session.name.clone(),
            orphan: session.orphan,
            tasks: before.tasks[session.cards.clone()].to_vec(),
        })
        .collect();
    for edit in edits {
        match edit {
            Edit::Change { key, .. } | Edit::Dependencies { key, .. } => {
                if before.get(key).is_none() {
                    return Err(Error::Failed(format!("#{key} is gone")));
                }
                let cards = lists.iter_mut().flat_map(|list| &mut list.tasks);
                if let Some(task) = cards.into_iter().find(|task| task.key == *key) {
                    *task = Arc::new(changed(task, edit));
                }
            }
            Edit::Create(new) => create(&mut lists, new)?,
        }
    }
    Ok(Snapshot::new(before.profile.clone(), lists))
}

fn changed(task: &Task, edit: &Edit) -> Task {
    let mut task = task.clone();
    match edit {
        Edit::Create(_) => {}
        Edit::Dependencies { add, remove, .. } => {
            let mut ids = task.dependencies.ids().to_vec();
            ids.retain(|id| !remove.contains(id));
            let new: Vec<_> = add.iter().filter(|id| !ids.contains(id)).cloned().collect();
            ids.extend(new);
            task.dependencies = Dependencies::Known(ids);
        }
        Edit::Change {
            lane, owner, title, ..
        } => {
            if let Some((lane, status)) = lane.and_then(|lane| Some((lane, lane.status()?))) {
                task.lane = lane;
                task.status = SafeText::new(status);
            }
            if let Some(owner) = owner {
                task.owner = owner.as_deref().and_then(Owner::named);
            }
            if let Some(title) = title {
                task.title = SafeText::new(title);
            }
        }
    }
    task
}

fn create(lists: &mut Vec<SessionCards>, new: &NewTask) -> Result<(), Error> {
    let mut keys = lists
        .iter()
        .flat_map(|list| &list.tasks)
        .map(|task| &task.key);
    if keys.any(|key| *key == new.key) {
        let why = format!("there is a task #{} already", new.key);
        return Err(Error::Constraint(why));
    }
    let mut waits: Vec<SafeText> = Vec::with_capacity(new.depends_on.len());
    for id in &new.depends_on {
        if !waits.contains(id) {
            waits.push(id.clone());
        }
    }
    let task = Arc::new(Task {
        key: new.key.clone(),
        title: SafeText::new(&new.title),
        status: SafeText::new("pending"),
        lane: Lane::Pending,
        owner: None,
        dependencies: Dependencies::Known(waits),
        blocks: Vec::new(),
        updated: None,
        warnings: Vec::new(),
    });
    match lists.iter_mut().find(|list| list.name == new.key.session) {
        Some(list) => list.tasks.push(task),
        None => lists.push(SessionCards {
            name: new.key.session.clone(),
            orphan: false,
            tasks: vec![task],
        }),
    }
    Ok(())
}
