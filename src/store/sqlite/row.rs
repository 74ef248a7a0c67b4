//! One row as a card. Whatever a column holds, a card comes out.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use rusqlite::types::ValueRef;

use crate::store::sqlite::{dependencies, moment};
use crate::task::card::{Dependencies, Owner, Task};
use crate::task::key::TaskKey;
use crate::task::lane::Lane;
use crate::task::warning::Warning;
use crate::text::safe::{SafeText, is_bidi_control, is_control, is_tag};

/// Texts longer than this, in bytes, are warned of.
const HUGE: usize = 64 * 1024;

/// The values of one row; `None` for a column that the table does not have.
pub struct Row<'a> {
    /// The session's id.
    pub session: Option<ValueRef<'a>>,
    /// The task's id.
    pub id: Option<ValueRef<'a>>,
    /// What is to be done.
    pub content: Option<ValueRef<'a>>,
    /// The status word.
    pub status: Option<ValueRef<'a>>,
    /// The dependencies.
    pub blocked_by: Option<ValueRef<'a>>,
    /// The owner.
    pub owner: Option<ValueRef<'a>>,
    /// When the row was last written.
    pub updated: Option<ValueRef<'a>>,
}

impl Row<'_> {
    /// Returns a mark that is equal for equal rows.
    pub fn fingerprint(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        let values = [
            self.session,
            self.id,
            self.content,
            self.status,
            self.blocked_by,
            self.owner,
            self.updated,
        ];
        for value in values {
            match value {
                None => 0_u8.hash(&mut hasher),
                Some(ValueRef::Null) => 1_u8.hash(&mut hasher),
                Some(ValueRef::Integer(number)) => (2_u8, number).hash(&mut hasher),
                Some(ValueRef::Real(number)) => (3_u8, number.to_bits()).hash(&mut hasher),
                Some(ValueRef::Text(bytes)) => (4_u8, bytes).hash(&mut hasher),
                Some(ValueRef::Blob(bytes)) => (5_u8, bytes).hash(&mut hasher),
            }
        }
        hasher.finish()
    }

    /// Returns the session's name; `None` where the table has no sessions.
    pub fn session_name(&self) -> Option<SafeText> {
        self.session
            .map(|value| SafeText::new(&Text::of(value).words))
    }

    /// Reads the card.
    pub fn task(&self) -> Task {
        let mut warnings = Vec::new();
        let id = self.id.map_or_else(Text::missing, Text::of);
        if id.words.trim().is_empty() {
            warnings.push(Warning::BlankId);
        }
        let content = self.content.map_or_else(Text::missing, Text::of);
        if content.is_missing {
            warnings.push(Warning::MissingField("content"));
        }
        let status = self.status.map_or_else(Text::missing, Text::of);
        let lane = Lane::of_status(&status.words);
        if status.is_missing {
            warnings.push(Warning::MissingField("status"));
        } else if lane == Lane::Unknown {
            warnings.push(Warning::UnknownStatus);
        }
        let owner = self.owner.map_or_else(Text::missing, Text::of);
        if owner.is_odd {
            warnings.push(Warning::WrongType("owner"));
        }
        let (dependencies, odd) = self
            .blocked_by
            .map_or((Dependencies::Known(Vec::new()), None), dependencies::read);
        warnings.extend(odd);
        warn_of_text(&mut warnings, &[&id, &content, &status, &owner]);
        Task {
            key: TaskKey::new(self.session_name(), &id.words),
            title: SafeText::new(if content.words.trim().is_empty() {
                "(no title)"
            } else {
                &content.words
            }),
            status: SafeText::new(&status.words),
            lane,
            owner: Owner::named(&owner.words),
            dependencies,
            blocks: Vec::new(),
            updated: self.updated.and_then(moment::read),
            warnings,
        }
    }
}

fn warn_of_text(warnings: &mut Vec<Warning>, fields: &[&Text]) {
    let has = |odd: fn(char) -> bool| fields.iter().any(|field| field.words.chars().any(odd));
    if has(is_control) {
        warnings.push(Warning::ControlCharacters);
    }
    if has(|c| is_bidi_control(c) || is_tag(c)) {
        warnings.push(Warning::BidiControls);
    }
    if fields.iter().any(|field| field.is_lossy) {
        warnings.push(Warning::InvalidUtf8);
    }
    if fields.iter().any(|field| field.words.len() > HUGE) {
        warnings.push(Warning::HugeField);
    }
}

/// A column's value as text.
struct Text {
    words: String,
    is_missing: bool,
    is_odd: bool,
    is_lossy: bool,
}

impl Text {
    fn missing() -> Self {
        Self {
            words: String::new(),
            is_missing: true,
            is_odd: false,
            is_lossy: false,
        }
    }

    fn of(value: ValueRef<'_>) -> Self {
        let odd = |text: String| Self {
            words: text,
            is_missing: false,
            is_odd: true,
            is_lossy: false,
        };
        match value {
            ValueRef::Null => Self::missing(),
            ValueRef::Integer(number) => odd(number.to_string()),
            ValueRef::Real(number) => odd(number.to_string()),
            ValueRef::Text(bytes) => Self {
                is_odd: false,
                ..Self::of_bytes(bytes)
            },
            ValueRef::Blob(bytes) => Self::of_bytes(bytes),
        }
    }

    fn of_bytes(bytes: &[u8]) -> Self {
        let text = String::from_utf8_lossy(bytes);
        let is_lossy = matches!(text, std::borrow::Cow::Owned(_));
        Self {
            words: text.into_owned(),
            is_missing: false,
            is_odd: true,
            is_lossy,
        }
    }
}
