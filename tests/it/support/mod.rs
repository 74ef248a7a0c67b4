//! What several tests share.

pub mod play;
pub mod process;
pub mod program;
pub mod pty;
pub mod sketch;
pub mod store;
