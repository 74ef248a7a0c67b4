//! Changing one value of a JSON text and no other byte.

use std::ops::Range;

use crate::store::json::scan::{Document, elements};

/// How the writer of a text spells what is not ASCII.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Spelling {
    /// As `\uXXXX`.
    Escaped,
    /// As it is.
    Raw,
}

/// Puts `value`, itself JSON, in place of the member `name`, or adds the member at the end in
/// the way the others are laid out.
pub fn set(text: &[u8], document: &Document, name: &str, value: &str) -> Vec<u8> {
    if let Some(member) = document.member(name) {
        return replaced(text, &member.value_at, value.as_bytes());
    }
    let Some(last) = document.members.last() else {
        let only = format!("\"{name}\": {value}");
        return replaced(
            text,
            &(document.opens_at..document.opens_at),
            only.as_bytes(),
        );
    };
    let before = last_gap(text, document);
    let colon = last.name_at.end..last.value_at.start;
    let added = [
        b",",
        &text[before],
        format!("\"{name}\"").as_bytes(),
        &text[colon],
        value.as_bytes(),
    ]
    .concat();
    replaced(text, &(last.value_at.end..last.value_at.end), &added)
}

/// Returns the blank before the last key: behind the comma or the opening brace.
fn last_gap(text: &[u8], document: &Document) -> Range<usize> {
    let end = document
        .members
        .last()
        .map_or(document.opens_at, |last| last.name_at.start);
    let blank = text[..end]
        .iter()
        .rev()
        .take_while(|byte| byte.is_ascii_whitespace())
        .count();
    end - blank..end
}

/// Takes the elements that `unwanted` names out of the list at `span`.
pub fn without(
    text: &[u8],
    span: &Range<usize>,
    mut unwanted: impl FnMut(&Range<usize>) -> bool,
) -> Vec<u8> {
    let Some(all) = elements(text, span) else {
        return text.to_vec();
    };
    let kept: Vec<&Range<usize>> = all.iter().filter(|at| !unwanted(at)).collect();
    if kept.len() == all.len() {
        return text.to_vec();
    }
    let (Some(first), Some(last)) = (all.first(), all.last()) else {
        return text.to_vec();
    };
    if kept.is_empty() {
        return replaced(text, span, b"[]");
    }
    // The gap between the first two elements is how this writer parts them.
    let gap = &text[first.end..all[1].start];
    let words: Vec<&[u8]> = kept.iter().map(|at| &text[(*at).clone()]).collect();
    replaced(text, &(first.start..last.end), &words.join(gap))
}

/// Adds `value`, itself JSON, to the end of the list at `span`.
pub fn with(text: &[u8], document: &Document, span: &Range<usize>, value: &str) -> Vec<u8> {
    let Some(all) = elements(text, span) else {
        return text.to_vec();
    };
    let value = value.as_bytes();
    match &all[..] {
        [.., before, last] => {
            let gap = &text[before.end..last.start];
            replaced(text, &(last.end..last.end), &[gap, value].concat())
        }
        [only] => {
            let indent = &text[span.start + 1..only.start];
            replaced(text, &(only.end..only.end), &[b",", indent, value].concat())
        }
        [] => {
            let gap = &text[last_gap(text, document)];
            let whole = if gap.contains(&b'\n') {
                [b"[", gap, b"  ", value, gap, b"]"].concat()
            } else {
                [b"[", value, b"]"].concat()
            };
            replaced(text, span, &whole)
        }
    }
}

/// Returns `words` as a JSON string, spelled as the rest of `text` is.
pub fn quoted(text: &[u8], words: &str) -> String {
    let spelling = if text.is_ascii() {
        Spelling::Escaped
    } else {
        Spelling::Raw
    };
    let mut out = String::with_capacity(words.len() + 2);
    out.push('"');
    for c in words.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\0'..='\u{1F}' | '\u{7F}' => escape(c, &mut out),
            _ if spelling == Spelling::Escaped && !c.is_ascii() => escape(c, &mut out),
            _ => out.push(c),
        }
    }
    out.push('"');
    out
}

fn escape(c: char, out: &mut String) {
    for unit in c.encode_utf16(&mut [0; 2]) {
        out.push_str(&format!("\\u{unit:04x}"));
    }
}

fn replaced(text: &[u8], at: &Range<usize>, with: &[u8]) -> Vec<u8> {
    [&text[..at.start], with, &text[at.end..]].concat()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::json::scan::scan;

    const LAID_OUT: &str =
        "{\n  \"id\": 5,\n  \"blockedBy\": [\n    4,\n    6\n  ],\n  \"owner\": \"\"\n}";

    fn changed(text: &str, change: impl Fn(&[u8], &Document) -> Vec<u8>) -> String {
        let document = scan(text.as_bytes()).unwrap();
        String::from_utf8(change(text.as_bytes(), &document)).unwrap()
    }

    fn list_changed(
        text: &str,
        change: impl Fn(&[u8], &Document, &Range<usize>) -> Vec<u8>,
    ) -> String {
        changed(text, |text, document| {
            let at = document.member("blockedBy").unwrap().value_at.clone();
            change(text, document, &at)
        })
    }

    #[test]
    fn a_value_is_replaced_or_added_in_the_layout_of_the_text() {
        let owner = |text: &[u8], document: &Document| set(text, document, "owner", "\"ana\"");
        assert_eq!(
            changed(LAID_OUT, owner),
            LAID_OUT.replace("\"\"", "\"ana\"")
        );
        assert_eq!(changed("{}", owner), "{\"owner\": \"ana\"}");
        assert_eq!(changed("{\"a\":1}", owner), "{\"a\":1,\"owner\":\"ana\"}");
        assert_eq!(
            changed("{\r\n\t\"a\" : 1,\r\n\t\"b\" : 2\r\n}\r\n", owner),
            "{\r\n\t\"a\" : 1,\r\n\t\"b\" : 2,\r\n\t\"owner\" : \"ana\"\r\n}\r\n"
        );
    }

    #[test]
    fn elements_leave_a_list_without_a_trace() {
        let strip = |text: &[u8], _: &Document, at: &Range<usize>| {
            without(text, at, |element| &text[element.clone()] == b"4")
        };
        assert_eq!(
            list_changed(LAID_OUT, strip),
            LAID_OUT.replace("4,\n    ", "")
        );
        let last = LAID_OUT.replace("4,\n    6", "6,\n    4");
        assert_eq!(list_changed(&last, strip), LAID_OUT.replace("4,\n    ", ""));
        let only = LAID_OUT.replace("4,\n    6", "4");
        let empty = only.replace("[\n    4\n  ]", "[]");
        assert_eq!(list_changed(&only, strip), empty);
        assert_eq!(
            list_changed("{\"blockedBy\":[4,4]}", strip),
            "{\"blockedBy\":[]}"
        );
        assert_eq!(
            list_changed("{\"blockedBy\":[7]}", strip),
            "{\"blockedBy\":[7]}"
        );
    }

    #[test]
    fn elements_join_a_list_as_its_others_stand() {
        let add =
            |text: &[u8], document: &Document, at: &Range<usize>| with(text, document, at, "9");
        assert_eq!(
            list_changed(LAID_OUT, add),
            LAID_OUT.replace("6\n", "6,\n    9\n")
        );
        let only = LAID_OUT.replace("4,\n    6", "4");
        assert_eq!(list_changed(&only, add), LAID_OUT.replace('6', "9"));
        let empty = only.replace("[\n    4\n  ]", "[]");
        assert_eq!(list_changed(&empty, add), only.replace('4', "9"));
        assert_eq!(
            list_changed("{\"blockedBy\":[]}", add),
            "{\"blockedBy\":[9]}"
        );
        assert_eq!(
            list_changed("{\"blockedBy\":[1, 2]}", add),
            "{\"blockedBy\":[1, 2, 9]}"
        );
    }

    #[test]
    fn a_string_is_spelled_as_the_text_spells() {
        assert_eq!(quoted(b"{}", "中😀\n\""), r#""\u4e2d\ud83d\ude00\n\"""#);
        assert_eq!(quoted("中".as_bytes(), "中😀\u{1}"), "\"中😀\\u0001\"");
    }
}
