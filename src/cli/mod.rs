//! The command line: what may be asked from a shell, and how the answers are printed.
//!
//! Nothing here decides anything: readiness is the plan's, rules are the desk's. This is the
//! only room, with the agents' replies, that prints.

pub mod arguments;
pub mod board;
pub mod demo;
pub mod dispatch;
pub mod environment;
pub mod failure;
pub mod frame;
pub mod init;
pub mod lines;
pub mod list;
pub mod locate;
pub mod next;
pub mod output;
pub mod reorder;
pub mod report;
pub mod resolve;
pub mod show;
pub mod teller;
pub mod usage;
pub mod values;
pub mod verbs;
