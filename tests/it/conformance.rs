//! The laws of the store contract, one by one, over every writable kind.
//!
//! Any sequence of commands on any board is the affair of `sequences.rs`.

use kanwatch::store::contract::{Error, Store, Version};
use kanwatch::task::command::{Edit, NewTask};
use kanwatch::task::key::TaskKey;
use kanwatch::task::lane::Lane;
use kanwatch::task::snapshot::{Access, Snapshot};
use kanwatch::text::safe::SafeText;

use crate::support::kinds::{Ids, KINDS, Kind, Place, cards};

/// Runs a law over a new store of each kind, with cards `1`, `2` and `3`, which waits for both.
#[expect(clippy::print_stderr, reason = "a failure is to name its kind")]
fn each(law: fn(&Kind, &Place)) {
    for kind in KINDS {
        eprintln!("{}", kind.name);
        let place = (kind.make)();
        for (id, waits) in [("1", &[][..]), ("2", &[]), ("3", &["1", "2"])] {
            let title = format!("Task {id}");
            write(&mut *place.open(), &[create(kind, id, &title, waits)]).unwrap();
        }
        law(kind, &place);
    }
}

fn create(kind: &Kind, id: &str, title: &str, waits: &[&str]) -> Edit {
    Edit::Create(NewTask {
        key: kind.key(id),
        title: title.to_owned(),
        depends_on: waits.iter().copied().map(SafeText::new).collect(),
    })
}

fn change(key: &TaskKey, lane: Option<Lane>, owner: Option<&str>, title: Option<&str>) -> Edit {
    Edit::Change {
        key: key.clone(),
        lane,
        owner: owner.map(|name| Some(name.to_owned())),
        title: title.map(str::to_owned),
    }
}

fn write(store: &mut dyn Store, edits: &[Edit]) -> Result<(), Error> {
    store.transact(&mut |_| edits.to_vec())
}

fn titles(snapshot: &Snapshot) -> Vec<&str> {
    let titles = snapshot.tasks.iter().map(|task| task.title.raw());
    titles.collect()
}

/// What must not move where nothing is written.
fn state(store: &mut dyn Store) -> (Version, Vec<String>) {
    (store.version().unwrap(), cards(&store.load().unwrap()))
}

#[test]
fn load_gives_what_was_created_in_that_order() {
    each(|kind, place| {
        let snapshot = place.open().load().unwrap();
        assert_eq!(snapshot.profile.access, Access::Writable);
        assert_eq!(titles(&snapshot), ["Task 1", "Task 2", "Task 3"]);
        let third = snapshot.get(&kind.key("3")).unwrap();
        let waits = third.dependencies.ids().iter().map(SafeText::raw);
        assert_eq!(waits.collect::<Vec<_>>(), ["1", "2"]);
        assert_eq!((third.lane, &third.owner), (Lane::Pending, &None));
        assert_eq!(third.status.raw(), "pending");
    });
}

#[test]
fn decide_is_asked_once_and_sees_what_others_wrote() {
    each(|kind, place| {
        let (mut ours, mut theirs) = (place.open(), place.open());
        ours.load().unwrap();
        for round in 0..20 {
            let title = format!("round {round}");
            let edit = change(&kind.key("2"), None, None, Some(&title));
            write(&mut *theirs, &[edit]).unwrap();
            let mut seen = Vec::new();
            ours.transact(&mut |snapshot| {
                seen.push(snapshot.get(&kind.key("2")).unwrap().title.raw().to_owned());
                Vec::new()
            })
            .unwrap();
            assert_eq!(seen, [title]);
        }
    });
}

#[test]
fn nobody_writes_between_the_decision_and_its_edits() {
    each(|kind, place| {
        let (mut ours, mut theirs) = (place.open(), place.open());
        let claim = |name| change(&kind.key("1"), Some(Lane::InProgress), Some(name), None);
        let mut others = None;
        ours.transact(&mut |_| {
            others = Some(write(&mut *theirs, &[claim("their")]));
            vec![claim("our")]
        })
        .unwrap();
        assert!(matches!(others, Some(Err(Error::Busy))), "{others:?}");
        let snapshot = theirs.load().unwrap();
        assert!(snapshot.get(&kind.key("1")).unwrap().is_held_by("our"));
    });
}

/// Each edit touches the named fields of the named card; `None` and an unwritable lane leave them.
#[test]
fn a_change_writes_exactly_what_was_decided() {
    each(|kind, place| {
        let mut store = place.open();
        let key = kind.key("2");
        let running = Some(Lane::InProgress);
        for (edit, expected) in [
            (
                change(&key, running, None, None),
                ("in_progress", None, "Task 2"),
            ),
            (
                change(&key, None, Some("ana"), None),
                ("in_progress", Some("ana"), "Task 2"),
            ),
            (
                change(&key, None, None, Some("New")),
                ("in_progress", Some("ana"), "New"),
            ),
            (
                change(&key, Some(Lane::Unknown), None, None),
                ("in_progress", Some("ana"), "New"),
            ),
            (
                change(&key, Some(Lane::Completed), Some("bob"), Some("Old")),
                ("completed", Some("bob"), "Old"),
            ),
            (
                change(&key, None, Some(" "), None),
                ("completed", None, "Old"),
            ),
        ] {
            let before = store.load().unwrap();
            write(&mut *store, &[edit]).unwrap();
            let after = store.load().unwrap();
            let task = after.get(&key).unwrap();
            let owner = task.owner.as_ref().map(|owner| owner.name().raw());
            assert_eq!((task.status.raw(), owner, task.title.raw()), expected);
            assert_eq!(task.lane, Lane::of_status(expected.0));
            for place in [0, 2] {
                assert_eq!(before.tasks[place], after.tasks[place]);
            }
        }
    });
}

#[test]
fn revisions_move_with_status_and_owner_and_nothing_else() {
    each(|kind, place| {
        let mut store = place.open();
        let key = kind.key("1");
        let mut revision = |edit: Edit| {
            write(&mut *store, &[edit]).unwrap();
            store.load().unwrap().get(&key).unwrap().revision()
        };
        let first = revision(change(&key, None, None, Some("a title")));
        assert_eq!(revision(change(&key, None, None, Some("another"))), first);
        assert_eq!(revision(create(kind, "4", "more", &["1"])), first);
        let owned = revision(change(&key, None, Some("ana"), None));
        let running = revision(change(&key, Some(Lane::InProgress), None, None));
        assert!(owned != first && running != owned && running != first);
        let back = change(&key, Some(Lane::Pending), Some(""), None);
        assert_eq!(revision(back), first);
    });
}

#[test]
fn without_edits_nothing_is_written() {
    each(|_, place| {
        let (mut ours, mut theirs) = (place.open(), place.open());
        let before = (state(&mut *ours), state(&mut *theirs));
        write(&mut *ours, &[]).unwrap();
        assert_eq!((state(&mut *ours), state(&mut *theirs)), before);
    });
}

#[test]
fn all_edits_are_written_or_none() {
    each(|kind, place| {
        let (mut ours, mut theirs) = (place.open(), place.open());
        let good = || change(&kind.key("1"), None, None, Some("half a plan"));
        let unknown = || change(&kind.key("404"), Some(Lane::Completed), None, None);
        let before = (state(&mut *ours), state(&mut *theirs));
        for edits in [vec![good(), unknown()], vec![unknown(), good()]] {
            let refused = write(&mut *ours, &edits);
            assert!(
                matches!(&refused, Err(Error::Failed(why)) if why.contains("404")),
                "{refused:?}"
            );
        }
        let taken = || create(kind, "2", "again", &[]);
        for edits in [
            vec![good(), taken()],
            vec![
                good(),
                create(kind, "5", "", &[]),
                create(kind, "5", "", &[]),
            ],
        ] {
            let refused = write(&mut *ours, &edits);
            assert!(matches!(refused, Err(Error::Constraint(_))), "{refused:?}");
        }
        assert_eq!((state(&mut *ours), state(&mut *theirs)), before);
        write(&mut *ours, &[good(), create(kind, "4", "whole", &[])]).unwrap();
        let snapshot = theirs.load().unwrap();
        assert_eq!(
            titles(&snapshot),
            ["half a plan", "Task 2", "Task 3", "whole"]
        );
    });
}

/// A version stands still while nothing is written, and moves with every write, ours and others'.
#[test]
fn the_version_moves_with_every_write_and_only_then() {
    each(|kind, place| {
        let (mut watching, mut writing) = (place.open(), place.open());
        let mut last = watching.version().unwrap();
        for round in 0..100 {
            for _ in 0..3 {
                assert_eq!(watching.version().unwrap(), last, "round {round}");
                watching.load().unwrap();
                writing.load().unwrap();
            }
            let writer = if round % 2 == 0 {
                &mut writing
            } else {
                &mut watching
            };
            // Of one length, so that no file grows by it.
            let title = format!("round {round:03}");
            let edit = change(&kind.key("1"), None, None, Some(&title));
            write(&mut **writer, &[edit]).unwrap();
            let now = watching.version().unwrap();
            assert_ne!(now, last, "round {round}");
            let snapshot = watching.load().unwrap();
            assert_eq!(snapshot.tasks[0].title.raw(), title);
            last = now;
        }
    });
}

/// Ids are text: what looks alike stays apart, and each edit finds its own card.
#[test]
fn ids_are_compared_as_text() {
    each(|kind, place| {
        // Where ids are numbers there is nothing that looks alike.
        if kind.ids == Ids::Numbers {
            return;
        }
        let long = "x".repeat(10_000);
        let ids = [
            "01", " 1", "1 ", "1.0", "+1", "1@2", "a", "A", "\u{fc}", "u\u{308}", "ü@2", "s/1",
            "'", "\"", "%", "_", "NULL", "1\0", "1\u{0}2", &long,
        ];
        let mut store = place.open();
        for id in ids {
            write(&mut *store, &[create(kind, id, "before", &[id])]).unwrap();
        }
        for id in ids {
            let edit = change(&kind.key(id), None, Some(&format!("owner of {id}")), None);
            write(&mut *store, &[edit]).unwrap();
        }
        let snapshot = store.load().unwrap();
        assert_eq!(snapshot.tasks.len(), 3 + ids.len());
        for (place, id) in ids.iter().enumerate() {
            let task = snapshot.get(&kind.key(id)).unwrap();
            assert_eq!(snapshot.place(&task.key), Some(3 + place));
            assert!(task.is_held_by(&format!("owner of {id}")), "{id:?}");
            assert_eq!(task.dependencies.ids()[0].raw(), *id);
        }
        assert_eq!(snapshot.get(&kind.key("1")).unwrap().owner, None);
    });
}

#[test]
fn text_comes_back_as_it_was_written() {
    each(|kind, place| {
        let huge = "审校 ".repeat(100_000 / 7);
        let mut store = place.open();
        for text in [
            "a\0b",
            "\0",
            "two\nlines\r\n\ttab",
            "👩‍👩‍👧‍👦 🏳️‍🌈",
            "\u{202e}evil\u{202c}",
            "\u{1b}[31m",
            "'; DROP TABLE agent_tasks; --",
            "007",
            "1e3",
            &huge,
        ] {
            let edit = change(&kind.key("1"), None, Some(text), Some(text));
            write(&mut *store, &[edit]).unwrap();
            let snapshot = store.load().unwrap();
            let task = &snapshot.tasks[0];
            assert_eq!(task.title.raw(), text);
            assert!(task.is_held_by(text));
            assert_eq!(snapshot.tasks.len(), 3);
        }
    });
}

/// A legitimate difference: a card without a title is named by its reader, where it has one.
#[test]
fn a_blank_title_is_still_a_card() {
    each(|kind, place| {
        let mut store = place.open();
        write(&mut *store, &[create(kind, "4", "", &[])]).unwrap();
        let snapshot = store.load().unwrap();
        let title = snapshot.get(&kind.key("4")).unwrap().title.raw();
        assert!(["", "(no title)"].contains(&title), "{title:?}");
    });
}
