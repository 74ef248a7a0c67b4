//! Stores on disk for tests.

use std::path::{Path, PathBuf};

use rusqlite::Connection;
use tempfile::TempDir;

/// A store in a folder of its own, gone at the end of the test.
pub struct TestStore {
    pub folder: TempDir,
    pub path: PathBuf,
}

impl TestStore {
    /// Makes the sample `name` of `tests/fixtures/astro-sqlite`.
    pub fn sample(name: &str) -> Self {
        let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/astro-sqlite");
        Self::from_sql(&std::fs::read_to_string(fixtures.join(format!("{name}.sql"))).unwrap())
    }

    /// Makes a store by these statements.
    pub fn from_sql(sql: &str) -> Self {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("board.db");
        Connection::open(&path).unwrap().execute_batch(sql).unwrap();
        Self { folder, path }
    }

    /// Makes a store as `kanwatch init` does, with `count` tasks `1`, `2`, … that wait for nothing.
    pub fn with_ready_tasks(count: usize) -> Self {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("board.db");
        let said = super::program::run(folder.path(), &["init", "board.db"]);
        assert_eq!(said.code, Some(0), "{}", said.err);
        let store = Self { folder, path };
        store.write("INSERT INTO agent_sessions(session_id) VALUES ('s')");
        store.write(&format!(
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {count})
             INSERT INTO agent_tasks(session_id, task_id, content) SELECT 's', i, 'Task ' || i FROM n"
        ));
        store
    }

    /// Runs statements as another process would: on a connection of their own.
    pub fn write(&self, sql: &str) {
        let connection = Connection::open(&self.path).unwrap();
        connection
            .busy_timeout(std::time::Duration::from_secs(5))
            .unwrap();
        connection.execute_batch(sql).unwrap();
    }

    /// Reads one value.
    pub fn read<T: rusqlite::types::FromSql>(&self, sql: &str) -> T {
        Connection::open(&self.path)
            .unwrap()
            .query_row(sql, [], |row| row.get(0))
            .unwrap()
    }

    /// Returns the store's path as an argument.
    pub fn argument(&self) -> &str {
        self.path.to_str().unwrap()
    }
}
