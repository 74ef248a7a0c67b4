//! From meanings to styles: sixteen colours at most, on the terminal's own ground.

use ratatui::style::{Color, Modifier, Style};

use crate::scene::meaning::Meaning;

/// How meanings look.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Theme {
    colours: bool,
}

impl Theme {
    /// The colours of the terminal's own palette.
    pub fn colours() -> Self {
        Self { colours: true }
    }

    /// No colour, for `NO_COLOR`: bold, dim, underline and reverse only.
    pub fn plain() -> Self {
        Self { colours: false }
    }

    /// Returns the style of `meaning`.
    pub fn style(&self, meaning: Meaning) -> Style {
        let (colour, modifier) = look(meaning);
        let style = Style::new().add_modifier(modifier);
        match colour {
            Some(colour) if self.colours => style.fg(colour),
            _ => style.add_modifier(without_colour(meaning)),
        }
    }
}

/// Blue and yellow carry good and bad; red and green never stand alone.
fn look(meaning: Meaning) -> (Option<Color>, Modifier) {
    let (bold, dim, none) = (Modifier::BOLD, Modifier::DIM, Modifier::empty());
    match meaning {
        Meaning::Plain | Meaning::Count => (None, none),
        Meaning::Muted | Meaning::Blocked | Meaning::Done | Meaning::Border | Meaning::Line => {
            (None, dim)
        }
        Meaning::Selected | Meaning::Title => (None, bold),
        Meaning::Header => (None, none),
        Meaning::Ready => (Some(Color::LightBlue), bold),
        Meaning::Running => (Some(Color::Cyan), none),
        Meaning::Owner | Meaning::Live => (Some(Color::Cyan), none),
        Meaning::Reserved => (Some(Color::Magenta), none),
        Meaning::Cursor | Meaning::FocusLine => (Some(Color::LightCyan), bold),
        Meaning::Key => (Some(Color::LightCyan), none),
        Meaning::Good => (Some(Color::LightBlue), none),
        Meaning::Fresh => (Some(Color::Yellow), none),
        Meaning::Warn | Meaning::Stale | Meaning::Unknown => (Some(Color::Yellow), bold),
    }
}

/// What a meaning looks like where its colour may not be used.
fn without_colour(meaning: Meaning) -> Modifier {
    match meaning {
        Meaning::Reserved => Modifier::UNDERLINED,
        Meaning::Stale => Modifier::REVERSED,
        Meaning::Key => Modifier::BOLD,
        _ => Modifier::empty(),
    }
}
