//! What follows from a snapshot: who is ready, who waits for whom, what changed.
//!
//! Pure functions over values. Readiness is decided here and nowhere else, so board,
//! command line and agents' tools cannot disagree. Nothing recurses on graph depth.

pub mod changes;
pub mod graph;
pub mod order;
pub mod outlook;
pub mod readiness;
