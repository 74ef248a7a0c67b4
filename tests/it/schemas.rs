//! Whatever `agent_tasks` looks like: as many cards as rows, a word for every oddity, and a
//! claim that touches its own row or says why it touches none.

use std::collections::{BTreeMap, HashSet};

use kanwatch::desk::door::Desk;
use kanwatch::shell::clock::clock;
use kanwatch::store::contract::Error;
use kanwatch::task::command::{Command, Edit, Force, NewTask, Verb};
use kanwatch::task::key::TaskKey;
use kanwatch::task::lane::Lane;
use kanwatch::task::receipt::{Outcome, Refusal};
use kanwatch::task::snapshot::Snapshot;
use kanwatch::task::warning::Warning;
use kanwatch::text::safe::SafeText;
use proptest::prelude::*;
use rusqlite::types::Type;

use crate::support::odd::{COLUMNS, Cell, OddStore, RawRow, Shape, odd};
use crate::support::store::TestStore;

fn look(store: &OddStore, session: Option<&str>) -> std::sync::Arc<Snapshot> {
    let mut desk = Desk::open(&store.path, session, clock()).unwrap();
    desk.look().unwrap().0
}

/// Returns the warnings that the rows deserve, each with how often, as far as the type, the
/// length and the absence of values go.
fn deserved(rows: &[RawRow]) -> BTreeMap<String, usize> {
    let mut found = BTreeMap::new();
    let mut warn = |warning: Warning, is_so: bool| {
        *found.entry(warning.name()).or_default() += usize::from(is_so);
    };
    for row in rows {
        let plain = |name: &str| row.iter().find(|(column, _)| column == name);
        // Without the task's own id another column names the card.
        let cell = |name: &str| match name {
            "task_id" => plain(name).or_else(|| plain("id")),
            _ => plain(name),
        };
        let kind = |name: &str| cell(name).map_or(Type::Text, |(_, cell)| cell.kind());
        for name in ["content", "status", "owner"] {
            let is_odd = !matches!(kind(name), Type::Text | Type::Null);
            warn(Warning::WrongType(name), is_odd);
        }
        for name in ["session_id", "task_id"] {
            // A column declared as a number makes one of every id that looks like one.
            let is_odd = matches!(kind(name), Type::Real | Type::Blob);
            warn(Warning::WrongType(name), is_odd);
        }
        for name in ["content", "status"] {
            let is_there = cell(name).is_some_and(|(_, cell)| *cell != Cell::Null);
            warn(Warning::MissingField(name), !is_there);
        }
        let is_nowhere = kind("session_id") == Type::Null;
        warn(Warning::MissingField("session_id"), is_nowhere);
        let known = cell("status").is_some_and(|(_, cell)| {
            ["pending", "in_progress", "completed"]
                .iter()
                .any(|word| cell.bytes() == word.as_bytes())
        });
        let is_told = cell("status").is_some_and(|(_, cell)| *cell != Cell::Null);
        warn(Warning::UnknownStatus, is_told && !known);
        let heeded = COLUMNS.iter().filter(|name| **name != "updated_at");
        let huge = heeded
            .filter_map(|name| cell(name))
            .any(|(_, cell)| cell.bytes().len() > 65_536);
        warn(Warning::HugeField, huge);
        let texts = ["session_id", "task_id", "content", "status", "owner"];
        let mut texts = texts.iter().filter_map(|name| cell(name));
        let is_text = |cell: &Cell| std::str::from_utf8(cell.bytes()).is_ok();
        let is_lossy = texts.any(|(_, cell)| !is_text(cell));
        warn(Warning::InvalidUtf8, is_lossy);
    }
    found.retain(|_, count| *count > 0);
    found
}

fn told(snapshot: &Snapshot, names: &BTreeMap<String, usize>) -> BTreeMap<String, usize> {
    let mut found = BTreeMap::new();
    for warning in snapshot.tasks.iter().flat_map(|task| &task.warnings) {
        if names.contains_key(&warning.name()) {
            *found.entry(warning.name()).or_default() += 1;
        }
    }
    found
}

fn claim(key: &TaskKey) -> Command {
    Command {
        verb: Verb::Claim,
        key: key.clone(),
        actor: "ana".to_owned(),
        seen: None,
        force: Force::Override,
    }
}

/// Tells whether two rows have exactly the same session and id.
fn have_twins(rows: &[RawRow]) -> bool {
    let ids = |row: &RawRow| -> Vec<Cell> {
        let ids = row
            .iter()
            .filter(|(name, _)| ["session_id", "task_id"].contains(&name.as_str()));
        ids.map(|(_, cell)| cell.clone()).collect()
    };
    let mut pairs = rows.iter().enumerate();
    pairs.any(|(place, row)| rows[..place].iter().any(|other| ids(other) == ids(row)))
}

/// Returns the rows that differ, by place, each with the columns that do.
fn differences(before: &[RawRow], after: &[RawRow]) -> Vec<(usize, Vec<String>)> {
    assert_eq!(before.len(), after.len());
    let pairs = before.iter().zip(after).enumerate();
    pairs
        .map(|(place, (before, after))| {
            let cells = before.iter().zip(after);
            let moved = cells.filter(|(before, after)| before != after);
            (place, moved.map(|(_, (name, _))| name.clone()).collect())
        })
        .filter(|(_, columns): &(_, Vec<String>)| !columns.is_empty())
        .collect()
}

/// Without row numbers a row is found by its ids, compared byte by byte whatever the column says.
#[test]
fn look_alike_ids_are_two_rows_without_row_numbers() {
    let store = TestStore::from_sql(
        "CREATE TABLE agent_tasks (
            pk INTEGER PRIMARY KEY, session_id TEXT, task_id TEXT COLLATE NOCASE, status TEXT
         ) WITHOUT ROWID;
         INSERT INTO agent_tasks VALUES (1, 's', 'A', 'pending'), (2, 's', 'a', 'pending');",
    );
    let mut desk = Desk::open(&store.path, None, clock()).unwrap();
    let key = TaskKey::new(Some(SafeText::new("s")), "a");
    let outcome = desk.submit(&claim(&key)).outcome;
    assert!(matches!(outcome, Outcome::Done { .. }), "{outcome:?}");
    let taken = "SELECT group_concat(task_id) FROM agent_tasks WHERE status = 'in_progress'";
    assert_eq!(store.read::<String>(taken), "a");
}

/// A card named by the number 1 has the key "1", which is then not free for another.
#[test]
fn a_key_is_taken_whatever_type_it_is_kept_in() {
    let store = TestStore::from_sql(
        "CREATE TABLE agent_tasks (session_id, task_id, content, status);
         INSERT INTO agent_tasks VALUES ('s', 1, 'kept as a number', 'pending');",
    );
    let mut desk = Desk::open(&store.path, None, clock()).unwrap();
    let new = NewTask {
        key: TaskKey::new(Some(SafeText::new("s")), "1"),
        title: "another".to_owned(),
        depends_on: Vec::new(),
    };
    let refused = desk.transact(|_| ((), vec![Edit::Create(new.clone())]));
    assert!(matches!(refused, Err(Error::Constraint(_))), "{refused:?}");
    assert_eq!(store.read::<i64>("SELECT count(*) FROM agent_tasks"), 1);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, ..ProptestConfig::default() })]

    #[test]
    fn as_many_cards_as_rows_each_oddity_with_its_word(odd in odd()) {
        let store = odd.make();
        let rows = store.rows();
        let snapshot = look(&store, None);
        prop_assert_eq!(snapshot.tasks.len(), rows.len());
        let keys: HashSet<&TaskKey> = snapshot.tasks.iter().map(|task| &task.key).collect();
        prop_assert_eq!(keys.len(), rows.len());
        let listed: usize = snapshot.sessions.iter().map(|session| session.cards.len()).sum();
        prop_assert_eq!(listed, rows.len());
        for task in &snapshot.tasks {
            prop_assert_eq!(task.lane, Lane::of_status(task.status.raw()));
        }
        let deserved = deserved(&rows);
        prop_assert_eq!(told(&snapshot, &deserved), deserved);
        // Each session alone is what it is among the others.
        for session in &snapshot.sessions {
            if let Some(name) = &session.name {
                let alone = look(&store, Some(name.raw()));
                prop_assert_eq!(&alone.tasks[..], &snapshot.tasks[session.cards.clone()]);
            }
        }
        prop_assert_eq!(store.rows(), rows, "looking left a trace");
    }

    #[test]
    fn a_claim_touches_its_own_row_or_says_why_not(odd in odd()) {
        let store = odd.make();
        let mut desk = Desk::open(&store.path, None, clock()).unwrap();
        let mut touched = HashSet::new();
        for task in &desk.look().unwrap().0.tasks {
            let before = store.rows();
            let receipt = desk.submit(&claim(&task.key));
            let after = store.rows();
            let moved = differences(&before, &after);
            let now = desk.look().unwrap().0;
            let now = now.get(&task.key).unwrap();
            if odd.shape == Shape::View {
                let is_refused = matches!(receipt.outcome, Outcome::Refused(Refusal::ReadOnly(_)));
                prop_assert!(is_refused, "{:?}", receipt.outcome);
            }
            match &receipt.outcome {
                Outcome::Done { .. } => {
                    let has_owner = before[0].iter().any(|(name, _)| name == "owner");
                    prop_assert_eq!(now.lane, Lane::InProgress);
                    prop_assert_eq!(now.is_held_by("ana"), has_owner);
                    if moved.is_empty() && task.lane == Lane::InProgress && !has_owner {
                        continue;
                    }
                    let [(place, columns)] = &moved[..] else {
                        return Err(TestCaseError::fail(format!("{moved:?}")));
                    };
                    prop_assert!(touched.insert(*place), "two cards, one row");
                    let may = ["status", "owner", "updated_at"];
                    let is_named = |name: &String| may.contains(&name.as_str());
                    prop_assert!(columns.iter().all(is_named), "{:?}", columns);
                }
                Outcome::Already | Outcome::Refused(Refusal::Completed) => {
                    prop_assert!(moved.is_empty());
                }
                Outcome::Refused(Refusal::ReadOnly(why)) | Outcome::Failed(why) => {
                    prop_assert!(moved.is_empty());
                    prop_assert_eq!(&now.status, &task.status);
                    let known = [
                        "is a view", "no task_id column", "no status column", "frozen",
                        "cannot be found again", "rows have its id",
                    ];
                    prop_assert!(known.iter().any(|known| why.contains(known)), "{}", why);
                    if why.contains("rows have its id") {
                        prop_assert!(have_twins(&before), "{}", why);
                    }
                    if why.contains("cannot be found again") {
                        prop_assert!(odd.shape == Shape::WithoutRowid || odd.ignores_updates());
                    }
                }
                other => return Err(TestCaseError::fail(format!("{other:?}"))),
            }
        }
    }
}
