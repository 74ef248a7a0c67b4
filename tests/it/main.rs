//! The integration tests: one binary, one module for each concern.

mod looks;
mod routes;
mod sizes;
mod support;
