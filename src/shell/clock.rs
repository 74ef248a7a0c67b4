//! The one place that reads a clock.
#![expect(
    clippy::disallowed_methods,
    reason = "this is the clock that everything else is given"
)]

use std::sync::OnceLock;
use std::time::{Duration, Instant};

use jiff::Timestamp;

use crate::desk::clock::Clock;

/// Returns the real clock.
pub fn clock() -> Clock {
    Clock {
        wall: Timestamp::now,
        steady,
    }
}

/// The time since the first question; process-wide because a moment of origin must be shared.
fn steady() -> Duration {
    static ORIGIN: OnceLock<Instant> = OnceLock::new();
    ORIGIN.get_or_init(Instant::now).elapsed()
}
