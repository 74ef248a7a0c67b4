//! JSON as agents really write it: read leniently, edited by the byte.
//!
//! [`scan`] finds where the members of an object stand, whatever a strict parser would say of
//! the rest; [`value`] reads one of them; [`splice`] changes one and leaves every other byte
//! alone. Nothing here knows a task. Called by the kinds that keep their cards in JSON files.

pub mod flaw;
pub mod member;
pub mod scan;
pub mod scanner;
pub mod splice;
pub mod string;
pub mod value;
