//! What agents share, one file or folder for each kind of store.
//!
//! A store knows its own bytes and nothing else: no person, no screen, no order, no
//! rule of readiness. It is owned by one thread (the desk's keeper) and is reached
//! through [`contract::Store`] alone.

pub mod contract;
pub mod files;
pub mod find;
pub mod json;
pub mod learn;
pub mod memory;
pub mod open;
pub mod sqlite;
pub mod watch;
