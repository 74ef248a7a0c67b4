//! The last rows but the focus line: what happened last, and which keys help now.

use crate::app::action::Action;
use crate::app::state::{Overlay, State};
use crate::app::toast::Tone;
use crate::keys::table::{ENTRIES, Entry};
use crate::scene::glyphs::Glyphs;
use crate::scene::line::{Line, cut_line, span, spread, width_of};
use crate::scene::meaning::Meaning;
use crate::scene::moment::second;
use crate::scene::picture::Scene;
use crate::scene::sentence::sentence;
use crate::scene::spot::Spot;
use crate::task::health::Health;
use crate::task::lane::Lane;
use crate::task::snapshot::Access;
use crate::text::safe::SafeText;

/// Returns the row with the answer to the last deed, or else the latest change by others, or
/// else what this store cannot do.
pub fn latest(state: &State, glyphs: Glyphs) -> Line {
    let width = usize::from(state.viewport.size.width).saturating_sub(1);
    let mut line = vec![span(" ", Meaning::Plain)];
    if let Some(toast) = &state.toast {
        let marks = glyphs.marks();
        let (sign, meaning) = match toast.tone {
            Tone::Good => (marks.done, Meaning::Good),
            Tone::Refused => (marks.alarm, Meaning::Warn),
            Tone::Waiting => (marks.ellipsis, Meaning::Muted),
        };
        line.push(span(format!("{sign} "), meaning));
        line.push(span(glyphs.sentence(&toast.text), meaning));
        return cut_line(line, width, glyphs);
    }
    if let Health::Stale { why, .. } | Health::Unreadable { why, .. } = &state.health {
        let why = SafeText::new(why);
        line.push(span(glyphs.sentence(why.shown()), Meaning::Stale));
    } else if let Some(item) = state.news.latest().next() {
        line.push(span(format!("{} ", second(item.at, state)), Meaning::Muted));
        line.push(span(glyphs.sentence(&sentence(item)), Meaning::Plain));
    } else if let Some(limits) = limits(state) {
        line.push(span(glyphs.sentence(limits.shown()), Meaning::Muted));
    }
    spread(line, unseen(state, glyphs), width, glyphs)
}

/// Returns why the store is not written and what else is switched off.
fn limits(state: &State) -> Option<SafeText> {
    let profile = &state.board.as_ref()?.snapshot.profile;
    let read_only = match &profile.access {
        Access::ReadOnly(why) => Some(format!("read-only: {why}")),
        Access::Writable => None,
    };
    let limits: Vec<String> = read_only.iter().chain(&profile.notes).cloned().collect();
    (!limits.is_empty()).then(|| SafeText::new(&limits.join(" · ")))
}

fn unseen(state: &State, glyphs: Glyphs) -> Line {
    let count = state.news.unseen_count();
    if count == 0 {
        return Line::new();
    }
    let mark = glyphs.marks().fresh;
    vec![span(format!("{mark} {count} changed"), Meaning::Fresh)]
}

/// Sets the row of keys, as many as fit; each can be clicked.
pub fn hints(scene: &mut Scene, state: &State, glyphs: Glyphs) {
    let y = usize::from(scene.size.height).saturating_sub(1);
    let width = usize::from(scene.size.width).saturating_sub(1);
    let mut line = Line::new();
    for entry in ENTRIES {
        let Some((key, word)) = hint(entry, state) else {
            continue;
        };
        let before = if line.is_empty() { " " } else { "  " };
        let next = vec![
            span(before, Meaning::Plain),
            span(key, Meaning::Key),
            span(format!(" {word}"), Meaning::Muted),
        ];
        if width_of(&line) + width_of(&next) > width {
            break;
        }
        let x = width_of(&line) + before.len();
        let action = entry.action;
        line.extend(next);
        scene.aim(
            (x, y),
            (width_of(&line) - x, 1),
            Spot::Hint { action, word },
        );
    }
    scene.put(0, y, width, cut_line(line, width, glyphs));
}

/// Returns an entry's key and the word for what it would do now; `None` when it is no help.
fn hint(entry: &Entry, state: &State) -> Option<(String, &'static str)> {
    // A ghost is no card that could be acted on.
    let card = state.selected().filter(|_| state.ghost.is_none());
    let card = card.map(|(_, task)| task);
    let lane = card.map(|task| task.lane);
    let ours = card.is_some_and(|task| task.is_held_by(&state.actor));
    let word = match entry.action {
        Action::Back if state.overlay != Overlay::None => "close",
        Action::Help | Action::Quit => entry.hint?,
        _ if state.overlay == Overlay::Help => return None,
        Action::GoAfter if state.ghost.is_none() => return None,
        Action::Undo if !state.history.can_undo() => return None,
        Action::Force if state.refused.is_some() => "do it anyway",
        Action::Detail if state.overlay == Overlay::Detail => return None,
        Action::Detail | Action::ClaimOrRelease | Action::CompleteOrReopen if card.is_none() => {
            return None;
        }
        Action::ClaimOrRelease if lane == Some(Lane::InProgress) && ours => "release",
        Action::ClaimOrRelease if lane == Some(Lane::Completed) => return None,
        Action::CompleteOrReopen if lane == Some(Lane::Completed) => "reopen",
        _ => entry.hint?,
    };
    let presses = entry.keys.first()?;
    let key: Vec<String> = presses.iter().map(ToString::to_string).collect();
    Some((key.join(" "), word))
}
