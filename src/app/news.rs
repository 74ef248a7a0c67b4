//! What others changed lately, and which cards still carry the mark of it.

use std::collections::{HashSet, VecDeque};

use jiff::Timestamp;

use crate::plan::changes::{Change, What, changes};
use crate::plan::outlook::Outlook;
use crate::plan::readiness::Readiness;
use crate::task::key::TaskKey;
use crate::task::lane::Lane;
use crate::task::snapshot::Snapshot;
use crate::text::safe::SafeText;

/// How many lines of news are kept.
const KEPT: usize = 200;

/// One change, by whomever.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewsItem {
    /// When it was seen.
    pub at: Timestamp,
    /// What changed.
    pub change: Change,
    /// The cards that it freed.
    pub freed: Vec<TaskKey>,
}

/// Tells whether nothing but finished cards left a card's list, as some stores do with every
/// completion: the completion is the news.
fn is_only_tidied(new: &Snapshot, change: &Change) -> bool {
    let is_finished = |id: &SafeText| {
        let task = new.get(&change.key.sibling(id));
        task.is_some_and(|task| task.lane == Lane::Completed)
    };
    match &change.what {
        What::Waits { added, removed } => {
            added.is_empty() && !removed.is_empty() && removed.iter().all(is_finished)
        }
        _ => false,
    }
}

/// Returns what differs between two boards, each change with the cards that it freed.
pub fn between(
    (old, old_outlook): (&Snapshot, &Outlook),
    (new, new_outlook): (&Snapshot, &Outlook),
    at: Timestamp,
) -> Vec<NewsItem> {
    let mut items: Vec<NewsItem> = changes(old, new)
        .into_iter()
        .filter(|change| !is_only_tidied(new, change))
        .map(|change| NewsItem {
            at,
            change,
            freed: Vec::new(),
        })
        .collect();
    for (task, &readiness) in new.tasks.iter().zip(&new_outlook.readiness) {
        let was = old.place(&task.key);
        let Some(was) = was.filter(|_| readiness == Readiness::Ready) else {
            continue;
        };
        if old_outlook.readiness[was] != Readiness::Blocked {
            continue;
        }
        // Completing strips a dependency in some stores, so the old card says what it waited for.
        let waited_for = old.tasks[was].dependencies.ids();
        let by = items.iter_mut().rfind(|item| {
            item.change.what.completes()
                && item.change.key.session == task.key.session
                && waited_for.contains(&item.change.key.id)
        });
        if let Some(item) = by {
            item.freed.push(task.key.clone());
        }
    }
    items
}

/// What others changed lately.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct News {
    items: VecDeque<NewsItem>,
    unseen: HashSet<TaskKey>,
}

impl News {
    /// Notes a change and marks its card.
    pub fn add(&mut self, item: NewsItem) {
        if item.change.what != What::Removed {
            self.unseen.insert(item.change.key.clone());
        }
        self.items.push_front(item);
        self.items.truncate(KEPT);
    }

    /// Notes a change in the place of what the same moment already told of its card.
    pub fn add_instead(&mut self, item: NewsItem) {
        let told = |it: &NewsItem| it.at == item.at && it.change.key == item.change.key;
        self.items.retain(|it| !told(it));
        self.add(item);
    }

    /// Tells whether `key` changed since the person last looked.
    pub fn is_unseen(&self, key: &TaskKey) -> bool {
        self.unseen.contains(key)
    }

    /// Returns how many cards carry the mark.
    pub fn unseen_count(&self) -> usize {
        self.unseen.len()
    }

    /// Takes the mark off `key`.
    pub fn see(&mut self, key: &TaskKey) {
        self.unseen.remove(key);
    }

    /// Takes the mark off every card.
    pub fn see_all(&mut self) {
        self.unseen.clear();
    }

    /// Returns the changes, latest first.
    pub fn latest(&self) -> impl Iterator<Item = &NewsItem> {
        self.items.iter()
    }
}
