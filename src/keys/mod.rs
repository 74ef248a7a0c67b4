//! The hands: which key means which action, in one table.
//!
//! The board's key handling, the line of hints, the help and the README's key table all
//! read [`table::ENTRIES`]. Nothing here acts.

pub mod chord;
pub mod resolve;
pub mod table;
