//! A mind at work: keys at moments, what it asks for, and what its screen shows.

use jiff::{SignedDuration, Timestamp};
use kanwatch::app::action::Action;
use kanwatch::app::message::{Effect, Msg};
use kanwatch::app::state::State;
use kanwatch::app::update::update;
use kanwatch::paint::frame::paint;
use kanwatch::paint::picture::text;
use kanwatch::paint::theme::Theme;
use kanwatch::scene::compose::compose;
use kanwatch::scene::glyphs::Glyphs;
use kanwatch::task::command::Verb;
use kanwatch::task::lane::Lane;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::sketch::now;

/// Returns the moment `millis` after that of every test.
pub fn after(millis: i64) -> Timestamp {
    now() + SignedDuration::from_millis(millis)
}

/// Presses a key `millis` after the store last spoke.
pub fn press(state: &mut State, action: Action, millis: i64) -> Vec<Effect> {
    update(state, Msg::Act(action), after(millis))
}

/// Returns the card at the cursor and its column.
pub fn cursor(state: &State) -> (String, Lane) {
    let key = state.cursor.key.as_ref();
    let id = key.map_or(String::new(), ToString::to_string);
    (id, state.cursor.lane)
}

/// Returns the answer that stands.
pub fn toast(state: &State) -> &str {
    state.toast.as_ref().map_or("", |toast| &toast.text)
}

/// Returns the one command that was asked for.
pub fn submitted(effects: &[Effect]) -> Option<(Verb, String)> {
    match effects {
        [Effect::Submit(command)] => Some((command.verb, command.key.to_string())),
        _ => None,
    }
}

/// Draws the screen.
pub fn frame(state: &State, glyphs: Glyphs) -> Buffer {
    let size = state.viewport.size;
    let mut buffer = Buffer::empty(Rect::new(0, 0, size.width, size.height));
    paint(&compose(state, glyphs), &Theme::colours(), &mut buffer);
    buffer
}

/// Returns the screen's rows.
pub fn rows(state: &State) -> Vec<String> {
    let text = text(&frame(state, Glyphs::Unicode));
    text.lines().map(str::to_owned).collect()
}

/// Returns the row of the screen that shows `words`.
pub fn row_of(state: &State, words: &str) -> usize {
    let rows = rows(state);
    let row = rows.iter().position(|row| row.contains(words));
    row.unwrap_or_else(|| panic!("{words} is not on\n{}", rows.join("\n")))
}
