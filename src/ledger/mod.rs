//! What we keep beside a store: a person's order. Never a byte of it in the agents' store.
//!
//! One SQLite database for each store, in the state folder, made by the first write. A ledger
//! that cannot be read or written takes the order away and nothing else.

pub mod book;
pub mod folder;
pub mod rows;
