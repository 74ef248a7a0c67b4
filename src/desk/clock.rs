//! The clock as a value, so that nothing below the shell reads one by itself.

use std::time::Duration;

use jiff::Timestamp;

/// Where the desk learns the time.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    /// The calendar's moment, for what a person reads.
    pub wall: fn() -> Timestamp,
    /// The time since some fixed moment, never going back, for waiting.
    pub steady: fn() -> Duration,
}
