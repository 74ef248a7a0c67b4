//! The integration tests: one binary, one module for each concern.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]
#![allow(missing_docs, reason = "a test's name is its document")]

mod answers;
mod conformance;
mod demo;
mod demo_ends;
mod faults;
mod folder_writes;
mod folders;
mod frames;
mod ledger;
mod live;
mod looks;
mod order;
mod race;
mod readme;
mod routes;
mod schemas;
mod sequences;
mod sizes;
mod support;
mod terminal;
mod tidy;
mod undo;
mod undo_live;
