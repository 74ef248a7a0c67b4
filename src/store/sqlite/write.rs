//! Edits as statements, inside a transaction that has just read the rows.

use rusqlite::types::Value;
use rusqlite::{Transaction, params_from_iter};
use serde_json::json;

use crate::store::contract::Error;
use crate::store::sqlite::rows::{Place, Rows};
use crate::store::sqlite::schema::{Schema, TABLE, quoted};
use crate::task::card::Dependencies;
use crate::task::command::{Edit, NewTask};
use crate::task::key::TaskKey;
use crate::task::lane::Lane;
use crate::task::snapshot::Snapshot;
use crate::text::safe::SafeText;

/// Why an edit could not be written.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// SQLite refused.
    #[error(transparent)]
    Sql(#[from] rusqlite::Error),
    /// The store cannot hold it.
    #[error(transparent)]
    Store(#[from] Error),
}

/// Writes one edit of what `snapshot` says and `rows` hold: the named columns of one row, and the time of writing where the table keeps it.
pub fn write(
    transaction: &Transaction<'_>,
    schema: &Schema,
    rows: &Rows,
    snapshot: &Snapshot,
    edit: &Edit,
) -> Result<(), WriteError> {
    match edit {
        Edit::Change {
            key,
            lane,
            owner,
            title,
        } => {
            let place = place_of(rows, key)?;
            let status = lane
                .and_then(Lane::status)
                .map(|status| Value::Text(status.to_owned()));
            let owner = owner
                .as_ref()
                .map(|owner| Value::Text(owner.clone().unwrap_or_default()));
            let content = title.as_ref().map(|title| Value::Text(title.clone()));
            let values = [("status", status), ("owner", owner), ("content", content)]
                .map(|(name, value)| (schema.column(name), value));
            change(transaction, schema, place, values)
        }
        Edit::Dependencies { key, add, remove } => {
            let place = place_of(rows, key)?;
            let ids = dependencies(snapshot, key, add, remove)?;
            let column = schema.dependencies().ok_or_else(|| {
                Error::Constraint("there is no column for dependencies".to_owned())
            })?;
            let value = Value::Text(json!(ids).to_string());
            change(transaction, schema, place, [(Some(column), Some(value))])
        }
        Edit::Create(task) if rows.places.contains_key(&task.key) => Err(taken(task)),
        Edit::Create(task) => create(transaction, schema, task),
    }
}

fn place_of<'a>(rows: &'a Rows, key: &TaskKey) -> Result<&'a Place, Error> {
    rows.places
        .get(key)
        .ok_or_else(|| Error::Failed(format!("#{key} is gone")))
}

/// Returns the ids that `key` waits for after the change.
fn dependencies<'a>(
    snapshot: &'a Snapshot,
    key: &TaskKey,
    add: &'a [SafeText],
    remove: &[SafeText],
) -> Result<Vec<&'a str>, Error> {
    let task = snapshot.get(key);
    let Some(Dependencies::Known(now)) = task.map(|task| &task.dependencies) else {
        let why = format!("what #{key} waits for cannot be read");
        return Err(Error::Constraint(why));
    };
    let new = add.iter().filter(|id| !now.contains(id));
    let kept = now.iter().filter(|id| !remove.contains(id));
    Ok(kept.chain(new).map(SafeText::raw).collect())
}

fn change<const COUNT: usize>(
    transaction: &Transaction<'_>,
    schema: &Schema,
    place: &Place,
    values: [(Option<&str>, Option<Value>); COUNT],
) -> Result<(), WriteError> {
    let mut sets = Vec::new();
    let mut bound = Vec::new();
    for (column, value) in values {
        if let (Some(value), Some(column)) = (value, column) {
            bound.push(value);
            sets.push(format!("{} = ?{}", quoted(column), bound.len()));
        }
    }
    if sets.is_empty() {
        return Ok(());
    }
    if let Some(column) = schema.column("updated_at") {
        sets.push(format!("{} = CURRENT_TIMESTAMP", quoted(column)));
    }
    let condition = condition(schema, place, &mut bound);
    let sql = format!("UPDATE {TABLE} SET {} WHERE {condition}", sets.join(", "));
    match transaction
        .prepare_cached(&sql)?
        .execute(params_from_iter(bound))?
    {
        1 => Ok(()),
        0 => Err(Error::Failed("its row cannot be found again by its id".to_owned()).into()),
        rows => {
            let why = format!("{rows} rows have its id, and the table has no row numbers");
            Err(Error::Failed(why).into())
        }
    }
}

fn condition(schema: &Schema, place: &Place, bound: &mut Vec<Value>) -> String {
    match place {
        Place::Rowid(rowid) => {
            bound.push(Value::Integer(*rowid));
            let name = schema.rowid.unwrap_or("rowid");
            format!("{name} = ?{}", bound.len())
        }
        Place::Ids(session, id) => {
            let mut parts = Vec::new();
            for (name, value) in [("session_id", session), ("task_id", id)] {
                if let Some(column) = schema.column(name) {
                    bound.push(value.clone());
                    let column = quoted(column);
                    parts.push(format!("{column} IS ?{} COLLATE BINARY", bound.len()));
                }
            }
            parts.join(" AND ")
        }
    }
}

fn create(
    transaction: &Transaction<'_>,
    schema: &Schema,
    task: &NewTask,
) -> Result<(), WriteError> {
    let ids: Vec<&str> = task.depends_on.iter().map(SafeText::raw).collect();
    let session = task
        .key
        .session
        .as_ref()
        .map(|session| session.raw().to_owned());
    if let Some(session) = session.as_ref().filter(|_| schema.lists_sessions) {
        list_session(transaction, session)?;
    }
    if is_there(transaction, schema, task)? {
        return Err(taken(task));
    }
    let mut columns = Vec::new();
    let mut values = Vec::new();
    let mut set = |column: Option<&str>, value: Option<String>| {
        if let (Some(column), Some(value)) = (column, value) {
            columns.push(quoted(column));
            values.push(Value::Text(value));
        }
    };
    set(schema.column("session_id"), session);
    set(schema.column("task_id"), Some(task.key.id.raw().to_owned()));
    set(schema.column("content"), Some(task.title.clone()));
    set(schema.column("status"), Some("pending".to_owned()));
    set(schema.dependencies(), Some(json!(ids).to_string()));
    let marks: Vec<_> = (1..=values.len())
        .map(|number| format!("?{number}"))
        .collect();
    let sql = format!(
        "INSERT INTO {TABLE} ({}) VALUES ({})",
        columns.join(", "),
        marks.join(", ")
    );
    transaction
        .prepare_cached(&sql)?
        .execute(params_from_iter(values))?;
    Ok(())
}

fn taken(task: &NewTask) -> WriteError {
    Error::Constraint(format!("there is a task #{} already", task.key)).into()
}

/// Tells whether the table has such a row by now. Not every table has an index that refuses a
/// second one, and the transaction itself may have made the first.
fn is_there(
    transaction: &Transaction<'_>,
    schema: &Schema,
    task: &NewTask,
) -> rusqlite::Result<bool> {
    let text = |text: &SafeText| Value::Text(text.raw().to_owned());
    let session = task.key.session.as_ref().map_or(Value::Null, text);
    let mut bound = Vec::new();
    let place = Place::Ids(session, text(&task.key.id));
    let condition = condition(schema, &place, &mut bound);
    let sql = format!("SELECT 1 FROM {TABLE} WHERE {condition}");
    transaction
        .prepare_cached(&sql)?
        .exists(params_from_iter(bound))
}

/// The columns of `agent_sessions` that can be filled in for a session that is not listed yet.
const KNOWN: [&str; 2] = ["session_id", "title"];

fn list_session(transaction: &Transaction<'_>, session: &str) -> Result<(), WriteError> {
    let listed = transaction
        .prepare_cached("SELECT 1 FROM agent_sessions WHERE session_id = ?1")?
        .exists([session])?;
    if listed {
        return Ok(());
    }
    let sql = "SELECT name FROM pragma_table_xinfo('agent_sessions')
               WHERE \"notnull\" AND dflt_value IS NULL AND hidden = 0 AND NOT (pk > 0 AND type = 'INTEGER')";
    let mut statement = transaction.prepare_cached(sql)?;
    let required: Vec<String> = statement
        .query_map([], |row| row.get(0))?
        .collect::<rusqlite::Result<_>>()?;
    if let Some(unknown) = required.iter().find(|name| !KNOWN.contains(&name.as_str())) {
        let why =
            format!("the session {session} is not listed, and agent_sessions wants a {unknown}");
        return Err(Error::Constraint(why).into());
    }
    let has_title = required.iter().any(|name| name == "title");
    let sql = if has_title {
        "INSERT INTO agent_sessions (session_id, title) VALUES (?1, ?1)"
    } else {
        "INSERT INTO agent_sessions (session_id) VALUES (?1)"
    };
    transaction.execute(sql, [session])?;
    Ok(())
}
