//! What others changed lately, and which cards still carry the mark of it.

use std::collections::{HashSet, VecDeque};

use jiff::Timestamp;

use crate::plan::changes::{Change, What};
use crate::task::key::TaskKey;

/// How many lines of news are kept.
const KEPT: usize = 200;

/// One change by somebody else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewsItem {
    /// When it was seen.
    pub at: Timestamp,
    /// What changed.
    pub change: Change,
    /// The cards that it freed.
    pub freed: Vec<TaskKey>,
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
