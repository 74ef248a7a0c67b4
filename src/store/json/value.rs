//! One value of a JSON text, read as far as a card needs it.

use std::ops::Range;

use crate::store::json::scan::elements;
use crate::store::json::string::decode;

/// A value; what is inside an object is nobody's business here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool,
    /// A number, as it is written.
    Number(String),
    /// A string; half surrogates and bad bytes have become U+FFFD.
    Text(String),
    /// A list with the places of its elements.
    List(Vec<Range<usize>>),
    /// An object.
    Object,
}

/// Reads the value at `at`, which a scan has found.
pub fn read(text: &[u8], at: &Range<usize>) -> Value {
    let words = &text[at.clone()];
    match words.first() {
        Some(b'"') => Value::Text(decode(words)),
        Some(b'[') => Value::List(elements(text, at).unwrap_or_default()),
        Some(b'{') => Value::Object,
        Some(b't' | b'f') => Value::Bool,
        Some(b'n') => Value::Null,
        _ => Value::Number(String::from_utf8_lossy(words).into_owned()),
    }
}

/// Returns a number or a text as the id it names: `3`, `"3"` and `3.0` are one.
pub fn id(value: &Value) -> Option<String> {
    match value {
        Value::Text(words) => Some(words.clone()),
        Value::Number(words) => match words.parse::<f64>() {
            // Whole numbers up to 2^53 are exact; a longer one is an id only as it is written.
            Ok(number) if number.fract() == 0.0 && number.abs() < 9e15 => {
                Some(format!("{number:.0}"))
            }
            _ => Some(words.clone()),
        },
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn whole(text: &str) -> Value {
        read(text.as_bytes(), &(0..text.len()))
    }

    #[test]
    fn an_id_is_the_same_however_it_is_written() {
        for text in ["3", "\"3\"", "3.0", "3e0"] {
            assert_eq!(id(&whole(text)).as_deref(), Some("3"), "{text}");
        }
        let long = "123456789012345678901234567890";
        assert_eq!(id(&whole(long)).as_deref(), Some(long));
        for text in ["null", "true", "[3]", "{}"] {
            assert_eq!(id(&whole(text)), None, "{text}");
        }
    }
}
