//! What several tests share.

pub mod kinds;
pub mod mind;
pub mod odd;
pub mod play;
pub mod process;
pub mod program;
pub mod pty;
pub mod sketch;
pub mod store;
pub mod window;
