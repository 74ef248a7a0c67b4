//! One look at a store: did it change, what does it say, can it be trusted.

use std::sync::Arc;
use std::time::Duration;

use crate::desk::clock::Clock;
use crate::plan::changes::changes;
use crate::plan::outlook::Outlook;
use crate::store::contract::{Error, Store, Version};
use crate::task::health::Health;
use crate::task::snapshot::Snapshot;

/// Trouble that passes within this time is not shown.
const GRACE: Duration = Duration::from_millis(150);
/// A lock that lasts longer than this makes the view stale.
const LOCK_GRACE: Duration = Duration::from_secs(2);
/// No two reads follow each other faster than this...
const LEAST_GAP: Duration = Duration::from_millis(16);
/// ... nor faster than this many times what the last one cost.
const GAP_PER_COST: u32 = 4;

/// What is known of a store between two looks. All moments are of the steady clock.
pub struct Eye {
    clock: Clock,
    seen: Option<Version>,
    snapshot: Option<Arc<Snapshot>>,
    outlook: Option<Arc<Outlook>>,
    reads: u64,
    read_again: Duration,
    trouble: Option<Trouble>,
}

struct Trouble {
    since: Duration,
    since_wall: jiff::Timestamp,
}

/// What a look found.
pub enum Found {
    /// Nothing new.
    Same,
    /// The store says something new.
    News(Arc<Snapshot>, Arc<Outlook>),
    /// It changed, but was read a moment ago: look again then.
    Later(Duration),
    /// It does not answer; `None` while that may still pass.
    Trouble(Option<Health>),
}

impl Eye {
    /// Begins knowing nothing.
    pub fn new(clock: Clock) -> Self {
        Self {
            clock,
            seen: None,
            snapshot: None,
            outlook: None,
            reads: 0,
            read_again: Duration::ZERO,
            trouble: None,
        }
    }

    /// Reads at the next look whether or not the version moved.
    pub fn forget_version(&mut self) {
        self.seen = None;
    }

    /// Returns what the store said last.
    pub fn last(&self) -> Option<(&Snapshot, &Outlook)> {
        self.snapshot.as_deref().zip(self.outlook.as_deref())
    }

    /// Returns how often the store was read.
    pub fn reads(&self) -> u64 {
        self.reads
    }

    /// Looks once.
    pub fn look(&mut self, store: &mut dyn Store) -> Found {
        match self.try_look(store) {
            Ok(found) => {
                self.trouble = None;
                found
            }
            Err(error) => self.in_trouble(&error),
        }
    }

    fn try_look(&mut self, store: &mut dyn Store) -> Result<Found, Error> {
        // The version is taken before reading: a commit in between moves it once more.
        let version = store.version()?;
        if self.seen == Some(version) && self.trouble.is_none() {
            return Ok(Found::Same);
        }
        let begun = (self.clock.steady)();
        if begun < self.read_again && self.snapshot.is_some() {
            return Ok(Found::Later(self.read_again));
        }
        let snapshot = store.load()?;
        self.reads += 1;
        self.seen = Some(version);
        let found = self.compare(snapshot);
        let ended = (self.clock.steady)();
        let cost = ended.saturating_sub(begun);
        self.read_again = ended + LEAST_GAP.max(cost * GAP_PER_COST);
        Ok(found)
    }

    fn compare(&mut self, snapshot: Snapshot) -> Found {
        if let Some(before) = &self.snapshot
            && before.profile == snapshot.profile
            && before.sessions == snapshot.sessions
            && changes(before, &snapshot).is_empty()
        {
            return Found::Same;
        }
        let outlook = Arc::new(Outlook::of(&snapshot));
        let snapshot = Arc::new(snapshot);
        self.snapshot = Some(Arc::clone(&snapshot));
        self.outlook = Some(Arc::clone(&outlook));
        Found::News(snapshot, outlook)
    }

    fn in_trouble(&mut self, error: &Error) -> Found {
        let now = (self.clock.steady)();
        let wall = self.clock.wall;
        let trouble = self.trouble.get_or_insert_with(|| Trouble {
            since: now,
            since_wall: wall(),
        });
        let lasted = now.saturating_sub(trouble.since);
        let since = trouble.since_wall;
        let why = error.to_string();
        Found::Trouble(match error {
            Error::Busy => (lasted >= LOCK_GRACE).then_some(Health::Stale { since, why }),
            _ => (lasted >= GRACE).then_some(Health::Unreadable { since, why }),
        })
    }
}
