//! The tables of a ledger, and placements as rows.

use rusqlite::{Connection, params};
use serde_json::{Value, json};

use crate::task::key::TaskKey;
use crate::task::order::{Order, Placement, Side};
use crate::text::safe::SafeText;

/// The version of the tables, as `user_version` holds it; 0 is a file without tables.
pub const VERSION: i64 = 1;

/// Placements beyond these, the oldest, are forgotten.
const KEPT: i64 = 1000;

const TABLES: &str = "
    CREATE TABLE placement (
        key    TEXT PRIMARY KEY, -- the card: a JSON array of session and id
        side   TEXT NOT NULL,    -- before or after its neighbour
        above  TEXT NOT NULL,    -- the cards above that place, nearest first: JSON
        below  TEXT NOT NULL,    -- the cards below it, nearest first: JSON
        by     TEXT NOT NULL,    -- who put it there
        number INTEGER NOT NULL  -- later placements have higher ones
    ) STRICT;
    PRAGMA user_version = 1;
";

/// Returns the version of the tables that are there.
pub fn version(connection: &Connection) -> rusqlite::Result<i64> {
    connection.pragma_query_value(None, "user_version", |row| row.get(0))
}

/// Makes the tables in an empty file.
pub fn create(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute_batch(TABLES)
}

/// Reads every placement; a row that makes no sense is left out.
pub fn read(connection: &Connection) -> rusqlite::Result<Order> {
    let sql = "SELECT key, side, above, below, by, number FROM placement";
    let mut statement = connection.prepare_cached(sql)?;
    let rows = statement.query_map([], |row| {
        let [key, side, above, below]: [String; 4] =
            [row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?];
        let (by, number) = (row.get(4)?, row.get(5)?);
        let placement = || {
            Some(Placement {
                key: key_of(&serde_json::from_str(&key).ok()?)?,
                side: match side.as_str() {
                    "before" => Side::Before,
                    "after" => Side::After,
                    _ => return None,
                },
                above: keys_of(&above)?,
                below: keys_of(&below)?,
                by,
                number,
            })
        };
        Ok(placement())
    })?;
    let placements = rows.collect::<rusqlite::Result<Vec<_>>>()?;
    Ok(Order::new(placements.into_iter().flatten().collect()))
}

/// Places `key` so, or not at all.
pub fn write(
    connection: &Connection,
    key: &TaskKey,
    placement: Option<&Placement>,
) -> rusqlite::Result<()> {
    let name = in_json(key).to_string();
    let Some(placement) = placement else {
        return connection
            .prepare_cached("DELETE FROM placement WHERE key = ?1")?
            .execute([name])
            .map(|_| ());
    };
    let list = |keys: &[TaskKey]| keys.iter().map(in_json).collect::<Value>().to_string();
    let sql = "INSERT OR REPLACE INTO placement (key, side, above, below, by, number)
               VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
    connection.prepare_cached(sql)?.execute(params![
        name,
        placement.side.name(),
        list(&placement.above),
        list(&placement.below),
        placement.by,
        placement.number,
    ])?;
    let sql = "DELETE FROM placement WHERE number <=
               (SELECT number FROM placement ORDER BY number DESC LIMIT 1 OFFSET ?1)";
    connection.prepare_cached(sql)?.execute([KEPT])?;
    Ok(())
}

fn in_json(key: &TaskKey) -> Value {
    json!([key.session.as_ref().map(SafeText::raw), key.id.raw()])
}

fn key_of(value: &Value) -> Option<TaskKey> {
    let [session, id] = value.as_array()?.as_slice() else {
        return None;
    };
    let session = match session {
        Value::Null => None,
        name => Some(SafeText::new(name.as_str()?)),
    };
    Some(TaskKey::new(session, id.as_str()?))
}

fn keys_of(text: &str) -> Option<Vec<TaskKey>> {
    let list: Value = serde_json::from_str(text).ok()?;
    list.as_array()?.iter().map(key_of).collect()
}
