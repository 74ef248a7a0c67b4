//! What several tests share.

pub mod program;
pub mod sketch;
pub mod store;
