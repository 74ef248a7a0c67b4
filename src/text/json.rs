//! JSON for standard output: exact to a parser, harmless to a terminal.

use crate::text::safe::{is_bidi_control, is_control, is_tag};

/// Returns `value` as JSON in which C0, C1, DEL, bidirectional controls and tag
/// characters are written as `\uXXXX`, so that printing it moves no cursor.
pub fn escaped(value: &serde_json::Value) -> String {
    harmless(&format!("{value:#}"))
}

/// Returns `value` as [`escaped`] does, on one line.
pub fn escaped_line(value: &serde_json::Value) -> String {
    harmless(&value.to_string())
}

fn harmless(plain: &str) -> String {
    let mut out = String::with_capacity(plain.len());
    for c in plain.chars() {
        if c != '\n' && (is_control(c) || is_bidi_control(c) || is_tag(c)) {
            let mut units = [0; 2];
            for unit in c.encode_utf16(&mut units) {
                out.push_str(&format!("\\u{unit:04x}"));
            }
        } else {
            out.push(c);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_moves_a_cursor_is_escaped_and_reads_back_the_same() {
        let value = json!({"k\u{202E}": "a\u{1b}\u{9b}\u{7f}\u{E0067}\n撰"});
        let line = escaped_line(&value);
        assert!(!line.contains(is_control), "{line}");
        assert_eq!(
            serde_json::from_str::<serde_json::Value>(&line).unwrap(),
            value
        );
        let text = escaped(&value);
        assert!(
            !text
                .chars()
                .any(|c| c != '\n' && (is_control(c) || is_bidi_control(c) || is_tag(c))),
            "{text}"
        );
        assert!(text.contains("撰"));
        assert_eq!(
            serde_json::from_str::<serde_json::Value>(&text).unwrap(),
            value
        );
    }
}
