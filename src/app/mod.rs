//! The mind: what the person sees, has selected and is told.
//!
//! One door, [`update::update`], total and deterministic: the same state and message
//! give the same state and effects. Nothing here does I/O, reads a clock, knows a
//! terminal library, holds a channel or knows the desk.

pub mod action;
pub mod arrival;
pub mod columns;
pub mod cursor;
pub mod ghost;
pub mod guard;
pub mod history;
pub mod message;
pub mod mouse;
pub mod news;
pub mod overwrite;
pub mod reorder;
pub mod retrace;
pub mod row;
pub mod state;
pub mod toast;
pub mod update;
pub mod verbs;
pub mod viewport;
