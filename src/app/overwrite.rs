//! What is said when somebody else's writing has taken back what the person did.

use crate::app::message::Effect;
use crate::app::news::NewsItem;
use crate::app::state::State;
use crate::app::toast::{Toast, Tone};
use crate::plan::changes::{Change, What};
use crate::task::command::{Command, Force};
use crate::task::deed;
use crate::task::overwrite::Overwrite;
use crate::task::retrace::{Retrace, Way};

/// Tells the person, and offers to do it again.
pub fn tell(state: &mut State, overwrite: Overwrite) {
    let (again, past) = (overwrite.is_again(), overwrite.past());
    let key = overwrite.deed.key.clone();
    let stood = match overwrite.stood.as_secs() {
        0 => "at once after".to_owned(),
        seconds @ 1..100 => format!("{seconds} s after"),
        seconds => format!("{} min after", seconds / 60),
    };
    let text = format!("#{key} is {again} again, {stood} you {past}  ! does it again");
    state.toast = Some(Toast::passing(text, Tone::Refused, state.now));
    state.news.add_instead(NewsItem {
        at: state.now,
        change: Change {
            key,
            what: What::Overwritten { again, deed: past },
        },
        freed: Vec::new(),
    });
    state.history.forget(&overwrite.deed);
    state.refused = Some(once_more(overwrite));
}

/// Returns the wish to do it again, on the card as the writer left it.
fn once_more(overwrite: Overwrite) -> Effect {
    let Overwrite { deed, way, now, .. } = overwrite;
    match (&deed.what, way) {
        (deed::What::Verb(change), Way::Redo) => Effect::Submit(Command {
            verb: change.verb,
            key: deed.key.clone(),
            actor: deed.actor.clone(),
            seen: Some(now.revision()),
            force: Force::Obey,
        }),
        _ => Effect::Retrace(Retrace {
            deed,
            way,
            force: Force::Obey,
        }),
    }
}
