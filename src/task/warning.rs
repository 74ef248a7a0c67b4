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
    /// The bytes of a field are not UTF-8.
    InvalidUtf8,
    /// The bytes of the card's file are not UTF-8, so no agent can read it.
    ForeignEncoding,
    /// A field is unreasonably long.
    HugeField,
    /// The file begins with a byte order mark.
    ByteOrderMark,
    /// The file's lines end in carriage return and line feed.
    CarriageReturns,
    /// A text holds half a surrogate pair.
    LoneSurrogate,
    /// A number is none: `NaN` or `Infinity`.
    NotANumber,
    /// The file is nested deeper than strict parsers go.
    DeepNesting,
    /// A key stands twice in the file.
    DuplicateKey,
    /// A control character stands in the file unescaped.
    RawControl,
    /// The file says another id than its name does.
    IdMismatch,
    /// The title is empty.
    BlankSubject,
    /// The file holds fields that this lineage does not know.
    ExtraFields,
    /// Only finished cards are left in the list that blocks it.
    StaleBlock,
    /// It names a dependent that does not name it.
    OneSidedEdge,
    /// The file cannot be read as a card.
    Unreadable(Fault),
}

/// Why a file is no card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fault {
    /// There is nothing in it.
    Empty,
    /// It is JSON, but no object.
    NotAnObject,
    /// It is no JSON.
    Unparseable,
    /// It is a link, a pipe, a device or a folder.
    NotAFile,
    /// It is too large to be a card.
    TooLarge,
    /// It may not be opened.
    NoPermission,
    /// Reading it failed.
    Failed,
}

impl Fault {
    /// Returns the name that `--json` prints.
    pub fn name(self) -> &'static str {
        match self {
            Self::Empty => "empty-file",
            Self::NotAnObject => "not-an-object",
            Self::Unparseable => "unparseable",
            Self::NotAFile => "not-a-file",
            Self::TooLarge => "too-large",
            Self::NoPermission => "no-permission",
            Self::Failed => "io-error",
        }
    }

    /// Returns the fault as a short clause for a person.
    pub fn words(self) -> &'static str {
        match self {
            Self::Empty => "the file is empty",
            Self::NotAnObject => "the file holds no object",
            Self::Unparseable => "the file is no whole JSON",
            Self::NotAFile => "it is a link, a pipe, a device or a folder",
            Self::TooLarge => "the file is too large for a card",
            Self::NoPermission => "the file may not be opened",
            Self::Failed => "the file cannot be read",
        }
    }
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
            Self::InvalidUtf8 | Self::ForeignEncoding => "invalid-utf8".to_owned(),
            Self::HugeField => "huge-field".to_owned(),
            Self::ByteOrderMark => "bom".to_owned(),
            Self::CarriageReturns => "crlf".to_owned(),
            Self::LoneSurrogate => "lone-surrogate".to_owned(),
            Self::NotANumber => "nan-literal".to_owned(),
            Self::DeepNesting => "deep-nesting".to_owned(),
            Self::DuplicateKey => "duplicate-key".to_owned(),
            Self::RawControl => "raw-control".to_owned(),
            Self::IdMismatch => "id-mismatch".to_owned(),
            Self::BlankSubject => "blank-subject".to_owned(),
            Self::ExtraFields => "extra-fields".to_owned(),
            Self::StaleBlock => "stale-block".to_owned(),
            Self::OneSidedEdge => "one-sided-edge".to_owned(),
            Self::Unreadable(fault) => fault.name().to_owned(),
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
            Self::InvalidUtf8 | Self::ForeignEncoding => "is not valid UTF-8".to_owned(),
            Self::HugeField => "has a very long field".to_owned(),
            Self::ByteOrderMark => "its file begins with a byte order mark".to_owned(),
            Self::CarriageReturns => "its file has CRLF line ends".to_owned(),
            Self::LoneSurrogate => "contains half a character".to_owned(),
            Self::NotANumber => "contains NaN or Infinity".to_owned(),
            Self::DeepNesting => "is nested very deeply".to_owned(),
            Self::DuplicateKey => "has a key twice".to_owned(),
            Self::RawControl => "has a control character that is not escaped".to_owned(),
            Self::IdMismatch => "its file says another id than its name".to_owned(),
            Self::BlankSubject => "its title is empty".to_owned(),
            Self::ExtraFields => "has fields of its own".to_owned(),
            Self::StaleBlock => "only finished tasks are left in its list".to_owned(),
            Self::OneSidedEdge => "names a dependent that does not wait for it".to_owned(),
            Self::Unreadable(fault) => fault.words().to_owned(),
        }
    }

    /// Tells whether a card with this oddity is never written: a strict reader would refuse
    /// it, or it is not clear which card it is.
    pub fn forbids_writing(&self) -> bool {
        self.forbids_claiming()
            || matches!(
                self,
                Self::LoneSurrogate
                    | Self::NotANumber
                    | Self::DeepNesting
                    | Self::DuplicateKey
                    | Self::RawControl
            )
    }

    /// Tells whether no agent could take a card with this oddity.
    pub fn forbids_claiming(&self) -> bool {
        matches!(
            self,
            Self::IdMismatch | Self::ForeignEncoding | Self::Unreadable(_)
        )
    }
}
