//! Any sequence of commands on any small board ends the same in every writable kind, word for
//! word, as in the specification.

use std::sync::Arc;

use kanwatch::desk::door::Desk;
use kanwatch::shell::clock::clock;
use kanwatch::task::card::{Revision, Task};
use kanwatch::task::command::{Command, Edit, Force, NewTask, Verb};
use kanwatch::task::key::TaskKey;
use kanwatch::task::receipt::{Outcome, Receipt};
use kanwatch::task::snapshot::Snapshot;
use kanwatch::text::safe::SafeText;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

use crate::support::kinds::{KINDS, Kind, cards};

const IDS: &[&str] = &["1", "01", " 1", "ü", "1@2", "a/b", "a\0b"];
const ACTORS: &[&str] = &["ana", "human:bob", "lead", "O'Brien\"; --", "名"];

/// One thing that somebody does.
#[derive(Clone, Debug)]
enum Deed {
    Create {
        id: &'static str,
        waits: Vec<&'static str>,
    },
    Retitle {
        id: &'static str,
        title: String,
    },
    Submit {
        verb: Verb,
        id: &'static str,
        actor: &'static str,
        force: Force,
        seen: Seen,
    },
    Next {
        actor: &'static str,
    },
}

/// What the author of a command saw.
#[derive(Clone, Copy, Debug)]
enum Seen {
    Unasked,
    Now,
    AtFirst,
}

fn deed() -> impl Strategy<Value = Deed> {
    let verbs = select(vec![
        Verb::Claim,
        Verb::Complete,
        Verb::Release,
        Verb::Reopen,
    ]);
    let force = select(vec![Force::Obey, Force::Obey, Force::Override]);
    let seen = select(vec![Seen::Unasked, Seen::Now, Seen::AtFirst]);
    let submit = (verbs, select(IDS), select(ACTORS), force, seen).prop_map(
        |(verb, id, actor, force, seen)| Deed::Submit {
            verb,
            id,
            actor,
            force,
            seen,
        },
    );
    // Waiting for the first ids only, so that most boards can be worked off.
    let waits = vec(select(&IDS[..3]), 0..3);
    let create = (select(IDS), waits).prop_map(|(id, waits)| Deed::Create { id, waits });
    let retitle =
        (select(IDS), "\\PC{1,8}|a\0b").prop_map(|(id, title)| Deed::Retitle { id, title });
    prop_oneof![
        6 => submit,
        3 => create,
        1 => retitle,
        1 => select(ACTORS).prop_map(|actor| Deed::Next { actor }),
    ]
}

/// One store, the people at it, and what they saw first.
struct Scene<'a> {
    kind: &'a Kind,
    /// Two connections, used in turn; the specification has one.
    desks: Vec<Desk>,
    first: Vec<(TaskKey, Revision)>,
}

impl Scene<'_> {
    /// Does one thing and tells what came of it, and what the store says afterwards.
    fn act(&mut self, turn: usize, deed: &Deed) -> (String, Vec<String>) {
        let place = turn % self.desks.len();
        let before = self.look(place);
        for task in &before.tasks {
            if !self.first.iter().any(|(key, _)| *key == task.key) {
                self.first.push((task.key.clone(), task.revision()));
            }
        }
        let said = match deed {
            Deed::Create { id, waits } => {
                let new = NewTask {
                    key: self.kind.key(id),
                    title: format!("Task {id}"),
                    depends_on: waits
                        .iter()
                        .map(|id| SafeText::new(&self.kind.id(id)))
                        .collect(),
                };
                self.write(place, &Edit::Create(new))
            }
            Deed::Retitle { id, title } => self.write(
                place,
                &Edit::Change {
                    key: self.kind.key(id),
                    lane: None,
                    owner: None,
                    title: Some(title.clone()),
                },
            ),
            Deed::Submit {
                verb,
                id,
                actor,
                force,
                seen,
            } => {
                let key = self.kind.key(id);
                let seen = match seen {
                    Seen::Unasked => None,
                    Seen::Now => before.get(&key).map(|task| task.revision()),
                    Seen::AtFirst => self
                        .first
                        .iter()
                        .find(|(first, _)| *first == key)
                        .map(|(_, revision)| *revision),
                };
                let command = Command {
                    verb: *verb,
                    key,
                    actor: (*actor).to_owned(),
                    seen,
                    force: *force,
                };
                words(&self.desks[place].submit(&command))
            }
            Deed::Next { actor } => words(&self.desks[place].claim_next(actor)),
        };
        let after = self.look(place);
        revisions_tell(&before, &after);
        (said, cards(&after))
    }

    fn look(&mut self, place: usize) -> Arc<Snapshot> {
        self.desks[place].look().unwrap().0
    }

    fn write(&mut self, place: usize, edit: &Edit) -> String {
        let result = self.desks[place].transact(|_| ((), vec![edit.clone()]));
        // Kinds refuse in words of their own, or of their database.
        format!("written: {}", result.is_ok())
    }
}

/// A revision is another one exactly when status or owner are.
fn revisions_tell(before: &Snapshot, after: &Snapshot) {
    for task in &after.tasks {
        if let Some(before) = before.get(&task.key) {
            let moved = (&before.status, &before.owner) != (&task.status, &task.owner);
            assert_eq!(before.revision() != task.revision(), moved);
        }
    }
}

/// Returns a receipt in words; of a conflict only what the author is told.
fn words(receipt: &Receipt) -> String {
    let theirs = |task: &Task| format!("{:?} {:?}", task.status, task.owner);
    let outcome = match &receipt.outcome {
        Outcome::Conflict(task) => format!("conflict with {}", theirs(task)),
        other => format!("{other:?}"),
    };
    format!("{} {:?}: {outcome}", receipt.verb.name(), receipt.key.id)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn every_kind_does_what_the_specification_does(deeds in vec(deed(), 1..24)) {
        for kind in KINDS {
            let place = (kind.make)();
            let desk = |store| Desk::at(store, clock());
            let mut specified = Scene {
                kind,
                desks: vec![desk(kind.specification())],
                first: Vec::new(),
            };
            let mut real = Scene {
                kind,
                desks: vec![desk(place.open()), desk(place.open())],
                first: Vec::new(),
            };
            for (turn, deed) in deeds.iter().enumerate() {
                let expected = specified.act(turn, deed);
                let got = real.act(turn, deed);
                prop_assert_eq!(got, expected, "{} at {}: {:?}", kind.name, turn, deed);
            }
        }
    }
}
