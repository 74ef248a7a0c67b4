//! How far what is shown can be trusted at this moment.

use jiff::Timestamp;

/// How the board learns of changes, and whether it still does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Health {
    /// Change events and the heartbeat both work.
    Live,
    /// Only the heartbeat works, for this reason.
    Polling(String),
    /// The store has not answered since then, for this reason; the last good view stands.
    Stale {
        /// When it last answered.
        since: Timestamp,
        /// Why it does not.
        why: String,
    },
    /// The store cannot be read, for this reason; the last good view, if any, stands.
    Unreadable {
        /// When that began.
        since: Timestamp,
        /// Why.
        why: String,
    },
}
