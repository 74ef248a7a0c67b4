//! The person's verbs on the selected card, and what is said when they come back.

use crate::app::action::Action;
use crate::app::message::Effect;
use crate::app::state::State;
use crate::app::toast::{Toast, Tone};
use crate::task::card::Task;
use crate::task::command::{Command, Force, Verb};
use crate::task::key::TaskKey;
use crate::task::lane::Lane;
use crate::task::receipt::{Outcome, Receipt};

/// Asks for what `action` means on the selected card.
pub fn ask(state: &mut State, action: Action) -> Vec<Effect> {
    let Some((_, task)) = state.selected() else {
        return say(state, "no card is selected".to_owned(), Tone::Refused);
    };
    let Some(verb) = verb_for(action, task, &state.actor) else {
        let text = format!("#{} cannot go further that way", task.key);
        return say(state, text, Tone::Refused);
    };
    let command = Command {
        verb,
        key: task.key.clone(),
        actor: state.actor.clone(),
        seen: Some(task.revision()),
        force: Force::Obey,
    };
    submit(state, command)
}

/// Asks again for what was just refused, overriding the rule.
pub fn insist(state: &mut State) -> Vec<Effect> {
    let Some(refused) = state.refused.take() else {
        return say(
            state,
            "nothing was refused just now".to_owned(),
            Tone::Refused,
        );
    };
    state.toast = None;
    vec![refused]
}

fn submit(state: &mut State, command: Command) -> Vec<Effect> {
    state.toast = None;
    vec![Effect::Submit(command)]
}

fn say(state: &mut State, text: String, tone: Tone) -> Vec<Effect> {
    state.toast = Some(Toast::passing(text, tone, state.now));
    Vec::new()
}

fn verb_for(action: Action, task: &Task, actor: &str) -> Option<Verb> {
    match (action, task.lane) {
        (Action::ClaimOrRelease, Lane::InProgress) if task.is_held_by(actor) => Some(Verb::Release),
        (Action::ClaimOrRelease, _) => Some(Verb::Claim),
        (Action::CompleteOrReopen, Lane::Completed) => Some(Verb::Reopen),
        (Action::CompleteOrReopen, _) => Some(Verb::Complete),
        (Action::MoveLeft, Lane::InProgress) => Some(Verb::Release),
        (Action::MoveLeft, Lane::Completed) => Some(Verb::Reopen),
        (Action::MoveRight, Lane::Pending) => Some(Verb::Claim),
        (Action::MoveRight, Lane::InProgress) => Some(Verb::Complete),
        _ => None,
    }
}

/// Tells the person what came of a command.
pub fn answer(state: &mut State, receipt: &Receipt) {
    if let Some(deed) = &receipt.deed {
        state.history.did(deed.clone());
    }
    let (key, verb) = (&receipt.key, receipt.verb);
    let (text, tone) = match &receipt.outcome {
        Outcome::Done { frees, from } => {
            state.ours.push(key.clone());
            let taken = from
                .as_ref()
                .map(|owner| format!(" (was {}'s)", owner.name()))
                .unwrap_or_default();
            (
                format!("{} #{key}{taken}{}", verb.past(), freed(frees)),
                Tone::Good,
            )
        }
        Outcome::Already => (format!("#{key} is {} already", verb.past()), Tone::Good),
        Outcome::Conflict(theirs) => {
            let who = theirs
                .owner
                .as_ref()
                .map(|owner| format!(", {}", owner.name()))
                .unwrap_or_default();
            (
                format!(
                    "#{key} changed meanwhile: now {}{who}; nothing was done",
                    theirs.lane.words()
                ),
                Tone::Refused,
            )
        }
        Outcome::Busy => (
            format!(
                "cannot {} #{}: another process keeps the store locked; nothing was done",
                receipt.verb.name(),
                receipt.key
            ),
            Tone::Refused,
        ),
        Outcome::Refused(refusal) if refusal.can_be_forced() => {
            let text = format!(
                "cannot {} #{key}: {}  ! does it anyway",
                verb.name(),
                refusal.words()
            );
            (text, Tone::Refused)
        }
        Outcome::Refused(refusal) => (
            format!("cannot {} #{key}: {}", verb.name(), refusal.words()),
            Tone::Refused,
        ),
        Outcome::Failed(why) => (
            format!("cannot {} #{key}: {why}", verb.name()),
            Tone::Refused,
        ),
    };
    state.refused = match &receipt.outcome {
        Outcome::Refused(refusal) if refusal.can_be_forced() => refused_command(state, receipt),
        _ => None,
    };
    state.toast = Some(Toast::passing(text, tone, state.now));
}

fn refused_command(state: &State, receipt: &Receipt) -> Option<Effect> {
    let board = state.board.as_ref()?;
    let task = board.snapshot.get(&receipt.key)?;
    Some(Effect::Submit(Command {
        verb: receipt.verb,
        key: receipt.key.clone(),
        actor: receipt.actor.clone(),
        seen: Some(task.revision()),
        force: Force::Override,
    }))
}

fn freed(frees: &[TaskKey]) -> String {
    match frees {
        [] => String::new(),
        [one] => format!(" · #{one} is ready now"),
        many => {
            let names: Vec<_> = many.iter().take(4).map(|key| format!("#{key}")).collect();
            let more = many.len() - names.len();
            let tail = if more > 0 {
                format!(" and {more} more")
            } else {
                String::new()
            };
            format!(" · {}{tail} are ready now", names.join(" "))
        }
    }
}
