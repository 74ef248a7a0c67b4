//! What is odd about a card. The names are part of the JSON contract.

/// One oddity of a card, found by its reader or by the plan.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Warning {
    /// A field holds a value of another type than the agents write.
    WrongType(&'static str),
    /// A field that the agents always write is not there.
    MissingField(&'static str),
    /// The dependencies cannot be read, so the card is never ready.
    UnparseableDependencies,
    /// The card waits for itself.
    SelfDependency,
    /// The card waits for a card that is not there.
    DanglingDependency,
    /// The card is in progress although a dependency is open.
    StartedWhileBlocked,
    /// The status is none that the agents know.
    UnknownStatus,
    /// The id is empty.
    BlankId,
    /// Another card has the same id.
    DuplicateId,
    /// The text holds control characters.
    ControlCharacters,
    /// The text holds characters that reorder what stands around them.
    BidiControls,
    /// The bytes are not UTF-8.
    InvalidUtf8,
    /// A field is unreasonably long.
    HugeField,
}

impl Warning {
    /// Returns the name that `--json` prints.
    pub fn name(&self) -> String {
        match self {
            Self::WrongType(field) => format!("wrong-type:{field}"),
            Self::MissingField(field) => format!("missing-field:{field}"),
            Self::UnparseableDependencies => "unparseable-deps".to_owned(),
            Self::SelfDependency => "self-dep".to_owned(),
            Self::DanglingDependency => "dangling-dep".to_owned(),
            Self::StartedWhileBlocked => "started-while-blocked".to_owned(),
            Self::UnknownStatus => "unknown-status".to_owned(),
            Self::BlankId => "blank-id".to_owned(),
            Self::DuplicateId => "duplicate-id".to_owned(),
            Self::ControlCharacters => "control-chars".to_owned(),
            Self::BidiControls => "bidi-controls".to_owned(),
            Self::InvalidUtf8 => "invalid-utf8".to_owned(),
            Self::HugeField => "huge-field".to_owned(),
        }
    }

    /// Returns the oddity as a short clause for a person.
    pub fn words(&self) -> String {
        match self {
            Self::WrongType(field) => format!("{field} has an unusual type"),
            Self::MissingField(field) => format!("{field} is missing"),
            Self::UnparseableDependencies => "its dependencies cannot be read".to_owned(),
            Self::SelfDependency => "waits for itself".to_owned(),
            Self::DanglingDependency => "waits for a card that is not there".to_owned(),
            Self::StartedWhileBlocked => "in progress although blocked".to_owned(),
            Self::UnknownStatus => "its status is none that agents know".to_owned(),
            Self::BlankId => "its id is empty".to_owned(),
            Self::DuplicateId => "another card has the same id".to_owned(),
            Self::ControlCharacters => "contains control characters".to_owned(),
            Self::BidiControls => "contains text-direction controls".to_owned(),
            Self::InvalidUtf8 => "is not valid UTF-8".to_owned(),
            Self::HugeField => "has a very long field".to_owned(),
        }
    }
}
