//! `kanwatch claim`, `complete`, `release`, `reopen`: the board's verbs, under the board's rules.

use serde_json::{Value, json};

use crate::cli::arguments::VerbArguments;
use crate::cli::failure::{Code, Failure};
use crate::cli::{environment, locate, output, resolve};
use crate::desk::clock::Clock;
use crate::task::card::Revision;
use crate::task::command::{Command, Force, Verb};
use crate::task::receipt::{Outcome, Receipt, Refusal};
use crate::text::json as safe_json;

/// Carries out one verb and says what came of it.
pub fn run(verb: Verb, arguments: &VerbArguments, clock: Clock) -> Result<Code, Failure> {
    let actor = environment::actor(arguments.actor.actor.as_deref())?;
    let seen = match arguments.seen.as_deref() {
        None => None,
        Some(text) => Some(Revision::parse(text).ok_or_else(|| {
            Failure::new(Code::Usage, format!("{text} is not a revision"))
                .or_try("the one that show --json prints")
        })?),
    };
    let task = &arguments.task;
    let mut desk = locate::open(
        task.store.as_deref(),
        task.session.session.as_deref(),
        clock,
    )?;
    let (snapshot, _) = desk.look()?;
    let key = resolve::key(&snapshot, &task.key, task.named())?;
    let force = if arguments.force {
        Force::Override
    } else {
        Force::Obey
    };
    let receipt = desk.submit(&Command {
        verb,
        key,
        actor,
        seen,
        force,
    });
    tell(&receipt, arguments.json)
}

/// Prints a receipt and returns its exit code.
pub fn tell(receipt: &Receipt, as_json: bool) -> Result<Code, Failure> {
    let code = code(&receipt.outcome);
    if as_json {
        output::print(&safe_json::escaped(&in_json(receipt)))?;
        return Ok(code);
    }
    let (key, verb) = (&receipt.key, receipt.verb);
    match &receipt.outcome {
        Outcome::Done { frees, from } => {
            let from = from
                .as_ref()
                .map(|owner| format!(", was {}'s", owner.name()))
                .unwrap_or_default();
            let names: Vec<_> = frees.iter().map(|key| format!("#{key}")).collect();
            let frees = if names.is_empty() {
                String::new()
            } else {
                format!(", ready now: {}", names.join(" "))
            };
            output::print(&format!("{} #{key}{from}{frees}", verb.past()))?;
        }
        Outcome::Already => output::print(&format!("#{key} is {} already", verb.past()))?,
        _ => output::complain(&failure(receipt, code)),
    }
    Ok(code)
}

fn code(outcome: &Outcome) -> Code {
    match outcome {
        Outcome::Done { .. } | Outcome::Already => Code::Done,
        Outcome::Conflict(_) => Code::Changed,
        Outcome::Refused(_) => Code::Refused,
        Outcome::Busy | Outcome::Failed(_) => Code::Failed,
    }
}

fn failure(receipt: &Receipt, code: Code) -> Failure {
    let because = because(&receipt.outcome);
    let failure = match &receipt.outcome {
        Outcome::Refused(Refusal::NothingReady) => Failure::new(code, because),
        // Before a task was chosen there is none to name.
        _ if receipt.key.id.is_blank() => {
            Failure::new(code, format!("cannot {}: {because}", receipt.verb.name()))
        }
        _ => Failure::new(
            code,
            format!("cannot {} #{}: {because}", receipt.verb.name(), receipt.key),
        ),
    };
    match &receipt.outcome {
        Outcome::Refused(Refusal::NothingReady) => {
            failure.or_try("kanwatch list --blocked to see what is waited for")
        }
        Outcome::Refused(Refusal::Completed) => {
            failure.or_try(format!("kanwatch reopen {}", receipt.key))
        }
        Outcome::Refused(Refusal::InProgress) => {
            failure.or_try(format!("kanwatch release {}", receipt.key))
        }
        Outcome::Refused(Refusal::Blocked(_)) => {
            failure.or_try("kanwatch next, or --force to do it anyway")
        }
        Outcome::Refused(refusal) if refusal.can_be_forced() => {
            failure.or_try("--force to do it anyway")
        }
        Outcome::Conflict(_) => failure.or_try(format!("kanwatch show {}", receipt.key)),
        Outcome::Busy => failure.or_try("again in a moment"),
        _ => failure,
    }
}

fn because(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Done { .. } | Outcome::Already => String::new(),
        Outcome::Conflict(theirs) => {
            let owner = theirs
                .owner
                .as_ref()
                .map(|owner| format!(", {}", owner.name()))
                .unwrap_or_default();
            format!(
                "changed meanwhile, it is {} now{owner}",
                theirs.lane.words()
            )
        }
        Outcome::Busy => "another process keeps the store locked".to_owned(),
        Outcome::Refused(refusal) => refusal.words(),
        Outcome::Failed(why) => why.clone(),
    }
}

/// Returns a receipt as the JSON of the outward contract.
pub fn in_json(receipt: &Receipt) -> Value {
    let (name, frees, holder) = match &receipt.outcome {
        Outcome::Done { frees, .. } => {
            ("done", frees.iter().map(|key| key.id.raw()).collect(), None)
        }
        Outcome::Already => ("already", Vec::new(), None),
        Outcome::Conflict(theirs) => ("conflict", Vec::new(), theirs.owner.clone()),
        Outcome::Busy => ("busy", Vec::new(), None),
        Outcome::Refused(refusal) => ("refused", Vec::new(), refusal.holder().cloned()),
        Outcome::Failed(_) => ("failed", Vec::new(), None),
    };
    let nothing = receipt.outcome == Outcome::Refused(Refusal::NothingReady);
    json!({
        "outcome": name,
        "key": (!nothing).then_some(receipt.key.id.raw()),
        "session": receipt.key.session.as_ref().map(super::super::text::safe::SafeText::raw),
        "frees": frees,
        "holder": holder.map(|owner| owner.name().raw().to_owned()),
        "because": because(&receipt.outcome),
    })
}
