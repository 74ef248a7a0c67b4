//! Who a card is inside its store.

use std::fmt;

use crate::text::safe::SafeText;

/// The identity of one card inside its store, compared as text.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TaskKey {
    /// The session or list that holds the card; `None` where a store has only one.
    pub session: Option<SafeText>,
    /// The id that the agents use, unique inside its session.
    pub id: SafeText,
}

impl TaskKey {
    /// Names the card `id` of `session`.
    pub fn new(session: Option<SafeText>, id: &str) -> Self {
        Self {
            session,
            id: SafeText::new(id),
        }
    }

    /// Names another card of the same session.
    pub fn sibling(&self, id: &SafeText) -> Self {
        Self {
            session: self.session.clone(),
            id: id.clone(),
        }
    }

    /// Returns `SESSION/ID`, or the id alone where there are no sessions.
    pub fn qualified(&self) -> String {
        match &self.session {
            Some(session) => format!("{session}/{}", self.id),
            None => self.id.to_string(),
        }
    }
}

/// Shows the bare id.
impl fmt::Display for TaskKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.id.fmt(f)
    }
}
