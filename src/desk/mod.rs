//! The one door to the stores and their ledgers: rules are applied here, and nowhere else is
//! either touched.
//!
//! [`keeper`] is the thread behind a board: it owns one store, watches it and works off
//! commands. [`door`] is the same work without a thread, for one command from a shell or
//! an agent. Neither knows who asks.

pub mod apply;
pub mod clock;
pub mod decide;
pub mod door;
pub mod keeper;
pub mod look;
pub mod pace;
pub mod record;
pub mod reorder;
pub mod retrace;
pub mod standing;
