//! Which columns this `agent_tasks` has.

use rusqlite::{Connection, ErrorCode};

/// The table, or view, of the tasks.
pub const TABLE: &str = "agent_tasks";

/// The columns that are there, and what kind of table holds them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schema {
    names: Vec<String>,
    /// The name by which each row's number can be read, where it has one.
    pub rowid: Option<&'static str>,
    /// It is a view: read-only.
    pub is_view: bool,
    /// There is a table of sessions, with a `session_id`.
    pub lists_sessions: bool,
}

impl Schema {
    /// Reads the schema; `None` when there is no such table.
    pub fn read(connection: &Connection) -> rusqlite::Result<Option<Self>> {
        let kinds = "SELECT type, wr FROM pragma_table_list WHERE schema = 'main' AND name = ?1 COLLATE NOCASE";
        let mut statement = connection.prepare_cached(kinds)?;
        let mut rows = statement.query([TABLE])?;
        let Some(row) = rows.next()? else {
            return Ok(None);
        };
        let (kind, without_rowid) = (row.get::<_, String>(0)?, row.get::<_, bool>(1)?);
        drop(rows);
        let is_view = kind == "view";
        let names = columns(connection, TABLE)?;
        let is_column = |name: &str| names.iter().any(|column| column.eq_ignore_ascii_case(name));
        // A column of such a name hides the row's number under it.
        let rowid = ["rowid", "_rowid_", "oid"]
            .into_iter()
            .find(|name| !is_view && !without_rowid && !is_column(name));
        Ok(Some(Self {
            rowid,
            names,
            is_view,
            lists_sessions: lists_sessions(connection)?,
        }))
    }

    /// Returns the name as the table spells it, if it has such a column.
    pub fn column(&self, name: &str) -> Option<&str> {
        self.names
            .iter()
            .find(|column| column.eq_ignore_ascii_case(name))
            .map(String::as_str)
    }

    /// Returns the column of the dependencies: a sibling schema keeps them under another name.
    pub fn dependencies(&self) -> Option<&str> {
        self.column("blocked_by")
            .or_else(|| self.column("blocked_by_json"))
    }
}

/// Tells whether there is a table of sessions that can be asked; a broken one is none.
fn lists_sessions(connection: &Connection) -> rusqlite::Result<bool> {
    let is_broken = |error: &rusqlite::Error| error.sqlite_error_code() == Some(ErrorCode::Unknown);
    match columns(connection, "agent_sessions") {
        Err(error) if is_broken(&error) => Ok(false),
        Err(error) => Err(error),
        Ok(names) => Ok(names
            .iter()
            .any(|name| name.eq_ignore_ascii_case("session_id"))),
    }
}

fn columns(connection: &Connection, table: &str) -> rusqlite::Result<Vec<String>> {
    let mut statement = connection.prepare_cached("SELECT name FROM pragma_table_xinfo(?1)")?;
    let names = statement.query_map([table], |row| row.get(0))?;
    names.collect()
}

/// Returns `name` as an SQL identifier.
pub fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}
