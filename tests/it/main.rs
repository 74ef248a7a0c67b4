//! The integration tests: one binary, one module for each concern.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]
#![allow(missing_docs, reason = "a test's name is its document")]

mod answers;
mod conformance;
mod demo;
mod demo_ends;
mod faults;
mod frames;
mod live;
mod looks;
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
mod vanish;
