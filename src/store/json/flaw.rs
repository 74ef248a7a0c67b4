//! What is odd about a JSON text.

/// What a strict parser would object to, or an edit must keep.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Flaw {
    /// A byte order mark stands first.
    Bom,
    /// Lines end in carriage return and line feed.
    Crlf,
    /// A string holds half a surrogate pair.
    LoneSurrogate,
    /// A number is `NaN` or `Infinity`.
    NotANumber,
    /// Values are nested deeper than strict parsers go.
    DeepNesting,
    /// A key stands twice in the object.
    DuplicateKey,
    /// Some bytes are not UTF-8.
    InvalidUtf8,
    /// A control character stands in a string unescaped.
    RawControl,
}
