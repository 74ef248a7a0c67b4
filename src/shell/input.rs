//! Terminal events as key presses and clicks. A paste is not keys and is ignored.

use crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEventKind,
};

use crate::app::viewport::Size;
use crate::keys::chord::{Chord, Named};

/// What a terminal event means to the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Input {
    /// A key was pressed.
    Press(Chord),
    /// The left button went down at this column and row.
    Click(u16, u16),
    /// The wheel was turned at this column and row, down by so many steps.
    Wheel(u16, u16, isize),
    /// The terminal has another size.
    Resized(Size),
}

/// Reads one event; `None` for what means nothing here.
pub fn read(event: &Event) -> Option<Input> {
    match event {
        Event::Key(key) if key.kind == KeyEventKind::Press => chord(key).map(Input::Press),
        &Event::Resize(width, height) => Some(Input::Resized(Size { width, height })),
        Event::Mouse(mouse) => {
            let (x, y) = (mouse.column, mouse.row);
            match mouse.kind {
                MouseEventKind::Down(MouseButton::Left) => Some(Input::Click(x, y)),
                MouseEventKind::ScrollDown => Some(Input::Wheel(x, y, 1)),
                MouseEventKind::ScrollUp => Some(Input::Wheel(x, y, -1)),
                _ => None,
            }
        }
        _ => None,
    }
}

fn chord(key: &KeyEvent) -> Option<Chord> {
    if key.modifiers.contains(KeyModifiers::ALT) {
        return None;
    }
    let with_ctrl = key.modifiers.contains(KeyModifiers::CONTROL);
    Some(match key.code {
        KeyCode::Char(c) if with_ctrl => Chord::Ctrl(c.to_ascii_lowercase()),
        KeyCode::Char(c) => Chord::Char(c),
        KeyCode::Enter => Chord::Enter,
        KeyCode::Esc => Chord::Escape,
        KeyCode::Up => Chord::Named(Named::Up),
        KeyCode::Down => Chord::Named(Named::Down),
        KeyCode::Left => Chord::Named(Named::Left),
        KeyCode::Right => Chord::Named(Named::Right),
        KeyCode::Home => Chord::Named(Named::Home),
        KeyCode::End => Chord::Named(Named::End),
        KeyCode::PageUp => Chord::Named(Named::PageUp),
        KeyCode::PageDown => Chord::Named(Named::PageDown),
        _ => return None,
    })
}
