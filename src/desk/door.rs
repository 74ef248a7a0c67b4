//! The desk without a thread: open, ask, go. For shell verbs and for agents.

use std::path::Path;
use std::sync::Arc;

use crate::desk::apply::{PATIENCE, apply, outcome_of, transact};
use crate::desk::clock::Clock;
use crate::desk::decide::{decide, decide_next};
use crate::plan::outlook::Outlook;
use crate::store::contract::{Error, Store};
use crate::store::open;
use crate::task::command::{Command, Edit, Verb};
use crate::task::key::TaskKey;
use crate::task::receipt::{Outcome, Receipt, Refusal};
use crate::task::snapshot::Snapshot;
use crate::task::store_kind::StoreKind;

/// One opened store and the rules over it.
pub struct Desk {
    store: Box<dyn Store>,
    clock: Clock,
}

impl Desk {
    /// Opens the store at `path`, all its sessions or one.
    pub fn open(path: &Path, session: Option<&str>, clock: Clock) -> Result<Self, Error> {
        Ok(Self {
            store: open::open(path, session, clock.steady)?,
            clock,
        })
    }

    /// Makes an empty store at `path`; what is there already stays untouched.
    pub fn create(path: &Path, kind: StoreKind) -> Result<open::Created, Error> {
        open::create(path, kind)
    }

    /// Sits down at a store that is open already.
    pub fn at(store: Box<dyn Store>, clock: Clock) -> Self {
        Self { store, clock }
    }

    /// Gives the store to a keeper.
    pub fn into_store(self) -> Box<dyn Store> {
        self.store
    }

    /// Returns the store's name for a person.
    pub fn name(&self) -> String {
        self.store.name()
    }

    /// Reads the store and what follows; waits a while for a lock.
    pub fn look(&mut self) -> Result<(Arc<Snapshot>, Arc<Outlook>), Error> {
        let begun = (self.clock.steady)();
        loop {
            match self.store.load() {
                Err(Error::Busy) if (self.clock.steady)().saturating_sub(begun) < PATIENCE => {}
                Err(error) => return Err(error),
                Ok(snapshot) => {
                    let outlook = Outlook::of(&snapshot);
                    return Ok((Arc::new(snapshot), Arc::new(outlook)));
                }
            }
        }
    }

    /// Carries out one command.
    pub fn submit(&mut self, command: &Command) -> Receipt {
        apply(&mut *self.store, command, self.clock, &mut || {})
    }

    /// Claims the first ready card for `actor`; the receipt names it.
    pub fn claim_next(&mut self, actor: &str) -> Receipt {
        let mut key = TaskKey::new(None, "");
        let result = self.transact(|snapshot| match decide_next(snapshot, actor) {
            None => (Outcome::Refused(Refusal::NothingReady), Vec::new()),
            Some(command) => {
                key = command.key.clone();
                let verdict = decide(snapshot, &command);
                (verdict.outcome, verdict.edits)
            }
        });
        Receipt {
            verb: Verb::Claim,
            outcome: outcome_of(result),
            key,
            actor: actor.to_owned(),
        }
    }

    /// Runs one transaction of the caller's own rules.
    pub fn transact<T>(
        &mut self,
        mut decide: impl FnMut(&Snapshot) -> (T, Vec<Edit>),
    ) -> Result<T, Error> {
        transact(&mut *self.store, self.clock, &mut || {}, &mut decide)
    }
}
