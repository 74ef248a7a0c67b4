//! The stories, one a file: words only.

pub mod billing;
pub mod paper;
pub mod search;
pub mod translation;
