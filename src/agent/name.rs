//! The name that an agent signs its cards with.

use crate::text::safe::SafeText;

/// The longest name, in characters.
const LONGEST: usize = 64;

/// A name that no reader of the board can take for a person's or misread.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AgentName(String);

/// Why a name is not accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NameError {
    /// There is nothing to read.
    #[error("the name of an agent must not be blank")]
    Blank,
    /// It would not fit on a card.
    #[error("the name of an agent must not be longer than {LONGEST} characters")]
    Long,
    /// It holds characters that do not show as themselves.
    #[error("the name of an agent must not hold control or invisible characters")]
    Unprintable,
    /// It would pass for a person's hold, which agents respect.
    #[error("names that begin with \"human\" are kept for people")]
    Human,
}

impl AgentName {
    /// Accepts `name` if it is fit for an agent.
    pub fn new(name: &str) -> Result<Self, NameError> {
        if name.trim().is_empty() {
            return Err(NameError::Blank);
        }
        if name.chars().count() > LONGEST {
            return Err(NameError::Long);
        }
        if SafeText::new(name).shown() != name {
            return Err(NameError::Unprintable);
        }
        if name.trim_start().to_lowercase().starts_with("human") {
            return Err(NameError::Human);
        }
        Ok(Self(name.to_owned()))
    }

    /// Returns the name as it stands on cards.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_agents_are_accepted() {
        for name in ["lead", "sub_db", "审稿人", "a human's helper"] {
            assert_eq!(AgentName::new(name).map(|name| name.0), Ok(name.to_owned()));
        }
    }

    #[test]
    fn names_that_mislead_are_refused() {
        let long = "x".repeat(LONGEST + 1);
        for (name, why) in [
            ("", NameError::Blank),
            (" \t", NameError::Blank),
            (&long, NameError::Long),
            ("lead\u{1b}[2J", NameError::Unprintable),
            ("lead\u{202e}", NameError::Unprintable),
            ("lead\u{200b}", NameError::Unprintable),
            ("human", NameError::Human),
            ("human:ann", NameError::Human),
            (" Human", NameError::Human),
        ] {
            assert_eq!(AgentName::new(name), Err(why), "{name:?}");
        }
    }
}
