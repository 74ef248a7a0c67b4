//! Task files on disk, beside agents that hold no lock: read without hanging, replaced
//! without losing what somebody wrote a moment before.
//!
//! Nothing here knows JSON or a task. Called by the kinds that keep one file for each card.

pub mod draft;
pub mod lock;
pub mod print;
pub mod read;
pub mod replace;
