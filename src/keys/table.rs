//! The one table of keys.

use crate::app::action::Action;
use crate::keys::chord::Chord::{self, Char, Ctrl, Enter, Escape, Named as Key};
use crate::keys::chord::Named;

/// One action, the keys that mean it, and what it does in a few words.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// What the keys mean.
    pub action: Action,
    /// The keys: each a sequence of one or two presses; the first is the one to show.
    pub keys: &'static [&'static [Chord]],
    /// What it does, for help and README.
    pub does: &'static str,
    /// The word for the line of hints; `None` stays out of it.
    pub hint: Option<&'static str>,
}

impl Entry {
    /// Returns the names of its keys, as in `gg` and `ctrl-d`.
    pub fn names(&self) -> Vec<String> {
        self.keys
            .iter()
            .map(|presses| presses.iter().map(ToString::to_string).collect())
            .collect()
    }
}

const fn entry(
    action: Action,
    keys: &'static [&'static [Chord]],
    does: &'static str,
    hint: Option<&'static str>,
) -> Entry {
    Entry {
        action,
        keys,
        does,
        hint,
    }
}

/// Every action of the board, in the order of help; hints follow the same order.
pub const ENTRIES: &[Entry] = &[
    entry(
        Action::Up,
        &[&[Char('k')], &[Key(Named::Up)]],
        "card above",
        None,
    ),
    entry(
        Action::Down,
        &[&[Char('j')], &[Key(Named::Down)]],
        "card below",
        None,
    ),
    entry(
        Action::Left,
        &[&[Char('h')], &[Key(Named::Left)]],
        "column to the left",
        None,
    ),
    entry(
        Action::Right,
        &[&[Char('l')], &[Key(Named::Right)]],
        "column to the right",
        None,
    ),
    entry(
        Action::Top,
        &[&[Char('g'), Char('g')], &[Key(Named::Home)]],
        "first card",
        None,
    ),
    entry(
        Action::Bottom,
        &[&[Char('G')], &[Key(Named::End)]],
        "last card",
        None,
    ),
    entry(
        Action::HalfPageDown,
        &[&[Ctrl('d')], &[Key(Named::PageDown)]],
        "half a screen down",
        None,
    ),
    entry(
        Action::HalfPageUp,
        &[&[Ctrl('u')], &[Key(Named::PageUp)]],
        "half a screen up",
        None,
    ),
    entry(Action::MoveUp, &[&[Char('K')]], "move card up", None),
    entry(Action::MoveDown, &[&[Char('J')]], "move card down", None),
    entry(
        Action::GoAfter,
        &[&[Char('\'')]],
        "where the card went",
        Some("where it went"),
    ),
    entry(
        Action::Detail,
        &[&[Enter]],
        "all about the card",
        Some("open"),
    ),
    entry(
        Action::ClaimOrRelease,
        &[&[Char('c')]],
        "claim; release when it is yours",
        Some("claim"),
    ),
    entry(
        Action::CompleteOrReopen,
        &[&[Char('x')]],
        "complete; reopen when it is completed",
        Some("complete"),
    ),
    entry(
        Action::MoveLeft,
        &[&[Char('H')]],
        "move left: release or reopen",
        None,
    ),
    entry(
        Action::MoveRight,
        &[&[Char('L')]],
        "move right: claim or complete",
        None,
    ),
    entry(
        Action::Undo,
        &[&[Char('u')]],
        "undo what you did last",
        Some("undo"),
    ),
    entry(
        Action::Redo,
        &[&[Ctrl('r')]],
        "redo what you undid last",
        None,
    ),
    entry(
        Action::Force,
        &[&[Char('!')]],
        "do what was just refused anyway",
        None,
    ),
    entry(
        Action::Back,
        &[&[Escape]],
        "close; mark all changes as seen",
        None,
    ),
    entry(
        Action::Rescan,
        &[&[Char('r')]],
        "read the store again now",
        None,
    ),
    entry(
        Action::Mouse,
        &[&[Char('M')]],
        "mouse off and on; off selects text",
        None,
    ),
    entry(
        Action::ExplainDelete,
        &[&[Char('d')]],
        "nothing (deleting is never one key)",
        None,
    ),
    entry(
        Action::Suspend,
        &[&[Ctrl('z')]],
        "suspend; fg brings it back",
        None,
    ),
    entry(Action::Help, &[&[Char('?')]], "these keys", Some("keys")),
    entry(
        Action::Quit,
        &[&[Char('q')], &[Ctrl('c')]],
        "quit",
        Some("quit"),
    ),
];
