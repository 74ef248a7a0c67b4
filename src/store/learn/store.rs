//! [`TaskFolder`]: the contract, kept over one folder of task files.

use std::collections::hash_map::DefaultHasher;
use std::fs;
use std::hash::{Hash as _, Hasher as _};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use crate::store::contract::{Error, Names, Store, Version, Watched};
use crate::store::files::lock::FolderLock;
use crate::store::files::print::Print;
use crate::store::files::replace::{Change, Displaced, LATE, Replaced, check_late, replace};
use crate::store::learn::create::{create, objection};
use crate::store::learn::edits::edited;
use crate::store::learn::generation::generation;
use crate::store::learn::intent::{Intent, is_any_left, left_over};
use crate::store::learn::names::{self, Name};
use crate::store::learn::reader::Reader;
use crate::task::card::Task;
use crate::task::command::Edit;
use crate::task::key::TaskKey;
use crate::task::lane::Lane;
use crate::task::snapshot::{Access, Profile, SessionCards, Snapshot};
use crate::text::safe::SafeText;

/// All files are asked about at least this often, and at once after a hint or when the folder
/// itself has changed: files that are written in place change no folder.
const ASK_AGAIN: Duration = Duration::from_secs(2);
/// A write may be visible this much later than its hint.
const HINT_LASTS: Duration = Duration::from_millis(600);

/// A folder `.tasks`.
pub struct TaskFolder {
    path: PathBuf,
    steady: fn() -> Duration,
    reader: Reader,
    version: u64,
    listing: Option<u64>,
    /// When all files were asked about last, and what the folder's own mark was then.
    asked: (Duration, Option<Print>),
    /// When somebody last said that something may have changed.
    hinted: Option<Duration>,
    /// The cards of the last load.
    told: Vec<Arc<Task>>,
}

impl TaskFolder {
    /// Opens the folder at `path`. Nothing is changed, but for a completion of ours that a crash
    /// has cut in half: that is finished now.
    pub fn open(path: &Path, steady: fn() -> Duration) -> Result<Self, Error> {
        let store = Self {
            path: path.to_owned(),
            steady,
            reader: Reader::default(),
            version: 0,
            listing: None,
            asked: (Duration::ZERO, None),
            hinted: None,
            told: Vec::new(),
        };
        store.listing()?;
        if is_any_left(path)
            && let Some(_lock) = FolderLock::try_take(path)?
        {
            store.finish_left_over()?;
        }
        Ok(store)
    }

    fn failed(&self, error: &io::Error) -> Error {
        match error.kind() {
            io::ErrorKind::NotFound => Error::Missing(self.path.clone()),
            io::ErrorKind::NotADirectory => Error::NotAStore {
                path: self.path.clone(),
                why: "it is no folder".to_owned(),
            },
            _ => Error::Failed(format!("{}: {error}", self.path.display())),
        }
    }

    /// Returns a mark of all names and files, by `stat` alone.
    fn listing(&self) -> Result<u64, Error> {
        let failed = |error| self.failed(&error);
        let mut files = Vec::new();
        for entry in fs::read_dir(&self.path).map_err(failed)? {
            let entry = entry.map_err(failed)?;
            let name = entry.file_name();
            if names::read(&name.to_string_lossy()) != Name::Other {
                let print = entry.metadata().ok().as_ref().map(Print::of);
                files.push((name, print));
            }
        }
        files.sort_by(|(a, _), (b, _)| a.cmp(b));
        let mut hasher = DefaultHasher::new();
        files.hash(&mut hasher);
        Ok(hasher.finish())
    }

    fn read(&mut self) -> Result<(), Error> {
        let looked = self.reader.look(&self.path, self.steady);
        looked.map_err(|error| self.failed(&error))
    }

    fn look(&mut self) -> Result<Snapshot, Error> {
        self.read()?;
        let cards = self.reader.cards((self.steady)());
        let generation = generation(self.reader.lineages(), self.reader.has_claim_events);
        let profile = Profile {
            kind: generation.kind,
            rules: generation.rules,
            access: match generation.access {
                Access::Writable if !may_write(&self.path) => {
                    Access::ReadOnly("the folder may not be written".to_owned())
                }
                access => access,
            },
            notes: Vec::new(),
            foreign: self.reader.foreign.clone(),
        };
        let list = SessionCards {
            name: None,
            orphan: false,
            tasks: cards,
        };
        Ok(Snapshot::new(profile, vec![list]))
    }

    fn change_file(&self, key: &TaskKey, change: &Change<'_>) -> Result<Replaced, Error> {
        let name = names::of_card(key.id.raw());
        replace(&self.path, &name, change)
            .map_err(|error| Error::Failed(format!("{name}: {error}; it is as it was")))
    }

    /// Writes the edits in their order. Only the first may find its card moved: then nothing is
    /// written, and the caller decides again.
    fn write(&mut self, snapshot: &Snapshot, edits: &[Edit]) -> Result<(), Error> {
        let intent = completed(edits)
            .map(|id| Intent::note(&self.path, id))
            .transpose()
            .map_err(|error| self.failed(&error))?;
        let mut displaced: Vec<(String, Displaced, &Edit, &Arc<Task>)> = Vec::new();
        for (number, edit) in edits.iter().enumerate() {
            die_at(number);
            let key = match edit {
                Edit::Create(task) => {
                    create(&self.path, task)?;
                    continue;
                }
                Edit::Change { key, .. } | Edit::Dependencies { key, .. } => key,
            };
            let Some(task) = snapshot.get(key) else {
                return Err(Error::Failed(format!("#{key} is gone")));
            };
            match self.change_file(key, &|text| edited(text, task, edit))? {
                Replaced::Written(old) => {
                    let name = names::of_card(key.id.raw());
                    self.reader.wrote(&name, old.ours());
                    displaced.push((name, old, edit, task));
                }
                Replaced::Moved if number == 0 => {
                    if let Some(intent) = intent {
                        intent.is_done().map_err(|error| self.failed(&error))?;
                    }
                    return Err(Error::Busy);
                }
                Replaced::Unchanged | Replaced::Moved => {}
            }
        }
        die_at(edits.len());
        if !displaced.is_empty() {
            std::thread::sleep(LATE);
        }
        for (name, old, edit, task) in displaced {
            let change = |text: &[u8]| edited(text, task, edit);
            check_late(&self.path, &name, &old, &change).map_err(|error| self.failed(&error))?;
        }
        intent
            .map_or(Ok(()), Intent::is_done)
            .map_err(|error| self.failed(&error))
    }

    /// Takes the ids of cards whose completion was cut in half out of the others' lists, and
    /// sweeps drafts. Under the lock.
    fn finish_left_over(&self) -> Result<(), Error> {
        let left = left_over(&self.path).map_err(|error| self.failed(&error))?;
        for (intent, id) in left {
            let mut reader = Reader::default();
            let looked = reader.look(&self.path, self.steady);
            looked.map_err(|error| self.failed(&error))?;
            let cards = reader.cards((self.steady)());
            let id = SafeText::new(&id);
            let is_completed = cards
                .iter()
                .any(|task| task.key.id == id && task.lane == Lane::Completed);
            for task in cards.iter().filter(|_| is_completed) {
                let strip = Edit::Dependencies {
                    key: task.key.clone(),
                    add: Vec::new(),
                    remove: vec![id.clone()],
                };
                if task.dependencies.ids().contains(&id) && task.lock().is_none() {
                    self.change_file(&task.key, &|text| edited(text, task, &strip))?;
                }
            }
            intent.is_done().map_err(|error| self.failed(&error))?;
        }
        Ok(())
    }
}

impl Store for TaskFolder {
    /// The folder's own name is the same everywhere, so the project's stands before it.
    fn name(&self) -> String {
        let path = self.path.canonicalize();
        let path = path.as_ref().unwrap_or(&self.path);
        let name = path.file_name().unwrap_or(path.as_os_str());
        let project = path.parent().and_then(Path::file_name).unwrap_or_default();
        let project = Path::new(project).join(name);
        project.to_string_lossy().into_owned()
    }

    fn hint(&mut self) {
        self.hinted = Some((self.steady)());
    }

    fn version(&mut self) -> Result<Version, Error> {
        let now = (self.steady)();
        let folder = fs::metadata(&self.path).map_err(|error| self.failed(&error))?;
        let folder = Some(Print::of(&folder));
        let is_hinted = self
            .hinted
            .is_some_and(|hinted| now.saturating_sub(hinted) < HINT_LASTS);
        let lately = now.saturating_sub(self.asked.0) < ASK_AGAIN && folder == self.asked.1;
        if lately && !is_hinted && !self.reader.is_unsettled(now) {
            return Ok(Version(self.version));
        }
        self.asked = (now, folder);
        let listing = Some(self.listing()?);
        let mut is_moved = listing != self.listing;
        self.listing = listing;
        if !is_moved && self.reader.is_unsettled((self.steady)()) {
            self.read()?;
            is_moved = self.reader.cards((self.steady)()) != self.told;
        }
        if is_moved {
            self.version += 1;
        }
        Ok(Version(self.version))
    }

    fn load(&mut self) -> Result<Snapshot, Error> {
        let snapshot = self.look()?;
        self.told.clone_from(&snapshot.tasks);
        Ok(snapshot)
    }

    fn transact(&mut self, decide: &mut dyn FnMut(&Snapshot) -> Vec<Edit>) -> Result<(), Error> {
        let _lock = FolderLock::take(&self.path)?;
        self.finish_left_over()?;
        let snapshot = self.look()?;
        if let Access::ReadOnly(why) = &snapshot.profile.access {
            return Err(Error::ReadOnly(why.clone()));
        }
        let edits = decide(&snapshot);
        check(&snapshot, &edits)?;
        self.write(&snapshot, &edits)
    }

    fn watched(&self) -> Watched {
        Watched {
            folder: self.path.clone(),
            names: Names::Matching(|name| names::read(name) != Name::Other),
        }
    }
}

/// Refuses edits that cannot all be written, before the first one is.
fn check(snapshot: &Snapshot, edits: &[Edit]) -> Result<(), Error> {
    let mut made: Vec<&TaskKey> = Vec::new();
    for edit in edits {
        match edit {
            Edit::Change { key, .. } | Edit::Dependencies { key, .. } => {
                if snapshot.get(key).is_none() {
                    return Err(Error::Failed(format!("#{key} is gone")));
                }
            }
            Edit::Create(task) => {
                if snapshot.get(&task.key).is_some() || made.contains(&&task.key) {
                    let why = format!("there is a task #{} already", task.key);
                    return Err(Error::Constraint(why));
                }
                if let Some(why) = objection(task) {
                    return Err(Error::Constraint(why));
                }
                made.push(&task.key);
            }
        }
    }
    Ok(())
}

/// The name that agents give their folder.
pub const FOLDER: &str = ".tasks";

/// Tells whether `folder` is one of task files, by its content, or an empty one by its name.
pub fn is_task_folder(folder: &Path) -> bool {
    let Ok(entries) = fs::read_dir(folder) else {
        return false;
    };
    let mut is_empty = true;
    for entry in entries.filter_map(Result::ok) {
        is_empty = false;
        let name = entry.file_name();
        let name = name.to_string_lossy();
        if matches!(names::read(&name), Name::Card(_) | Name::Stamped(_)) {
            return true;
        }
    }
    is_empty && folder.file_name().is_some_and(|name| name == FOLDER)
}

/// Returns the id of the card that the edits complete and take out of others' lists.
fn completed(edits: &[Edit]) -> Option<&str> {
    let has_lists = edits
        .iter()
        .any(|edit| matches!(edit, Edit::Dependencies { .. }));
    edits.iter().find_map(|edit| match edit {
        Edit::Change {
            key,
            lane: Some(Lane::Completed),
            ..
        } if has_lists => Some(key.id.raw()),
        _ => None,
    })
}

fn may_write(folder: &Path) -> bool {
    let wanted = rustix::fs::Access::WRITE_OK | rustix::fs::Access::EXEC_OK;
    rustix::fs::access(folder, wanted).is_ok()
}

/// Lets a test kill the process before its `number`th write, where a crash could come.
#[cfg(feature = "test-guards")]
fn die_at(number: usize) {
    if std::env::var("KANWATCH_DIE_AT").is_ok_and(|at| at == number.to_string()) {
        std::process::abort();
    }
}

#[cfg(not(feature = "test-guards"))]
fn die_at(_: usize) {}
