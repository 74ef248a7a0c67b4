//! Safe text and its width: the door that every string of a store passes before
//! a terminal, a log or an export may see it.
//!
//! Invariant: nothing here does I/O, and no raw store string leaves except through
//! [`safe::SafeText::raw`], which is for comparing and for escaped JSON only.

pub mod json;
pub mod safe;
pub mod width;
pub mod xml;
