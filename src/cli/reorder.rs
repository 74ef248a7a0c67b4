//! `kanwatch move`: a pending task elsewhere in the person's order.

use serde_json::{Value, json};

use crate::cli::arguments::MoveArguments;
use crate::cli::failure::{Code, Failure};
use crate::cli::{environment, locate, output, resolve};
use crate::desk::clock::Clock;
use crate::task::order::{Move, MoveReceipt, NotMoved, Target};
use crate::text::json as safe_json;
use crate::text::safe::SafeText;

/// Moves one task and says what came of it.
pub fn run(arguments: &MoveArguments, clock: Clock) -> Result<Code, Failure> {
    let actor = environment::actor(arguments.actor.actor.as_deref())?;
    let task = &arguments.task;
    let mut desk = locate::open(
        task.store.as_deref(),
        task.session.session.as_deref(),
        clock,
    )?;
    let (snapshot, _) = desk.look()?;
    let key = resolve::key(&snapshot, &task.key, task.named())?;
    let Some((side, other)) = arguments.target.choice() else {
        return Err(Failure::new(Code::Usage, "where to is not said").or_try("--before KEY"));
    };
    // The other task is looked for in the same session first.
    let other = match snapshot.get(&key.sibling(&SafeText::new(other))) {
        Some(task) => task.key.clone(),
        None => resolve::key(&snapshot, other, task.named())?,
    };
    let order = snapshot.profile.order();
    let receipt = desk.reorder(&Move {
        key,
        to: Target::Beside(side, other),
        actor,
    })?;
    tell(&receipt, arguments.json, order)
}

fn tell(receipt: &MoveReceipt, as_json: bool, order: &str) -> Result<Code, Failure> {
    let key = &receipt.key;
    let code = code(receipt);
    if as_json {
        output::print(&safe_json::escaped(&in_json(receipt, order)))?;
        return Ok(code);
    }
    match &receipt.outcome {
        Ok(moved) => {
            let place = moved
                .beside()
                .map(|(side, other)| format!(" {} #{other}", side.name()))
                .unwrap_or_default();
            output::print(&format!("moved #{key}{place} ({order})"))?;
        }
        Err(NotMoved::Already) => output::print(&format!("#{key} stands there already"))?,
        Err(why) => {
            let failure = Failure::new(code, format!("cannot move #{key}: {}", why.words()));
            output::complain(&match why {
                NotMoved::Unkept(_) => {
                    failure.or_try("XDG_STATE_HOME set to a folder that you may write")
                }
                NotMoved::NotPending(_) => failure.or_try("kanwatch list --order human"),
                _ => failure,
            });
        }
    }
    Ok(code)
}

fn code(receipt: &MoveReceipt) -> Code {
    match &receipt.outcome {
        Ok(_) | Err(NotMoved::Already) => Code::Done,
        Err(NotMoved::Unkept(_)) => Code::Failed,
        Err(_) => Code::Refused,
    }
}

fn in_json(receipt: &MoveReceipt, order: &str) -> Value {
    let outcome = match &receipt.outcome {
        Ok(_) => "done",
        Err(NotMoved::Already) => "already",
        Err(NotMoved::Unkept(_)) => "failed",
        Err(_) => "refused",
    };
    let because = match &receipt.outcome {
        Ok(_) | Err(NotMoved::Already) => String::new(),
        Err(why) => why.words(),
    };
    json!({
        "outcome": outcome,
        "key": receipt.key.id.raw(),
        "session": receipt.key.session.as_ref().map(SafeText::raw),
        "frees": [],
        "holder": null,
        "because": because,
        "order": order,
    })
}
