//! The integration tests: one binary, one module for each concern.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]
#![allow(missing_docs, reason = "a test's name is its document")]

mod answers;
mod arrivals;
mod bytes;
mod conformance;
mod cursor;
mod demo;
mod demo_ends;
mod faults;
mod folder_writes;
mod folders;
mod frames;
mod guard;
mod ledger;
mod lines;
mod live;
mod looks;
mod mouse;
mod nobody;
mod order;
mod overwritten;
mod quiet;
mod race;
mod readme;
mod routes;
mod schemas;
mod sequences;
mod sizes;
mod support;
mod suspend;
mod terminal;
mod tidy;
mod trace;
mod undo;
mod undo_live;
mod vanish;
