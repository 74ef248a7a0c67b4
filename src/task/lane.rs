//! The columns of the board.

/// The column a card stands in, decided by its exact status.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Lane {
    /// Waits to be taken.
    Pending,
    /// Somebody is on it.
    InProgress,
    /// Finished.
    Completed,
    /// A status that no agent of this store knows; never ready, never rewritten unasked.
    Unknown,
    /// Deleted or internal: counted, not shown.
    Hidden,
}

impl Lane {
    /// The lanes in the order of the board.
    pub const ALL: [Self; 5] = [
        Self::Pending,
        Self::InProgress,
        Self::Completed,
        Self::Unknown,
        Self::Hidden,
    ];

    /// Returns the status word that the agents' stores use; `None` for lanes without one.
    pub fn status(self) -> Option<&'static str> {
        match self {
            Self::Pending => Some("pending"),
            Self::InProgress => Some("in_progress"),
            Self::Completed => Some("completed"),
            Self::Unknown | Self::Hidden => None,
        }
    }

    /// Returns the lane of an exact status word.
    pub fn of_status(status: &str) -> Self {
        match status {
            "pending" => Self::Pending,
            "in_progress" => Self::InProgress,
            "completed" => Self::Completed,
            _ => Self::Unknown,
        }
    }

    /// Returns the lane's name in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::InProgress => "in_progress",
            Self::Completed => "completed",
            Self::Unknown => "unknown",
            Self::Hidden => "hidden",
        }
    }

    /// Returns the lane's name in a sentence.
    pub fn words(self) -> &'static str {
        match self {
            Self::InProgress => "in progress",
            other => other.name(),
        }
    }
}
