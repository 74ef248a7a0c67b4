//! Walking over a JSON text.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::store::json::flaw::Flaw;
use crate::store::json::member::Member;
use crate::store::json::string::decode;

/// Deeper nesting than this is refused by strict parsers.
const STRICT_DEPTH: usize = 127;

/// Someone who reads a text from the front. Every method answers `None` where it is no JSON.
/// Nothing recurses, so no depth of nesting ends the stack.
pub(super) struct Scanner<'a> {
    text: &'a [u8],
    pub(super) at: usize,
    pub(super) flaws: BTreeSet<Flaw>,
}

impl<'a> Scanner<'a> {
    pub(super) fn new(text: &'a [u8]) -> Self {
        Self {
            text,
            at: 0,
            flaws: BTreeSet::new(),
        }
    }

    pub(super) fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    pub(super) fn next(&mut self) -> Option<u8> {
        let byte = self.peek()?;
        self.at += 1;
        Some(byte)
    }

    pub(super) fn eat(&mut self, wanted: u8) -> Option<()> {
        (self.next()? == wanted).then_some(())
    }

    pub(super) fn space(&mut self) {
        while let Some(b' ' | b'\t' | b'\r' | b'\n') = self.peek() {
            self.at += 1;
        }
    }

    pub(super) fn is_at_end(&mut self) -> bool {
        self.space();
        self.peek().is_none()
    }

    pub(super) fn members(&mut self) -> Option<Vec<Member>> {
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
    pub(super) fn key(&mut self) -> Option<Range<usize>> {
        self.space();
        let start = self.at;
        self.string()?;
        let end = self.at;
        self.space();
        self.eat(b':')?;
        Some(start..end)
    }

    /// Passes one value of any depth.
    pub(super) fn value(&mut self) -> Option<()> {
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
