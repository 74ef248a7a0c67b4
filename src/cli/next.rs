//! `kanwatch next`: the first ready task, in the order in which agents scan, or in a person's.

use serde_json::Value;

use crate::cli::arguments::NextArguments;
use crate::cli::failure::{Code, Failure};
use crate::cli::{environment, list, locate, output, report, verbs};
use crate::desk::clock::Clock;
use crate::plan::order::next as first;
use crate::task::command::Verb;
use crate::task::key::TaskKey;
use crate::task::receipt::{Outcome, Receipt, Refusal};
use crate::text::json;

/// Shows the first ready task, or claims it in one step so that nobody else gets it.
pub fn run(arguments: &NextArguments, clock: Clock) -> Result<Code, Failure> {
    let actor = environment::actor(arguments.actor.actor.as_deref())?;
    let mut desk = locate::open(
        arguments.store.as_deref(),
        arguments.session.session.as_deref(),
        clock,
    )?;
    if arguments.claim {
        let receipt = desk.claim_next(&actor);
        if arguments.json || !matches!(receipt.outcome, Outcome::Done { .. }) {
            return verbs::tell(&receipt, arguments.json);
        }
        let (snapshot, outlook) = desk.look()?;
        if let Some(place) = snapshot.place(&receipt.key) {
            output::print(&list::line(&snapshot, &outlook, place))?;
        }
        return verbs::tell(&receipt, false);
    }
    let (snapshot, outlook) = desk.look()?;
    let (order, trouble) = desk.order();
    output::note(trouble.as_deref());
    let Some(place) = first(&snapshot, &outlook, &order) else {
        let outcome = Outcome::Refused(Refusal::NothingReady);
        let receipt = Receipt {
            verb: Verb::Claim,
            key: TaskKey::new(None, ""),
            actor,
            outcome,
            deed: None,
        };
        return verbs::tell(&receipt, arguments.json);
    };
    if arguments.json {
        let mut task = report::task(&snapshot, &outlook, place);
        task["session"] = snapshot.tasks[place]
            .key
            .session
            .as_ref()
            .map_or(Value::Null, |name| name.raw().into());
        output::print(&json::escaped(&task))?;
    } else {
        output::print(&list::line(&snapshot, &outlook, place))?;
    }
    Ok(Code::Done)
}
