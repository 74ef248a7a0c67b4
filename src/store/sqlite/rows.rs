//! The whole table as sessions of cards.

use std::sync::Arc;

use foldhash::{HashMap, HashMapExt as _};
use rusqlite::Connection;
use rusqlite::types::{Value, ValueRef};

use crate::store::sqlite::row::Row;
use crate::store::sqlite::schema::{Schema, TABLE, quoted};
use crate::task::card::Task;
use crate::task::key::TaskKey;
use crate::task::snapshot::SessionCards;
use crate::task::warning::Warning;
use crate::text::safe::SafeText;

/// Where a card's row is, valid inside the transaction that read it.
#[derive(Clone, Debug, PartialEq)]
pub enum Place {
    /// By its row's number.
    Rowid(i64),
    /// By session and task id, in a table without row numbers.
    Ids(Value, Value),
}

/// The cards of a table and the rows they came from.
pub struct Rows {
    /// Session by session, in order of first appearance.
    pub sessions: Vec<SessionCards>,
    /// The row of each card.
    pub places: HashMap<TaskKey, Place>,
}

/// The cards of the last reading, so that a row that stays the same is not read again.
#[derive(Default)]
pub struct Memo {
    cards: HashMap<i64, (u64, Arc<Task>)>,
}

/// Reads every row, or those of one session, in one short statement.
pub fn read(
    connection: &Connection,
    schema: &Schema,
    session: Option<&str>,
    memo: &mut Memo,
) -> rusqlite::Result<Rows> {
    let columns = Columns::of(schema);
    let mut statement = connection.prepare_cached(&columns.select(schema))?;
    let mut rows = statement.query([])?;
    let mut read = Reading::default();
    let mut fresh = HashMap::with_capacity(memo.cards.len());
    while let Some(row) = rows.next()? {
        let values = columns.row(row)?;
        // Compared as it is shown: in SQL a session 1.0 or of odd bytes has another text.
        if session.is_some() && values.session_name().as_deref() != session {
            continue;
        }
        let rowid = match schema.rowid {
            Some(_) => Some(row.get::<_, i64>(0)?),
            None => None,
        };
        let print = values.fingerprint();
        let known = rowid
            .and_then(|rowid| memo.cards.get(&rowid))
            .filter(|(before, _)| *before == print);
        let task = known.map_or_else(|| Arc::new(values.task()), |(_, task)| Arc::clone(task));
        if let Some(rowid) = rowid {
            fresh.insert(rowid, (print, Arc::clone(&task)));
        }
        let value = |value: Option<ValueRef<'_>>| value.map_or(Value::Null, Value::from_value_ref);
        let place = rowid.map_or_else(
            || Place::Ids(value(values.session), value(values.id)),
            Place::Rowid,
        );
        read.take(task, place);
    }
    memo.cards = fresh;
    drop(rows);
    read.finish(connection, schema)
}

/// Turns a borrowed value into an owned one; text that is not UTF-8 becomes a blob of its bytes.
trait FromValueRef {
    fn from_value_ref(value: ValueRef<'_>) -> Self;
}

impl FromValueRef for Value {
    fn from_value_ref(value: ValueRef<'_>) -> Self {
        match value {
            ValueRef::Null => Self::Null,
            ValueRef::Integer(number) => Self::Integer(number),
            ValueRef::Real(number) => Self::Real(number),
            ValueRef::Text(bytes) => String::from_utf8(bytes.to_vec())
                .map_or_else(|error| Self::Blob(error.into_bytes()), Self::Text),
            ValueRef::Blob(bytes) => Self::Blob(bytes.to_vec()),
        }
    }
}

/// The columns that are selected, in this order, after the rowid.
struct Columns {
    names: [Option<String>; 7],
}

impl Columns {
    fn of(schema: &Schema) -> Self {
        let column = |name: &str| schema.column(name).map(quoted);
        // A table without task ids is shown by its row numbers.
        let id = column("task_id")
            .or_else(|| column("id"))
            .or_else(|| schema.rowid.map(str::to_owned));
        let names = [
            column("session_id"),
            id,
            column("content"),
            column("status"),
            schema.dependencies().map(quoted),
            column("owner"),
            column("updated_at"),
        ];
        Self { names }
    }

    fn select(&self, schema: &Schema) -> String {
        let names = self.names.iter().flatten().map(String::as_str);
        let columns: Vec<&str> = std::iter::once(schema.rowid.unwrap_or("NULL"))
            .chain(names)
            .collect();
        let order = schema
            .rowid
            .map_or_else(String::new, |rowid| format!(" ORDER BY {rowid}"));
        format!("SELECT {} FROM {TABLE}{order}", columns.join(", "))
    }

    fn row<'a>(&self, row: &'a rusqlite::Row<'_>) -> rusqlite::Result<Row<'a>> {
        let mut next = 1;
        let mut values = [None; 7];
        for (value, name) in values.iter_mut().zip(&self.names) {
            if name.is_some() {
                *value = Some(row.get_ref(next)?);
                next += 1;
            }
        }
        let [session, id, content, status, blocked_by, owner, updated] = values;
        Ok(Row {
            session,
            id,
            content,
            status,
            blocked_by,
            owner,
            updated,
        })
    }
}

/// The cards read so far.
#[derive(Default)]
struct Reading {
    sessions: Vec<SessionCards>,
    numbers: HashMap<Option<SafeText>, usize>,
    places: HashMap<TaskKey, Place>,
    /// For a key that came more than once: the keys of its cards.
    twins: HashMap<TaskKey, Vec<TaskKey>>,
}

impl Reading {
    fn take(&mut self, mut task: Arc<Task>, place: Place) {
        if self.places.contains_key(&task.key) {
            task = self.twin(&task);
        }
        self.places.insert(task.key.clone(), place);
        let session = task.key.session.clone();
        let number = *self.numbers.entry(session.clone()).or_insert_with(|| {
            self.sessions.push(SessionCards {
                name: session,
                orphan: false,
                tasks: Vec::new(),
            });
            self.sessions.len() - 1
        });
        self.sessions[number].tasks.push(task);
    }

    /// Returns a later card of a key that is taken, under a key of its own: `KEY@2`, `KEY@3`, …
    fn twin(&mut self, task: &Task) -> Arc<Task> {
        let twins = self
            .twins
            .entry(task.key.clone())
            .or_insert_with(|| vec![task.key.clone()]);
        let mut number = twins.len() + 1;
        let mut key = twin_key(&task.key, number);
        while self.places.contains_key(&key) {
            number += 1;
            key = twin_key(&task.key, number);
        }
        twins.push(key.clone());
        Arc::new(Task {
            key,
            ..task.clone()
        })
    }

    fn finish(mut self, connection: &Connection, schema: &Schema) -> rusqlite::Result<Rows> {
        let twins: std::collections::HashSet<&TaskKey> = self.twins.values().flatten().collect();
        for task in self
            .sessions
            .iter_mut()
            .flat_map(|session| &mut session.tasks)
        {
            if twins.contains(&task.key) {
                let mut marked = Task::clone(task);
                marked.warnings.push(Warning::DuplicateId);
                *task = Arc::new(marked);
            }
        }
        if schema.lists_sessions {
            let mut statement =
                connection.prepare_cached("SELECT 1 FROM agent_sessions WHERE session_id = ?1")?;
            for session in &mut self.sessions {
                let name = session.name.as_ref().map(SafeText::raw);
                session.orphan = !statement.exists([name])?;
            }
        }
        Ok(Rows {
            sessions: self.sessions,
            places: self.places,
        })
    }
}

fn twin_key(key: &TaskKey, number: usize) -> TaskKey {
    TaskKey::new(key.session.clone(), &format!("{}@{number}", key.id.raw()))
}
