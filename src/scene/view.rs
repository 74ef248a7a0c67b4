//! [`View`]: what the parts of the stage read.

use crate::app::state::{Board, State};
use crate::plan::readiness::Readiness;
use crate::scene::glyphs::{Glyphs, Marks};
use crate::scene::meaning::Meaning;
use crate::task::card::Task;
use crate::task::key::TaskKey;

/// A board that has spoken, and how it is to be written.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    /// The mind.
    pub state: &'a State,
    /// Its board.
    pub board: &'a Board,
    /// The character set.
    pub glyphs: Glyphs,
}

impl<'a> View<'a> {
    /// Returns the card at `place`.
    pub fn task(&self, place: usize) -> &'a Task {
        &self.board.snapshot.tasks[place]
    }

    /// Returns whether the card at `place` can be taken.
    pub fn readiness(&self, place: usize) -> Readiness {
        self.board.outlook.readiness[place]
    }

    /// Returns the marks of the character set.
    pub fn marks(&self) -> &'static Marks {
        self.glyphs.marks()
    }

    /// Tells whether the cursor is on the card at `place`.
    pub fn is_selected(&self, place: usize) -> bool {
        self.state.ghost.is_none() && self.state.cursor.key.as_ref() == Some(&self.task(place).key)
    }

    /// Returns the sign of a card's state and its meaning.
    pub fn sign(&self, place: usize) -> (&'static str, Meaning) {
        let marks = self.marks();
        match self.readiness(place) {
            Readiness::Ready => (marks.ready, Meaning::Ready),
            Readiness::Blocked | Readiness::Stale => (marks.blocked, Meaning::Blocked),
            Readiness::Reserved => (marks.reserved, Meaning::Reserved),
            Readiness::Running => (marks.running, Meaning::Running),
            Readiness::Done => (marks.done, Meaning::Done),
            Readiness::Unknown => (marks.unknown, Meaning::Unknown),
        }
    }

    /// Returns the id of the card at `place`, with its session where another has the same id.
    pub fn label(&self, place: usize) -> String {
        let key = &self.task(place).key;
        let sessions = &self.board.snapshot.sessions;
        let twin = sessions.len() > 1
            && sessions.iter().any(|session| {
                let other = TaskKey {
                    session: session.name.clone(),
                    id: key.id.clone(),
                };
                session.name != key.session && self.board.snapshot.place(&other).is_some()
            });
        if twin {
            key.qualified()
        } else {
            key.id.shown().to_owned()
        }
    }
}
