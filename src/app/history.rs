//! What the person did on this board, for undo and redo.

use std::collections::VecDeque;

use crate::task::deed::Deed;
use crate::task::retrace::Way;

/// How many deeds can be undone.
const KEPT: usize = 100;

/// The deeds that can be undone and those that can be done again.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct History {
    done: VecDeque<Deed>,
    undone: Vec<Deed>,
    /// How many wishes the desk has not answered yet.
    open: usize,
    /// Undos and redos that were typed ahead of those answers.
    queued: VecDeque<Way>,
}

impl History {
    /// Notes a new deed: what was undone before it can no longer be done again.
    pub fn did(&mut self, deed: Deed) {
        self.undone.clear();
        self.keep(deed, Way::Undo);
    }

    /// Keeps a deed that can be retraced that way next.
    pub fn keep(&mut self, deed: Deed, way: Way) {
        match way {
            Way::Undo => {
                self.done.push_back(deed);
                if self.done.len() > KEPT {
                    self.done.pop_front();
                }
            }
            Way::Redo => self.undone.push(deed),
        }
    }

    /// Takes out the deed to be retraced that way next.
    pub fn take(&mut self, way: Way) -> Option<Deed> {
        match way {
            Way::Undo => self.done.pop_back(),
            Way::Redo => self.undone.pop(),
        }
    }

    /// Lets go of a deed that somebody else has taken back: there is nothing left to retrace.
    pub fn forget(&mut self, deed: &Deed) {
        self.done.retain(|done| done != deed);
        self.undone.retain(|undone| undone != deed);
    }

    /// Notes that the desk was asked for something, `count` times.
    pub fn asked(&mut self, count: usize) {
        self.open += count;
    }

    /// Notes that the desk has answered.
    pub fn answered(&mut self) {
        self.open = self.open.saturating_sub(1);
    }

    /// Tells whether an answer is on its way: until it is here, nobody knows what comes next.
    pub fn is_open(&self) -> bool {
        self.open > 0
    }

    /// Puts an undo or redo off until the desk has answered.
    pub fn queue(&mut self, way: Way) {
        self.queued.push_back(way);
    }

    /// Takes out what was put off, once the desk has answered.
    pub fn due(&mut self) -> Option<Way> {
        if self.is_open() {
            return None;
        }
        self.queued.pop_front()
    }

    /// Tells whether there is something to undo.
    pub fn can_undo(&self) -> bool {
        !self.done.is_empty()
    }
}
