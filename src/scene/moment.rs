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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::state::Opening;
    use crate::app::viewport::Size;
    use jiff::tz::TimeZone;

    #[test]
    fn only_a_moment_of_today_is_a_time() {
        let at = |text: &str| text.parse::<Timestamp>().unwrap();
        let state = State::new(Opening {
            store: String::new(),
            actor: String::new(),
            zone: TimeZone::UTC,
            now: at("2026-06-18T14:02:11Z"),
            size: Size {
                width: 80,
                height: 24,
            },
        });
        assert_eq!(moment(at("2026-06-18T09:05:00Z"), &state), "09:05");
        assert_eq!(second(at("2026-06-18T09:05:00Z"), &state), "09:05:00");
        assert_eq!(moment(at("2026-06-07T09:05:00Z"), &state), "7 Jun");
        assert_eq!(moment(at("2025-12-31T23:59:59Z"), &state), "2025-12-31");
    }
}
