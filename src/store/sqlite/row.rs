//! One row as a card. Whatever a column holds, a card comes out.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use rusqlite::types::{Type, ValueRef};

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
    pub fn session_name(&self) -> Option<String> {
        self.session.map(|value| Text::of(value).words)
    }

    /// Reads the card.
    pub fn task(&self) -> Task {
        let mut warnings = Vec::new();
        let session = self.session.map(Text::of);
        if let Some(session) = &session {
            if session.is_missing {
                warnings.push(Warning::MissingField("session_id"));
            }
            warn_of_type(&mut warnings, "session_id", session.is_odd_name());
        }
        let id = self.id.map_or_else(Text::missing, Text::of);
        if id.words.trim().is_empty() {
            warnings.push(Warning::BlankId);
        }
        warn_of_type(&mut warnings, "task_id", id.is_odd_name());
        let content = self.content.map_or_else(Text::missing, Text::of);
        if content.is_missing {
            warnings.push(Warning::MissingField("content"));
        }
        warn_of_type(&mut warnings, "content", content.is_odd());
        let status = self.status.map_or_else(Text::missing, Text::of);
        let lane = Lane::of_status(&status.words);
        if status.is_missing {
            warnings.push(Warning::MissingField("status"));
        } else if lane == Lane::Unknown {
            warnings.push(Warning::UnknownStatus);
        }
        warn_of_type(&mut warnings, "status", status.is_odd());
        let owner = self.owner.map_or_else(Text::missing, Text::of);
        warn_of_type(&mut warnings, "owner", owner.is_odd());
        let (dependencies, odd) = self
            .blocked_by
            .map_or((Dependencies::Known(Vec::new()), None), dependencies::read);
        warnings.extend(odd);
        let mut texts = vec![&id, &content, &status, &owner];
        texts.extend(&session);
        warn_of_text(&mut warnings, &texts);
        if self.blocked_by.is_some_and(is_huge) && !warnings.contains(&Warning::HugeField) {
            warnings.push(Warning::HugeField);
        }
        let session = session.map(|session| SafeText::new(&session.words));
        Task {
            key: TaskKey::new(session, &id.words),
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

fn warn_of_type(warnings: &mut Vec<Warning>, field: &'static str, is_odd: bool) {
    if is_odd {
        warnings.push(Warning::WrongType(field));
    }
}

fn is_huge(value: ValueRef<'_>) -> bool {
    matches!(value, ValueRef::Text(bytes) | ValueRef::Blob(bytes) if bytes.len() > HUGE)
}

/// A column's value as text.
struct Text {
    words: String,
    is_missing: bool,
    /// The type of what the words were made from.
    kind: Type,
    is_lossy: bool,
}

impl Text {
    fn missing() -> Self {
        Self {
            words: String::new(),
            is_missing: true,
            kind: Type::Null,
            is_lossy: false,
        }
    }

    fn of(value: ValueRef<'_>) -> Self {
        let (words, is_lossy) = match value {
            ValueRef::Null => return Self::missing(),
            ValueRef::Integer(number) => (number.to_string(), false),
            ValueRef::Real(number) => (number.to_string(), false),
            ValueRef::Text(bytes) | ValueRef::Blob(bytes) => {
                let text = String::from_utf8_lossy(bytes);
                let is_lossy = matches!(text, std::borrow::Cow::Owned(_));
                (text.into_owned(), is_lossy)
            }
        };
        Self {
            words,
            is_missing: false,
            kind: value.data_type(),
            is_lossy,
        }
    }

    /// Tells whether agents would have written another type.
    fn is_odd(&self) -> bool {
        !matches!(self.kind, Type::Null | Type::Text)
    }

    /// As [`Self::is_odd`], of an id: a column declared as a number keeps `"7"` as 7.
    fn is_odd_name(&self) -> bool {
        self.is_odd() && self.kind != Type::Integer
    }
}
