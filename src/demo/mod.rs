//! Simulated agents on a temporary store, for a first look at the board.
//!
//! [`stage`] is all that the command line calls to open a demo; [`agent`] is the body of the
//! hidden subcommand that the stage starts as separate processes. Both change the store
//! through [`crate::agent::tools`] alone, one card at a time, as real agents do. Nothing here
//! is random: a seed gives one plan and one way of working.

pub mod agent;
pub mod cast;
pub mod crew;
pub mod dice;
pub mod folder;
pub mod lay;
pub mod parent;
pub mod plan;
pub mod repertoire;
pub mod script;
pub mod speed;
pub mod stage;
pub mod stories;
pub mod story;
pub mod worker;
