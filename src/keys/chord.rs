//! A key press as a value, and its name.

use std::fmt;

/// One key press.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Chord {
    /// A printable character, shift included.
    Char(char),
    /// A character with ctrl.
    Ctrl(char),
    /// The enter key.
    Enter,
    /// The escape key.
    Escape,
    /// An arrow key or one of its neighbours.
    Named(Named),
}

/// Keys that have a name and no character.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Named {
    Up,
    Down,
    Left,
    Right,
    Home,
    End,
    PageUp,
    PageDown,
}

impl fmt::Display for Chord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Char(c) => write!(f, "{c}"),
            Self::Ctrl(c) => write!(f, "ctrl-{c}"),
            Self::Enter => f.write_str("enter"),
            Self::Escape => f.write_str("esc"),
            Self::Named(Named::Up) => f.write_str("up"),
            Self::Named(Named::Down) => f.write_str("down"),
            Self::Named(Named::Left) => f.write_str("left"),
            Self::Named(Named::Right) => f.write_str("right"),
            Self::Named(Named::Home) => f.write_str("home"),
            Self::Named(Named::End) => f.write_str("end"),
            Self::Named(Named::PageUp) => f.write_str("pgup"),
            Self::Named(Named::PageDown) => f.write_str("pgdn"),
        }
    }
}
