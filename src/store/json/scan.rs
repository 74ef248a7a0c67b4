//! Finding the members of a JSON object, and what is odd about the text.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::store::json::string::decode;

/// Deeper nesting than this is refused by strict parsers.
const STRICT_DEPTH: usize = 127;
/// The byte order mark.
const BOM: &[u8] = b"\xEF\xBB\xBF";

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

struct Scanner<'a> {
    text: &'a [u8],
    at: usize,
    flaws: BTreeSet<Flaw>,
}

/// Every method answers `None` where the text is no JSON. Nothing recurses, so no depth of
/// nesting ends the stack.
impl<'a> Scanner<'a> {
    fn new(text: &'a [u8]) -> Self {
        Self {
            text,
            at: 0,
            flaws: BTreeSet::new(),
        }
    }

    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    fn next(&mut self) -> Option<u8> {
        let byte = self.peek()?;
        self.at += 1;
        Some(byte)
    }

    fn eat(&mut self, wanted: u8) -> Option<()> {
        (self.next()? == wanted).then_some(())
    }

    fn space(&mut self) {
        while let Some(b' ' | b'\t' | b'\r' | b'\n') = self.peek() {
            self.at += 1;
        }
    }

    fn is_at_end(&mut self) -> bool {
        self.space();
        self.peek().is_none()
    }

    fn members(&mut self) -> Option<Vec<Member>> {
        let mut members = Vec::new();
        self.space();
        if self.peek() == Some(b'}') {
            self.at += 1;
            return Some(members);
        }
        loop {
            let name_at = self.key()?;
            self.space();
            let start = self.at;
            self.value()?;
            members.push(Member {
                name: decode(&self.text[name_at.clone()]),
                name_at,
                value_at: start..self.at,
            });
            self.space();
            match self.next()? {
                b',' => {}
                b'}' => return Some(members),
                _ => return None,
            }
        }
    }

    /// Passes a key and its colon.
    fn key(&mut self) -> Option<Range<usize>> {
        self.space();
        let start = self.at;
        self.string()?;
        let end = self.at;
        self.space();
        self.eat(b':')?;
        Some(start..end)
    }

    /// Passes one value of any depth.
    fn value(&mut self) -> Option<()> {
        let mut open = Vec::new();
        loop {
            self.space();
            match self.peek()? {
                bracket @ (b'{' | b'[') => {
                    self.at += 1;
                    open.push(bracket);
                    if open.len() > STRICT_DEPTH {
                        self.flaws.insert(Flaw::DeepNesting);
                    }
                    self.space();
                    if !matches!(self.peek()?, b'}' | b']') {
                        if bracket == b'{' {
                            self.key()?;
                        }
                        continue;
                    }
                }
                b'"' => self.string()?,
                _ => self.word()?,
            }
            if !self.close(&mut open)? {
                return Some(());
            }
        }
    }

    /// Passes what follows a value, and tells whether another one is due.
    fn close(&mut self, open: &mut Vec<u8>) -> Option<bool> {
        while let Some(&bracket) = open.last() {
            self.space();
            match (self.next()?, bracket) {
                (b',', b'{') => {
                    self.key()?;
                    return Some(true);
                }
                (b',', _) => return Some(true),
                (b'}', b'{') | (b']', b'[') => {
                    open.pop();
                }
                _ => return None,
            }
        }
        Some(false)
    }

    /// Passes a literal or a number.
    fn word(&mut self) -> Option<()> {
        let start = self.at;
        while let Some(b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'+' | b'-' | b'.') = self.peek() {
            self.at += 1;
        }
        match &self.text[start..self.at] {
            b"true" | b"false" | b"null" => Some(()),
            b"NaN" | b"Infinity" | b"-Infinity" => {
                self.flaws.insert(Flaw::NotANumber);
                Some(())
            }
            word => is_number(word).then_some(()),
        }
    }

    fn string(&mut self) -> Option<()> {
        self.eat(b'"')?;
        loop {
            match self.next()? {
                b'"' => return Some(()),
                b'\\' => self.escape()?,
                0..=0x1F => {
                    self.flaws.insert(Flaw::RawControl);
                }
                _ => {}
            }
        }
    }

    fn escape(&mut self) -> Option<()> {
        match self.next()? {
            b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't' => Some(()),
            b'u' => {
                let unit = self.unit()?;
                let is_pair = (0xD800..0xDC00).contains(&unit) && self.low_half().is_some();
                if (0xD800..0xE000).contains(&unit) && !is_pair {
                    self.flaws.insert(Flaw::LoneSurrogate);
                }
                Some(())
            }
            _ => None,
        }
    }

    fn unit(&mut self) -> Option<u16> {
        let digits = std::str::from_utf8(self.text.get(self.at..self.at + 4)?).ok()?;
        if !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
            return None;
        }
        self.at += 4;
        u16::from_str_radix(digits, 16).ok()
    }

    /// Passes the second half of a pair, if it is there.
    fn low_half(&mut self) -> Option<()> {
        let before = self.at;
        let unit = self
            .text
            .get(self.at..self.at + 2)
            .filter(|mark| mark == b"\\u")
            .and_then(|_| {
                self.at += 2;
                self.unit()
            });
        if unit.is_some_and(|unit| (0xDC00..0xE000).contains(&unit)) {
            return Some(());
        }
        self.at = before;
        None
    }
}

/// Tells whether `word` is a number by JSON's grammar.
fn is_number(word: &[u8]) -> bool {
    let mut rest = word.strip_prefix(b"-").unwrap_or(word);
    let digits = |rest: &mut &[u8]| {
        let count = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        *rest = &rest[count..];
        count
    };
    let has_leading_zero = rest.starts_with(b"0");
    let whole = digits(&mut rest);
    if whole == 0 || (has_leading_zero && whole > 1) {
        return false;
    }
    if let Some(after) = rest.strip_prefix(b".") {
        rest = after;
        if digits(&mut rest) == 0 {
            return false;
        }
    }
    if let Some(after) = rest.strip_prefix(b"e").or_else(|| rest.strip_prefix(b"E")) {
        rest = after
            .strip_prefix(b"+")
            .or_else(|| after.strip_prefix(b"-"))
            .unwrap_or(after);
        if digits(&mut rest) == 0 {
            return false;
        }
    }
    rest.is_empty()
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
