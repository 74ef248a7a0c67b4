//! The body: the terminal, the loop, the clock. It carries messages and holds no rules.

pub mod clock;
pub mod driver;
pub mod ending;
pub mod hangup;
pub mod input;
pub mod job;
pub mod pointer;
pub mod signals;
pub mod terminal;
