//! Kind `learn-a`: the folder `.tasks/task_N.json` of learn-claude-code's first curriculum.
//!
//! One file for each card, rewritten in place by agents that take no lock and count their ids
//! in memory. Only `blockedBy` blocks, whatever the state of the card it names, so completing
//! a card takes its id out of the others' lists. Other generations share the folder's name;
//! they are told apart in [`generation`] and opened read-only.
//!
//! [`reader`] keeps the cards of the last look; [`card`] reads one file; [`edits`] says what an
//! edit means for its bytes; [`intent`] finishes a completion that a crash cut in half;
//! [`store`] is the contract over all of it.

pub mod card;
pub mod create;
pub mod edits;
pub mod generation;
pub mod intent;
pub mod names;
pub mod reader;
pub mod store;
