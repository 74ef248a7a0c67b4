//! Moments in words: absolute, so that an idle board need never be written again.

use jiff::Timestamp;

use crate::app::state::State;

/// Returns `at` as a time of today or as a date.
pub fn moment(at: Timestamp, state: &State) -> String {
    in_words(at, state, "%H:%M")
}

/// Returns `at` as a time of today with its second, or as a date.
pub fn second(at: Timestamp, state: &State) -> String {
    in_words(at, state, "%H:%M:%S")
}

fn in_words(at: Timestamp, state: &State, today: &str) -> String {
    let then = at.to_zoned_datetime(state.zone.clone());
    let now = state.now.to_zoned_datetime(state.zone.clone());
    let format = if then.date() == now.date() {
        today
    } else if then.year() == now.year() {
        "%-d %b"
    } else {
        "%Y-%m-%d"
    };
    then.strftime(format).to_string()
}
