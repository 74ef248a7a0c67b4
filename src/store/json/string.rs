//! What a JSON string says.

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

    #[test]
    fn strings_are_decoded() {
        assert_eq!(decode(br#""a\n\u4e2d\/\"\\""#), "a\n中/\"\\");
        assert_eq!(decode(br#""\ud83d\ude00 \ud83d tail""#), "😀 \u{FFFD} tail");
        assert_eq!(decode(b"\"\xff\""), "\u{FFFD}");
    }
}
