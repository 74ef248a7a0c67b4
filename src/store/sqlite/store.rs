//! [`Sqlite`]: the contract, kept over one database file.

use std::collections::hash_map::DefaultHasher;
use std::fs;
use std::hash::{Hash as _, Hasher as _};
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, TransactionBehavior};

use crate::store::contract::{Error, LOCK_SLICE, Names, Store, Version, Watched};
use crate::store::sqlite::connection::{
    Identity, commit_failure, failure, open, open_to_look, write_failure,
};
use crate::store::sqlite::pulse::Pulse;
use crate::store::sqlite::rows::{Memo, read};
use crate::store::sqlite::schema::Schema;
use crate::store::sqlite::write::{WriteError, write};
use crate::task::command::Edit;
use crate::task::snapshot::{Access, Blocking, NO_OWNERS, PendingOwner, Profile, Rules, Snapshot};
use crate::text::safe::SafeText;

/// The kind's name in JSON.
pub const KIND: &str = "sqlite";

/// A reader gives up this fast: an agent that holds the lock is looked at again on the next beat.
const READ_PATIENCE: Duration = Duration::from_millis(100);

/// An `agent_tasks` table, all its sessions or one.
pub struct Sqlite {
    path: PathBuf,
    session: Option<String>,
    steady: fn() -> Duration,
    reader: Connection,
    /// Opened by the first command: watching needs none.
    writer: Option<Connection>,
    identity: Identity,
    /// The mark of the files at the last question that failed: once they differ, what the reader
    /// keeps in its cache may be to blame.
    doubt: Option<u64>,
    memo: Memo,
    pulse: Pulse,
}

impl Sqlite {
    /// Opens the database at `path`; nothing is created or changed. `steady` is a clock that never goes back.
    pub fn open(
        path: &Path,
        session: Option<&str>,
        steady: fn() -> Duration,
    ) -> Result<Self, Error> {
        let identity = Identity::of(path)?;
        let reader = open_to_look(path, READ_PATIENCE)?;
        let store = Self {
            path: path.to_owned(),
            session: session.map(str::to_owned),
            steady,
            reader,
            writer: None,
            identity,
            doubt: None,
            memo: Memo::default(),
            pulse: Pulse::default(),
        };
        match store.schema(&store.reader) {
            Err(Error::Busy) | Ok(_) => Ok(store),
            Err(error) => Err(error),
        }
    }

    fn schema(&self, connection: &Connection) -> Result<Schema, Error> {
        let schema = Schema::read(connection).map_err(|error| failure(&self.path, &error))?;
        let schema = schema.ok_or_else(|| {
            let is_empty = fs::metadata(&self.path).is_ok_and(|found| found.len() == 0);
            let why = if is_empty {
                "it is empty"
            } else {
                "it has no agent_tasks table"
            };
            Error::NotAStore {
                path: self.path.clone(),
                why: why.to_owned(),
            }
        })?;
        match &self.session {
            Some(session) if schema.column("session_id").is_none() => Err(Error::Failed(format!(
                "{} tells no sessions apart, so it has no session {}",
                self.path.display(),
                SafeText::new(session)
            ))),
            _ => Ok(schema),
        }
    }

    /// Follows the path to another file when it was replaced, and starts over after trouble: a
    /// reader that saw a file cut short does not believe in the same bytes when they come back.
    fn follow_path(&mut self) -> Result<(), Error> {
        let identity = Identity::of(&self.path)?;
        let is_doubtful = self.doubt.is_some_and(|files| files != self.files());
        if identity != self.identity || is_doubtful {
            // The handles of before are idle, and closed when this one is had.
            self.reader = open_to_look(&self.path, READ_PATIENCE)?;
            self.writer = None;
            self.identity = identity;
            self.doubt = None;
            self.memo = Memo::default();
            self.pulse.replaced();
        }
        Ok(())
    }

    fn writes_ahead(&self) -> Result<bool, Error> {
        let mode: String = self
            .reader
            .pragma_query_value(None, "journal_mode", |row| row.get(0))
            .map_err(|error| failure(&self.path, &error))?;
        Ok(mode == "wal")
    }

    /// Returns a mark of the database file and its rollback journal, by `stat` alone.
    fn files(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        let mut journal = self.path.clone().into_os_string();
        journal.push("-journal");
        for path in [self.path.as_path(), Path::new(&journal)] {
            match fs::metadata(path) {
                Ok(found) => {
                    let times = (
                        found.mtime(),
                        found.mtime_nsec(),
                        found.ctime(),
                        found.ctime_nsec(),
                    );
                    (found.ino(), found.size(), times).hash(&mut hasher);
                }
                Err(_) => 0_u8.hash(&mut hasher),
            }
        }
        hasher.finish()
    }
}

impl Store for Sqlite {
    fn name(&self) -> String {
        let name = self.path.file_name().unwrap_or(self.path.as_os_str());
        name.to_string_lossy().into_owned()
    }

    fn version(&mut self) -> Result<Version, Error> {
        self.question(Self::ask)
    }

    fn load(&mut self) -> Result<Snapshot, Error> {
        self.question(|store, _| store.read())
    }

    fn transact(&mut self, decide: &mut dyn FnMut(&Snapshot) -> Vec<Edit>) -> Result<(), Error> {
        self.follow_path()?;
        let mut writer = match self.writer.take() {
            Some(writer) => writer,
            None => open(&self.path, LOCK_SLICE)?,
        };
        let result = self.transact_on(&mut writer, decide);
        // After trouble the next command starts over, too: above all when a transaction could
        // not even be rolled back.
        self.writer = (!is_trouble(&result) && writer.is_autocommit()).then_some(writer);
        result
    }

    fn watched(&self) -> Watched {
        let name = self.name();
        let folder = self
            .path
            .parent()
            .filter(|folder| !folder.as_os_str().is_empty());
        Watched {
            folder: folder.unwrap_or(Path::new(".")).to_owned(),
            names: Names::Exactly(vec![format!("{name}-wal"), format!("{name}-journal"), name]),
        }
    }
}

impl Sqlite {
    /// Puts a question to the reader, with a mark of the files from before; remembers when it fails.
    fn question<T>(
        &mut self,
        ask: impl FnOnce(&mut Self, u64) -> Result<T, Error>,
    ) -> Result<T, Error> {
        self.follow_path()?;
        let files = self.files();
        let result = ask(self, files);
        if is_trouble(&result) {
            self.doubt = Some(files);
        }
        result
    }

    fn ask(&mut self, files: u64) -> Result<Version, Error> {
        let now = (self.steady)();
        let files = (!self.writes_ahead()?).then_some(files);
        if self.pulse.is_question_due(now, files) {
            let answer = self
                .reader
                .pragma_query_value(None, "data_version", |row| row.get(0))
                .map_err(|error| failure(&self.path, &error))?;
            self.pulse.answered(now, answer);
        }
        Ok(Version(self.pulse.version()))
    }

    fn read(&mut self) -> Result<Snapshot, Error> {
        let schema = self.schema(&self.reader)?;
        let rows = read(
            &self.reader,
            &schema,
            self.session.as_deref(),
            &mut self.memo,
        )
        .map_err(|error| failure(&self.path, &error))?;
        Ok(Snapshot::new(profile(&self.reader, &schema), rows.sessions))
    }

    fn transact_on(
        &self,
        writer: &mut Connection,
        decide: &mut dyn FnMut(&Snapshot) -> Vec<Edit>,
    ) -> Result<(), Error> {
        let sql = |error: rusqlite::Error| write_failure(&self.path, &error);
        let transaction = writer
            .transaction_with_behavior(TransactionBehavior::Immediate)
            .map_err(sql)?;
        let schema = self.schema(&transaction)?;
        let profile = profile(&transaction, &schema);
        if let Access::ReadOnly(why) = profile.access {
            return Err(Error::ReadOnly(why));
        }
        let mut rows = read(
            &transaction,
            &schema,
            self.session.as_deref(),
            &mut Memo::default(),
        )
        .map_err(sql)?;
        let sessions = std::mem::take(&mut rows.sessions);
        let snapshot = Snapshot::new(profile, sessions);
        let edits = decide(&snapshot);
        if edits.is_empty() {
            return transaction.rollback().map_err(sql);
        }
        for edit in &edits {
            write(&transaction, &schema, &rows, &snapshot, edit).map_err(|error| match error {
                WriteError::Sql(error) => sql(error),
                WriteError::Store(error) => error,
            })?;
        }
        // The path may name another file by now; a commit would then go where nobody looks.
        if Identity::of(&self.path)? != self.identity {
            return Err(Error::Replaced);
        }
        transaction
            .commit()
            .map_err(|error| commit_failure(&self.path, &error))
    }
}

/// Tells whether there is an error that neither another process's lock nor a rule explains.
fn is_trouble<T>(result: &Result<T, Error>) -> bool {
    !matches!(
        result,
        Ok(_) | Err(Error::Busy | Error::Constraint(_) | Error::ReadOnly(_))
    )
}

/// Says what is true of the table as a whole.
fn profile(connection: &Connection, schema: &Schema) -> Profile {
    let mut notes = Vec::new();
    if schema.column("owner").is_none() {
        notes.push(NO_OWNERS.to_owned());
    }
    if schema.dependencies().is_none() {
        notes.push("no blocked_by column: nothing waits for anything".to_owned());
    }
    let read_only = if schema.is_view {
        Some("agent_tasks is a view")
    } else if schema.column("task_id").is_none() {
        Some("there is no task_id column")
    } else if schema.column("status").is_none() {
        Some("there is no status column")
    } else if connection.is_readonly("main").unwrap_or(true) {
        Some("the file may not be written")
    } else {
        None
    };
    Profile {
        kind: KIND,
        rules: Rules {
            blocking: Blocking::Computed,
            pending_owner: PendingOwner::Ignored,
        },
        access: read_only.map_or(Access::Writable, |why| Access::ReadOnly(why.to_owned())),
        notes,
        foreign: Vec::new(),
    }
}
