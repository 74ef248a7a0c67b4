//! The answer to what the person just did, shown for a while.

use jiff::{SignedDuration, Timestamp};

/// How long an answer stands.
const STANDS: SignedDuration = SignedDuration::from_secs(8);

/// One answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Toast {
    /// A sentence, already safe to show.
    pub text: String,
    /// How it went.
    pub tone: Tone,
    /// When it goes away; `None` stands until replaced.
    pub until: Option<Timestamp>,
}

/// How a deed went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// As asked.
    Good,
    /// Not done, for a reason.
    Refused,
    /// Under way.
    Waiting,
}

impl Toast {
    /// Shows `text` from `now` on, for a while.
    pub fn passing(text: String, tone: Tone, now: Timestamp) -> Self {
        Self {
            text,
            tone,
            until: now.checked_add(STANDS).ok(),
        }
    }

    /// Shows `text` until something replaces it.
    pub fn standing(text: String, tone: Tone) -> Self {
        Self {
            text,
            tone,
            until: None,
        }
    }
}
