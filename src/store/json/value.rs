//! One value of a JSON text, read as far as a card needs it.

use std::ops::Range;

use crate::store::json::scan::elements;

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

/// Returns what the string `quoted` says.
pub fn decode(quoted: &[u8]) -> String {
    let inner = quoted.strip_prefix(b"\"").unwrap_or(quoted);
    let inner = inner.strip_suffix(b"\"").unwrap_or(inner);
    let text = String::from_utf8_lossy(inner);
    if !text.contains('\\') {
        return text.into_owned();
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text.as_ref();
    while let Some(place) = rest.find('\\') {
        out.push_str(&rest[..place]);
        rest = escape(&rest[place + 1..], &mut out);
    }
    out.push_str(rest);
    out
}

/// Decodes what follows a backslash and returns what follows that.
fn escape<'a>(text: &'a str, out: &mut String) -> &'a str {
    let mut chars = text.chars();
    match chars.next() {
        Some('b') => out.push('\u{8}'),
        Some('f') => out.push('\u{C}'),
        Some('n') => out.push('\n'),
        Some('r') => out.push('\r'),
        Some('t') => out.push('\t'),
        Some('u') => return unicode(chars.as_str(), out),
        Some(other) => out.push(other),
        None => {}
    }
    chars.as_str()
}

fn unicode<'a>(text: &'a str, out: &mut String) -> &'a str {
    let unit = |text: &str| u16::from_str_radix(text.get(..4)?, 16).ok();
    let Some(first) = unit(text) else {
        out.push(char::REPLACEMENT_CHARACTER);
        return text;
    };
    let rest = &text[4..];
    let second = rest.strip_prefix("\\u").and_then(unit);
    let pair = second.and_then(|second| {
        char::decode_utf16([first, second])
            .next()
            .and_then(Result::ok)
            .filter(|c| c.len_utf16() == 2)
    });
    if let Some(c) = pair {
        out.push(c);
        return &rest[6..];
    }
    let single = char::from_u32(u32::from(first));
    out.push(single.unwrap_or(char::REPLACEMENT_CHARACTER));
    rest
}

#[cfg(test)]
mod tests {
    use super::*;

    fn whole(text: &str) -> Value {
        read(text.as_bytes(), &(0..text.len()))
    }

    #[test]
    fn strings_are_decoded() {
        assert_eq!(decode(br#""a\n\u4e2d\/\"\\""#), "a\n中/\"\\");
        assert_eq!(decode(br#""\ud83d\ude00 \ud83d tail""#), "😀 \u{FFFD} tail");
        assert_eq!(decode(b"\"\xff\""), "\u{FFFD}");
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
