//! The desk without a thread: open, ask, go. For shell verbs and for agents.

use std::path::Path;
use std::sync::Arc;

use crate::desk::apply::{PATIENCE, apply, outcome_of, transact};
use crate::desk::clock::Clock;
use crate::desk::decide::{decide, decide_next};
use crate::desk::reorder::reorder;
use crate::ledger::book::Ledger;
use crate::plan::outlook::Outlook;
use crate::store::contract::{Error, Store};
use crate::store::open;
use crate::task::command::{Command, Edit, Verb};
use crate::task::key::TaskKey;
use crate::task::order::{Move, MoveReceipt, Order};
use crate::task::receipt::{Outcome, Receipt, Refusal};
use crate::task::snapshot::Snapshot;
use crate::task::store_kind::StoreKind;

/// One opened store and the rules over it.
pub struct Desk {
    store: Box<dyn Store>,
    ledger: Ledger,
    clock: Clock,
}

impl Desk {
    /// Opens the store at `path`, all its sessions or one, without a ledger.
    pub fn open(path: &Path, session: Option<&str>, clock: Clock) -> Result<Self, Error> {
        let store = open::open(path, session, clock.steady)?;
        Ok(Self::at(store, clock))
    }

    /// Keeps a person's order of the cards of the store at `path` in the folder `state`.
    pub fn with_order(self, path: &Path, state: Option<&Path>) -> Self {
        Self {
            ledger: Ledger::beside(state, path),
            ..self
        }
    }

    /// Makes an empty store at `path`; what is there already stays untouched.
    pub fn create(path: &Path, kind: StoreKind) -> Result<open::Created, Error> {
        open::create(path, kind)
    }

    /// Sits down at a store that is open already, without a ledger.
    pub fn at(store: Box<dyn Store>, clock: Clock) -> Self {
        Self {
            store,
            ledger: Ledger::nowhere(),
            clock,
        }
    }

    /// Gives store and ledger to a keeper.
    pub(crate) fn into_parts(self) -> (Box<dyn Store>, Ledger) {
        (self.store, self.ledger)
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

    /// Reads the person's order; without a ledger that can be read there is none, and the
    /// reason is told.
    pub fn order(&mut self) -> (Arc<Order>, Option<String>) {
        match self.ledger.order() {
            Ok(order) => (order, None),
            Err(error) => (Arc::default(), Some(error.to_string())),
        }
    }

    /// Moves a card in the person's order.
    pub fn reorder(&mut self, wish: &Move) -> Result<MoveReceipt, Error> {
        let (snapshot, outlook) = self.look()?;
        Ok(reorder(&mut self.ledger, &snapshot, &outlook, wish))
    }

    /// Carries out one command.
    pub fn submit(&mut self, command: &Command) -> Receipt {
        apply(&mut *self.store, command, self.clock, &mut || {})
    }

    /// Claims the first ready card for `actor`; the receipt names it.
    pub fn claim_next(&mut self, actor: &str) -> Receipt {
        let mut key = TaskKey::new(None, "");
        let (order, _) = self.order();
        let result = self.transact(|snapshot| match decide_next(snapshot, actor, &order) {
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
            deed: None,
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
