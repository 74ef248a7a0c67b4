//! What several tests share.

pub mod sketch;
