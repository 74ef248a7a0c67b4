//! Undo and redo, and what is said when they come back.

use std::sync::Arc;

use crate::app::message::Effect;
use crate::app::state::State;
use crate::app::toast::{Toast, Tone};
use crate::task::card::Task;
use crate::task::command::Force;
use crate::task::deed::{Deed, Image, What};
use crate::task::retrace::{Retrace, RetraceReceipt, Retraced, Way};

/// Asks to go back over the latest deed, or over the latest undone one again.
pub fn ask(state: &mut State, way: Way) -> Vec<Effect> {
    if state.history.is_open() {
        state.history.queue(way);
        return Vec::new();
    }
    let Some(deed) = state.history.take(way) else {
        let text = format!("there is nothing to {}", way.name());
        state.toast = Some(Toast::passing(text, Tone::Refused, state.now));
        return Vec::new();
    };
    state.toast = None;
    let force = Force::Obey;
    vec![Effect::Retrace(Retrace { deed, way, force })]
}

/// Tells the person what came of it.
///
/// A deed that somebody has built upon is let go: insisting still undoes it, and the next undo
/// goes on to the deed before.
pub fn answer(state: &mut State, receipt: RetraceReceipt) {
    let RetraceReceipt { asked, outcome } = receipt;
    let (way, key) = (asked.way, &asked.deed.key);
    let what = format!("\"{} #{key}\"", asked.deed.name());
    state.refused = None;
    let (why, can_be_forced) = match outcome {
        Retraced::Done { deed, taken } => {
            if matches!(deed.what, What::Verb(_)) {
                state.ours.push(key.clone());
            }
            let text = format!(
                "{} {what}{}{}",
                way.past(),
                result(&deed, way),
                still_taken(&taken)
            );
            state.history.keep(deed, way.back());
            state.toast = Some(Toast::passing(text, Tone::Good, state.now));
            return;
        }
        Retraced::Busy => {
            state.history.keep(asked.deed, way);
            let why = "another process keeps the store locked".to_owned();
            return refuse(state, way, &what, &why);
        }
        Retraced::Changed(task) => {
            let now = Image::of(&task).words();
            (format!("it changed since, and is {now} now"), true)
        }
        Retraced::MovedSince(Some(by)) => (format!("it was moved again by {by}"), true),
        Retraced::MovedSince(None) => ("it was put back since".to_owned(), true),
        Retraced::Refused(refusal) => (refusal.words(), refusal.can_be_forced()),
        Retraced::NotMoved(why) => (why.words(), false),
        Retraced::Failed(why) => (why, false),
    };
    if !can_be_forced {
        return refuse(state, way, &what, &why);
    }
    refuse(state, way, &what, &format!("{why}  ! does it anyway"));
    state.refused = Some(Effect::Retrace(Retrace {
        force: Force::Override,
        ..asked
    }));
}

fn refuse(state: &mut State, way: Way, what: &str, why: &str) {
    let text = format!("cannot {} {what}: {why}", way.name());
    state.toast = Some(Toast::passing(text, Tone::Refused, state.now));
}

/// Says what the card is now, where the name of the deed does not.
fn result(deed: &Deed, way: Way) -> String {
    match (&deed.what, way) {
        (What::Verb(change), Way::Undo) => format!(": it is {} again", change.before.words()),
        (What::Move(_), Way::Undo) => ": it stands where it stood".to_owned(),
        (_, Way::Redo) => String::new(),
    }
}

/// Names what agents have taken that the deed had freed: undo leaves it to them.
fn still_taken(taken: &[Arc<Task>]) -> String {
    let name = |task: &Arc<Task>| {
        format!(
            " · #{}, freed by it, is {} already",
            task.key,
            Image::of(task).words()
        )
    };
    taken.iter().map(name).collect()
}
