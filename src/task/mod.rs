//! The words: what a task, a snapshot, a command and its receipt are.
//!
//! Plain values that anything above may print or compare. Nothing here does I/O,
//! reads a clock, or returns `Err` for odd content: odd content becomes a
//! [`warning::Warning`] on its card.

pub mod card;
pub mod command;
pub mod deed;
pub mod health;
pub mod key;
pub mod lane;
pub mod order;
pub mod overwrite;
pub mod receipt;
pub mod retrace;
pub mod snapshot;
pub mod store_kind;
pub mod warning;
