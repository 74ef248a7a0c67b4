//! [`Member`]: where one key and its value stand.

use std::ops::Range;

/// One key of an object with its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// The key, decoded.
    pub name: String,
    /// Where the key stands, quotes included.
    pub name_at: Range<usize>,
    /// Where the value stands.
    pub value_at: Range<usize>,
}
