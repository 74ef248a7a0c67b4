//! Odd `agent_tasks` tables: any columns of any type, any shape, any values in them.

use std::fmt;
use std::path::PathBuf;

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use rusqlite::Connection;
use rusqlite::types::{Type, ValueRef};
use tempfile::TempDir;

/// The columns that the store knows; any of them may be missing.
pub const COLUMNS: &[&str] = &[
    "session_id",
    "task_id",
    "content",
    "status",
    "blocked_by",
    "owner",
    "updated_at",
];

/// Columns of other lineages; the last two hide the row's number under its usual names.
const OTHERS: &[&str] = &["id", "priority", "rowid", "_rowid_"];

/// A value as a file can hold it.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    Null,
    Integer(i64),
    Real(f64),
    /// Not always UTF-8.
    Text(Vec<u8>),
    Blob(Vec<u8>),
}

/// What kind of table it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Shape {
    Table,
    /// No row numbers; the key is a column of its own.
    WithoutRowid,
    View,
}

/// The recipe of one odd store.
#[derive(Clone)]
pub struct Odd {
    pub shape: Shape,
    columns: Vec<(&'static str, &'static str)>,
    rows: Vec<Vec<Cell>>,
    more: &'static str,
    encoding: &'static str,
}

/// An odd store on disk.
pub struct OddStore {
    pub path: PathBuf,
    _folder: TempDir,
}

/// Returns any odd store.
pub fn odd() -> impl Strategy<Value = Odd> {
    // Often all columns are there: most claims need them.
    let known = prop_oneof![
        2 => Just(COLUMNS.to_vec()),
        3 => subsequence(COLUMNS, 0..=COLUMNS.len()),
    ];
    let names = (known, subsequence(OTHERS, 0..=OTHERS.len()))
        .prop_map(|(known, others)| [known, others].concat())
        .prop_filter("a table has a column", |names| !names.is_empty())
        .prop_shuffle();
    let types = vec(
        select(vec![
            "TEXT",
            "TEXT",
            "",
            "INTEGER",
            "REAL",
            "BLOB",
            "NUMERIC",
            "TEXT COLLATE NOCASE",
        ]),
        COLUMNS.len() + OTHERS.len(),
    );
    let shape = select(vec![
        Shape::Table,
        Shape::Table,
        Shape::WithoutRowid,
        Shape::View,
    ]);
    let more = select(vec![
        "",
        "",
        "CREATE TABLE agent_sessions (session_id TEXT)",
        "CREATE TABLE agent_sessions (name TEXT)",
        "CREATE VIEW agent_sessions AS SELECT * FROM gone",
        "CREATE TRIGGER t BEFORE UPDATE ON base BEGIN SELECT RAISE(IGNORE); END",
        "CREATE TRIGGER t BEFORE UPDATE ON base BEGIN SELECT RAISE(ABORT, 'frozen'); END",
    ]);
    (names, types, shape, more, select(vec!["UTF-8", "UTF-16le"])).prop_flat_map(
        |(names, types, shape, more, encoding)| {
            let columns: Vec<_> = names.into_iter().zip(types).collect();
            let row: Vec<_> = columns.iter().map(|(name, _)| cell(name)).collect();
            vec(row, 0..8).prop_map(move |rows| Odd {
                shape,
                columns: columns.clone(),
                rows,
                more,
                encoding,
            })
        },
    )
}

fn cell(column: &str) -> BoxedStrategy<Cell> {
    let words: &[&[u8]] = match column {
        "session_id" => &[b"s", b"t", b"7", b"S", b"", b"a\0b"],
        "task_id" => &[
            b"1",
            b"2",
            b"01",
            b" 1",
            b"1@2",
            b"A",
            b"a",
            "ü".as_bytes(),
            b"a\0b",
        ],
        "status" => &[
            b"pending",
            b"pending",
            b"pending",
            b"in_progress",
            b"completed",
            b"Pending",
            b" pending",
            b"PENDING",
            b"done",
            b"deleted",
            b"",
        ],
        "blocked_by" => &[
            b"[]",
            b"[]",
            b"[\"1\"]",
            b"[1]",
            b"1",
            b"1,2",
            b"{\"1\": 2}",
            b"[[[\"1\"]]]",
            b"null",
            b"\"1\"",
            b"",
            b"[null, 1.0, \"2\"]",
        ],
        "owner" => &[b"", b"", b"ana", b"lead", b"human:bob", b" "],
        "updated_at" => &[b"2026-06-18 09:00:00", b"yesterday"],
        _ => &[b"a task", b"\x1b[31m", b"two\nlines", b"", b"007"],
    };
    let words: Vec<Vec<u8>> = words.iter().map(|word| word.to_vec()).collect();
    let huge = if column == "blocked_by" { "[" } else { "x" };
    prop_oneof![
        60 => select(words.clone()).prop_map(Cell::Text),
        4 => select(words).prop_map(Cell::Blob),
        4 => option::of(-2..9_i64).prop_map(|number| number.map_or(Cell::Null, Cell::Integer)),
        4 => select(vec![7.0, 1.5, -0.0, 1e300, f64::INFINITY]).prop_map(Cell::Real),
        4 => select(vec![vec![0xff, 0xfe, b'A'], vec![0xff], b"\xed\xa0\xbd".to_vec()])
            .prop_flat_map(|bytes| select(vec![Cell::Text(bytes.clone()), Cell::Blob(bytes)])),
        1 => Just(Cell::Text(huge.repeat(100_000).into_bytes())),
    ]
    .boxed()
}

impl Odd {
    /// Makes the store.
    pub fn make(&self) -> OddStore {
        let folder = TempDir::new_in("/dev/shm").or_else(|_| TempDir::new());
        let folder = folder.unwrap();
        let path = folder.path().join("odd.db");
        let connection = Connection::open(&path).unwrap();
        connection.execute_batch(&self.sql()).unwrap();
        OddStore {
            path,
            _folder: folder,
        }
    }

    /// Tells whether a trigger swallows every change.
    pub fn ignores_updates(&self) -> bool {
        self.more.contains("IGNORE")
    }

    fn sql(&self) -> String {
        let table = match self.shape {
            Shape::View => "base",
            Shape::Table | Shape::WithoutRowid => "agent_tasks",
        };
        let (key, tail) = match self.shape {
            Shape::WithoutRowid => (Some("pk INTEGER PRIMARY KEY"), " WITHOUT ROWID"),
            Shape::Table | Shape::View => (None, ""),
        };
        let columns = self.columns.iter();
        let columns: Vec<String> = columns
            .map(|(name, kind)| format!("\"{name}\" {kind}"))
            .chain(key.map(str::to_owned))
            .collect();
        let mut sql = format!(
            "PRAGMA encoding = '{}';\nCREATE TABLE {table} ({}){tail};\n",
            self.encoding,
            columns.join(", ")
        );
        if self.shape == Shape::View {
            sql += "CREATE VIEW agent_tasks AS SELECT * FROM base;\n";
        }
        sql += &self.more.replace("ON base", &format!("ON {table}"));
        for (number, row) in self.rows.iter().enumerate() {
            let values = row.iter().map(Cell::sql);
            let values: Vec<String> = values.chain(key.map(|_| number.to_string())).collect();
            sql += &format!(";\nINSERT INTO {table} VALUES ({})", values.join(", "));
        }
        sql
    }
}

/// Shows the statements that make it.
impl fmt::Debug for Odd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sql = self.sql();
        let huge = ["x".repeat(100_000), "[".repeat(100_000)];
        f.write_str(&sql.replace(&huge[0], "HUGE").replace(&huge[1], "HUGE"))
    }
}

impl Cell {
    fn sql(&self) -> String {
        let hex = |bytes: &[u8]| -> String {
            let digits: Vec<_> = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
            format!("x'{}'", digits.concat())
        };
        match self {
            Self::Null => "NULL".to_owned(),
            Self::Integer(number) => number.to_string(),
            Self::Real(number) if number.is_infinite() => "9e999".to_owned(),
            Self::Real(number) => format!("{number:e}"),
            Self::Text(bytes) => match std::str::from_utf8(bytes) {
                Ok(text) if !text.contains('\0') => format!("'{}'", text.replace('\'', "''")),
                _ => format!("CAST({} AS TEXT)", hex(bytes)),
            },
            Self::Blob(bytes) => hex(bytes),
        }
    }

    fn of(value: ValueRef<'_>) -> Self {
        match value {
            ValueRef::Null => Self::Null,
            ValueRef::Integer(number) => Self::Integer(number),
            ValueRef::Real(number) => Self::Real(number),
            ValueRef::Text(bytes) => Self::Text(bytes.to_vec()),
            ValueRef::Blob(bytes) => Self::Blob(bytes.to_vec()),
        }
    }

    /// Returns the type that the file holds.
    pub fn kind(&self) -> Type {
        match self {
            Self::Null => Type::Null,
            Self::Integer(_) => Type::Integer,
            Self::Real(_) => Type::Real,
            Self::Text(_) => Type::Text,
            Self::Blob(_) => Type::Blob,
        }
    }

    /// Returns the value's bytes, where it has any.
    pub fn bytes(&self) -> &[u8] {
        match self {
            Self::Text(bytes) | Self::Blob(bytes) => bytes,
            _ => &[],
        }
    }
}

/// A row as the file holds it, by column.
pub type RawRow = Vec<(String, Cell)>;

impl OddStore {
    /// Reads every row, by another road than the store.
    pub fn rows(&self) -> Vec<RawRow> {
        let connection = Connection::open(&self.path).unwrap();
        let mut statement = connection.prepare("SELECT * FROM agent_tasks").unwrap();
        let names: Vec<String> = statement.column_names().map(str::to_owned).collect();
        let mut rows = statement.query([]).unwrap();
        let mut found = Vec::new();
        while let Some(row) = rows.next().unwrap() {
            let cells = (0..names.len()).map(|place| Cell::of(row.get_ref(place).unwrap()));
            found.push(names.iter().cloned().zip(cells).collect());
        }
        found
    }
}
