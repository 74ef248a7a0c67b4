//! Carrying a decision out: patience with locks, and naming what came of it.

use std::time::Duration;

use crate::desk::clock::Clock;
use crate::desk::decide::{Verdict, decide};
use crate::desk::record::deed;
use crate::store::contract::{Error, Store};
use crate::task::command::{Command, Edit};
use crate::task::receipt::{Outcome, Receipt, Refusal};
use crate::task::snapshot::Snapshot;

/// How long another process's lock is waited for before giving up.
pub const PATIENCE: Duration = Duration::from_secs(5);

/// Carries out `command`; calls `waiting` once when the lock is not had at the first try.
pub fn apply(
    store: &mut dyn Store,
    command: &Command,
    clock: Clock,
    waiting: &mut dyn FnMut(),
) -> Receipt {
    let result = transact(store, clock, waiting, &mut |snapshot| {
        let Verdict { outcome, edits } = decide(snapshot, command);
        let deed = deed(snapshot, command, &outcome, &edits);
        ((outcome, deed), edits)
    });
    let (outcome, deed) = match result {
        Ok((outcome, deed)) => (outcome, deed),
        Err(error) => (outcome_of(Err(error)), None),
    };
    Receipt {
        verb: command.verb,
        key: command.key.clone(),
        actor: command.actor.clone(),
        outcome,
        deed,
    }
}

/// Runs one transaction, trying again while the store is busy or was just replaced, and
/// returns what `decide` said in the try that was written.
pub fn transact<T>(
    store: &mut dyn Store,
    clock: Clock,
    waiting: &mut dyn FnMut(),
    decide: &mut dyn FnMut(&Snapshot) -> (T, Vec<Edit>),
) -> Result<T, Error> {
    let begun = (clock.steady)();
    let mut told = false;
    loop {
        let mut said = None;
        let result = store.transact(&mut |snapshot| {
            let (answer, edits) = decide(snapshot);
            said = Some(answer);
            edits
        });
        let error = match (result, said) {
            (Ok(()), Some(answer)) => return Ok(answer),
            (Ok(()), None) => {
                return Err(Error::Failed("the store asked for no decision".to_owned()));
            }
            (Err(error), _) => error,
        };
        let in_time = (clock.steady)().saturating_sub(begun) < PATIENCE;
        if !matches!(error, Error::Busy | Error::Replaced) || !in_time {
            return Err(error);
        }
        if !std::mem::replace(&mut told, true) {
            waiting();
        }
    }
}

/// Names what came of a transaction.
pub fn outcome_of(result: Result<Outcome, Error>) -> Outcome {
    match result {
        Ok(outcome) => outcome,
        Err(Error::Busy) => Outcome::Busy,
        Err(Error::ReadOnly(why)) => {
            Outcome::Refused(Refusal::ReadOnly(format!("the store is read-only: {why}")))
        }
        Err(error) => Outcome::Failed(error.to_string()),
    }
}
