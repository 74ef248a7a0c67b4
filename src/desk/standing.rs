//! What a person did and still stands, so that somebody else's writing that takes it back is found.
//!
//! An agent that writes a card from memory puts back what it had read before the person's deed.
//! Nobody can keep it from doing so; here it is noticed, with the next look at the store.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use crate::task::card::Revision;
use crate::task::deed::{Deed, Image, What};
use crate::task::overwrite::Overwrite;
use crate::task::retrace::Way;
use crate::task::snapshot::Snapshot;

/// How many deeds are kept in view.
const KEPT: usize = 100;

/// The deeds that still stand, one for each card, latest last.
#[derive(Default)]
pub struct Standing {
    deeds: VecDeque<Entry>,
}

struct Entry {
    deed: Deed,
    way: Way,
    /// What the card has been before, as far as writers may remember it.
    before: Vec<Revision>,
    /// What the deed made of it.
    after: Revision,
    /// When it was done, of the steady clock.
    at: Duration,
    /// How often the store had been read by then: only a later reading tells.
    reads: u64,
}

/// What a reading says about a deed.
enum Fate {
    Stands,
    Overwritten,
    /// The card went on to something else.
    Superseded,
}

impl Standing {
    /// Notes that a person went over `deed` that way, at the moment `at`, when the store had been
    /// read so many times.
    pub fn did(&mut self, deed: &Deed, way: Way, at: Duration, reads: u64) {
        let What::Verb(change) = &deed.what else {
            return;
        };
        let (from, to) = match way {
            Way::Redo => (&change.before, &change.after),
            Way::Undo => (&change.after, &change.before),
        };
        let after = Image::revision(to);
        let place = self
            .deeds
            .iter()
            .position(|entry| entry.deed.key == deed.key);
        let mut before = place
            .and_then(|place| self.deeds.remove(place))
            .map(|entry| entry.before)
            .unwrap_or_default();
        before.push(from.revision());
        before.retain(|revision| *revision != after);
        self.deeds.push_back(Entry {
            deed: deed.clone(),
            way,
            before,
            after,
            at,
            reads,
        });
        if self.deeds.len() > KEPT {
            self.deeds.pop_front();
        }
    }

    /// Holds the deeds against what the store says by its reading number `reads`, and lets go of
    /// those that do not stand any more.
    pub fn check(&mut self, snapshot: &Snapshot, reads: u64, now: Duration) -> Vec<Overwrite> {
        let mut overwritten = Vec::new();
        self.deeds.retain(|entry| {
            if reads <= entry.reads {
                return true;
            }
            let fate = entry.fate(snapshot);
            if let (Fate::Overwritten, Some(task)) = (&fate, snapshot.get(&entry.deed.key)) {
                overwritten.push(Overwrite {
                    deed: entry.deed.clone(),
                    way: entry.way,
                    now: Arc::clone(task),
                    stood: now.saturating_sub(entry.at),
                });
            }
            matches!(fate, Fate::Stands)
        });
        overwritten
    }
}

impl Entry {
    fn fate(&self, snapshot: &Snapshot) -> Fate {
        let Some(task) = snapshot.get(&self.deed.key) else {
            return Fate::Superseded;
        };
        let revision = task.revision();
        if revision == self.after {
            Fate::Stands
        } else if self.before.contains(&revision) {
            Fate::Overwritten
        } else {
            Fate::Superseded
        }
    }
}
