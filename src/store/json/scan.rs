//! Finding the members of a JSON object, and what is odd about the text.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::store::json::flaw::Flaw;
use crate::store::json::member::Member;
use crate::store::json::scanner::Scanner;

/// The byte order mark.
const BOM: &[u8] = b"\xEF\xBB\xBF";

/// Why a text is no JSON object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fault {
    /// There is nothing in it.
    Empty,
    /// It is JSON, but no object.
    NotAnObject,
    /// It is no JSON.
    Unparseable,
}

/// Where the members of one object stand in its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Document {
    /// In the order of the text.
    pub members: Vec<Member>,
    /// What is odd about it.
    pub flaws: BTreeSet<Flaw>,
    /// Behind the opening brace.
    pub opens_at: usize,
}

impl Document {
    /// Returns the member of that name; the last one where there are several, as parsers do.
    pub fn member(&self, name: &str) -> Option<&Member> {
        self.members.iter().rev().find(|member| member.name == name)
    }
}

/// Finds the members of the object that `text` is.
pub fn scan(text: &[u8]) -> Result<Document, Fault> {
    let mut scanner = Scanner::new(text);
    if text.starts_with(BOM) {
        scanner.at = BOM.len();
        scanner.flaws.insert(Flaw::Bom);
    }
    scanner.space();
    match scanner.peek() {
        None => return Err(Fault::Empty),
        Some(b'{') => {}
        Some(_) => {
            let is_json = scanner.value().is_some() && scanner.is_at_end();
            return Err(if is_json {
                Fault::NotAnObject
            } else {
                Fault::Unparseable
            });
        }
    }
    scanner.at += 1;
    let opens_at = scanner.at;
    let members = scanner.members().ok_or(Fault::Unparseable)?;
    if !scanner.is_at_end() {
        return Err(Fault::Unparseable);
    }
    let mut flaws = scanner.flaws;
    let names: BTreeSet<&str> = members.iter().map(|member| member.name.as_str()).collect();
    if names.len() < members.len() {
        flaws.insert(Flaw::DuplicateKey);
    }
    if text.windows(2).any(|pair| pair == b"\r\n") {
        flaws.insert(Flaw::Crlf);
    }
    if std::str::from_utf8(text).is_err() {
        flaws.insert(Flaw::InvalidUtf8);
    }
    Ok(Document {
        members,
        flaws,
        opens_at,
    })
}

/// Returns where the elements of the list at `list` stand; `None` when it is no list.
pub fn elements(text: &[u8], list: &Range<usize>) -> Option<Vec<Range<usize>>> {
    let mut scanner = Scanner::new(&text[..list.end]);
    scanner.at = list.start;
    scanner.eat(b'[')?;
    let mut found = Vec::new();
    scanner.space();
    if scanner.peek() == Some(b']') {
        return Some(found);
    }
    loop {
        scanner.space();
        let start = scanner.at;
        scanner.value()?;
        found.push(start..scanner.at);
        scanner.space();
        match scanner.next()? {
            b',' => {}
            b']' => return Some(found),
            _ => return None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> Vec<String> {
        let document = scan(text.as_bytes()).unwrap();
        document.members.into_iter().map(|it| it.name).collect()
    }

    fn flaws(text: &[u8]) -> Vec<Flaw> {
        scan(text).unwrap().flaws.into_iter().collect()
    }

    #[test]
    fn members_are_found_in_order() {
        assert_eq!(
            names(r#" {"b": {"x": [1, {}]}, "a":[],"优":"\u9ad8"} "#),
            ["b", "a", "优"]
        );
        assert!(names("{}").is_empty());
    }

    #[test]
    fn what_a_strict_parser_refuses_is_named() {
        assert_eq!(flaws(b"\xEF\xBB\xBF{}"), [Flaw::Bom]);
        assert_eq!(flaws(b"{\r\n}"), [Flaw::Crlf]);
        assert_eq!(flaws(br#"{"a": "x\ud83d y"}"#), [Flaw::LoneSurrogate]);
        assert_eq!(flaws(br#"{"a": "\ud83d\ude00"}"#), []);
        assert_eq!(flaws(br#"{"a": [NaN, -Infinity]}"#), [Flaw::NotANumber]);
        assert_eq!(flaws(br#"{"a": 1, "a": 2}"#), [Flaw::DuplicateKey]);
        assert_eq!(flaws(b"{\"a\": \"\xff\"}"), [Flaw::InvalidUtf8]);
        assert_eq!(flaws(b"{\"a\": \"\n\"}"), [Flaw::RawControl]);
        let deep = format!("{{\"a\": {}1{}}}", "[".repeat(100_000), "]".repeat(100_000));
        assert_eq!(flaws(deep.as_bytes()), [Flaw::DeepNesting]);
    }

    #[test]
    fn what_is_no_object_is_told_apart() {
        assert_eq!(scan(b" \n"), Err(Fault::Empty));
        for other in ["[1, 2]", "null", "\"x\"", "3"] {
            assert_eq!(scan(other.as_bytes()), Err(Fault::NotAnObject), "{other}");
        }
        let broken = [
            "{",
            "{\"a\"",
            "{\"a\": 1,}",
            "{\"a\": 1} x",
            "{a: 1}",
            "{\"a\": 01}",
            "{\"a\": [1}}",
            "{\"a\": 1.}",
            "{\"a\": \"\\x\"}",
            "{} \0",
            "{\"a\": \"\\u12",
            "[1",
            "nul",
        ];
        for text in broken {
            assert_eq!(scan(text.as_bytes()), Err(Fault::Unparseable), "{text}");
        }
    }

    /// A file that is cut anywhere is never taken for a whole one.
    #[test]
    fn a_cut_text_is_never_an_object() {
        let whole = br#"{"id": 3, "subject": "\ud83d\ude00 x", "blockedBy": [1, {"a": null}], "owner": ""}"#;
        for end in 1..whole.len() {
            assert!(scan(&whole[..end]).is_err(), "{end}");
        }
    }

    #[test]
    fn elements_are_found_where_they_stand() {
        let text = br#"x[ 1, "a,]", [2] ]"#;
        let found = elements(text, &(1..text.len())).unwrap();
        let words: Vec<&[u8]> = found.into_iter().map(|at| &text[at]).collect();
        assert_eq!(words, [&b"1"[..], b"\"a,]\"", b"[2]"]);
        assert_eq!(elements(b"[ ]", &(0..3)), Some(Vec::new()));
        assert_eq!(elements(b"{}", &(0..2)), None);
    }
}
