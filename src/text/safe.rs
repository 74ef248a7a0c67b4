//! [`SafeText`]: a store's string, made harmless once, at the store's door.
//!
//! Controls, bidirectional overrides and invisible characters are drawn as visible
//! pictures, never dropped, so a person sees that they are there.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use unicode_segmentation::UnicodeSegmentation as _;

/// Longest shown form, in characters; what follows is cut with `…`.
const SHOWN_CHARS: usize = 4_000;

/// Most combining marks kept on one character cell.
const MARKS_PER_CELL: usize = 8;

/// Text from a store, with a form that may be shown anywhere.
///
/// Two texts are equal when their raw forms are.
#[derive(Clone)]
pub struct SafeText {
    raw: Arc<str>,
    /// `None` when the raw form is already harmless.
    shown: Option<Arc<str>>,
}

impl SafeText {
    /// Makes `raw` safe to show.
    pub fn new(raw: &str) -> Self {
        let shown = picture(raw);
        Self {
            raw: raw.into(),
            shown: shown.map(Arc::from),
        }
    }

    /// Returns the form for eyes: one line, no control, bounded in length.
    pub fn shown(&self) -> &str {
        self.shown.as_deref().unwrap_or(&self.raw)
    }

    /// Returns exactly what the store holds: for comparing and for escaped JSON, never for a terminal.
    pub fn raw(&self) -> &str {
        &self.raw
    }

    /// Tells whether there is nothing to see.
    pub fn is_blank(&self) -> bool {
        self.raw.trim().is_empty()
    }
}

impl From<&str> for SafeText {
    fn from(raw: &str) -> Self {
        Self::new(raw)
    }
}

impl fmt::Display for SafeText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.shown())
    }
}

impl fmt::Debug for SafeText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.shown())
    }
}

impl PartialEq for SafeText {
    fn eq(&self, other: &Self) -> bool {
        self.raw == other.raw
    }
}

impl Eq for SafeText {}

impl Hash for SafeText {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.raw.hash(state);
    }
}

impl PartialOrd for SafeText {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for SafeText {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.raw.cmp(&other.raw)
    }
}

/// Tells whether `c` is a C0 control, DEL or a C1 control.
pub fn is_control(c: char) -> bool {
    c.is_control()
}

/// Tells whether `c` reorders the text around it.
pub fn is_bidi_control(c: char) -> bool {
    matches!(c, '\u{61C}' | '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

/// Tells whether `c` is one of the invisible tag characters.
pub fn is_tag(c: char) -> bool {
    matches!(c, '\u{E0000}'..='\u{E007F}')
}

/// Tells whether `c` is drawn as nothing although it is text.
fn is_invisible(c: char) -> bool {
    matches!(c,
        '\u{AD}' | '\u{34F}' | '\u{115F}' | '\u{1160}' | '\u{17B4}' | '\u{17B5}' | '\u{180B}'..='\u{180F}'
        | '\u{200B}' | '\u{2028}' | '\u{2029}' | '\u{2060}'..='\u{2065}' | '\u{206A}'..='\u{206F}'
        | '\u{3164}' | '\u{FEFF}' | '\u{FFA0}' | '\u{FFF9}'..='\u{FFFB}' | '\u{E0100}'..='\u{E01EF}')
}

fn is_harmless(c: char) -> bool {
    !(is_control(c) || is_bidi_control(c) || is_tag(c) || is_invisible(c))
}

/// Returns the shown form of `raw`, or `None` when `raw` may be shown as it is.
fn picture(raw: &str) -> Option<String> {
    if raw.len() <= SHOWN_CHARS && raw.is_ascii() && !raw.bytes().any(|b| b.is_ascii_control()) {
        return None;
    }
    let mut out = String::with_capacity(raw.len().min(SHOWN_CHARS * 4));
    let mut chars = 0;
    for grapheme in raw.graphemes(true) {
        let mut marks = 0;
        for (place, c) in grapheme.chars().enumerate() {
            if place > 0 && is_harmless(c) {
                marks += 1;
                if marks > MARKS_PER_CELL {
                    continue;
                }
            }
            push_picture(&mut out, c);
            chars += 1;
        }
        if chars >= SHOWN_CHARS {
            out.push('…');
            break;
        }
    }
    (out != raw).then_some(out)
}

fn push_picture(out: &mut String, c: char) {
    match c {
        '\0'..='\u{1F}' => out.push(char::from_u32(0x2400 + u32::from(c)).unwrap_or('␀')),
        '\u{7F}' => out.push('␡'),
        _ if is_harmless(c) => out.push(c),
        _ => out.push_str(&format!("⟨U+{:04X}⟩", u32::from(c))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn controls_become_pictures() {
        let text = SafeText::new("a\u{1b}[31m\r\n\t\u{7f}\u{9b}b");
        assert_eq!(text.shown(), "a␛[31m␍␊␉␡⟨U+009B⟩b");
        assert_eq!(text.raw(), "a\u{1b}[31m\r\n\t\u{7f}\u{9b}b");
    }

    #[test]
    fn direction_overrides_tags_and_invisibles_are_named() {
        assert_eq!(SafeText::new("x\u{202E}y").shown(), "x⟨U+202E⟩y");
        assert_eq!(SafeText::new("x\u{E0067}y").shown(), "x⟨U+E0067⟩y");
        assert_eq!(SafeText::new("x\u{200B}y").shown(), "x⟨U+200B⟩y");
    }

    #[test]
    fn ordinary_text_stands_as_it_is() {
        for text in ["plain", "撰写文档", "👩‍👩‍👧‍👦", "é", "한국어", ""] {
            assert_eq!(SafeText::new(text).shown(), text);
        }
    }

    #[test]
    fn stacked_marks_and_long_texts_are_bounded() {
        let zalgo = format!("z{}", "\u{311}".repeat(100));
        assert_eq!(
            SafeText::new(&zalgo).shown().chars().count(),
            1 + MARKS_PER_CELL
        );
        let long = SafeText::new(&"x".repeat(1_000_000));
        assert_eq!(long.shown().chars().count(), SHOWN_CHARS + 1);
        assert!(long.shown().ends_with('…'));
    }

    proptest! {
        #[test]
        fn no_control_survives_and_safe_stays_safe(raw in "\\PC*|[\\x00-\\xff\u{202A}-\u{202E}\u{E0000}-\u{E007F}a-z]{0,40}") {
            let once = SafeText::new(&raw);
            prop_assert!(once.shown().chars().all(is_harmless), "{:?}", once.shown());
            let again = SafeText::new(once.shown());
            prop_assert_eq!(again.shown(), once.shown());
        }
    }
}
