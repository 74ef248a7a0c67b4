//! What several tests share.

pub mod mind;
pub mod play;
pub mod process;
pub mod program;
pub mod pty;
pub mod sketch;
pub mod store;
