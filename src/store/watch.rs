//! Change events of a folder, as hints that something may have changed.
//!
//! Only hints: they may come too early, too often or not at all. Who needs the truth reads.

use std::fs;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};

use notify::event::ModifyKind;
use notify::{ErrorKind, Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher as _};

use crate::store::contract::{Names, Watched};

/// Watches one folder for as long as it lives.
pub struct Watcher {
    _events: RecommendedWatcher,
    folder: PathBuf,
    identity: Option<(u64, u64)>,
}

impl Watcher {
    /// Starts watching; `wake` is called on a thread of its own. Says why when there will be no events.
    pub fn start(watched: &Watched, wake: impl Fn() + Send + 'static) -> Result<Self, String> {
        let names = watched.names.clone();
        let handler = move |event: notify::Result<Event>| {
            if event.map_or(true, |event| matters(&event, &names)) {
                wake();
            }
        };
        // The identity is taken first: a folder that is replaced in between is noticed.
        let identity = identity(&watched.folder);
        let mut events = notify::recommended_watcher(handler).map_err(|error| words(&error))?;
        events
            .watch(&watched.folder, RecursiveMode::NonRecursive)
            .map_err(|error| words(&error))?;
        Ok(Self {
            _events: events,
            folder: watched.folder.clone(),
            identity,
        })
    }

    /// Tells whether the path still names the folder that is watched.
    pub fn still_attached(&self) -> bool {
        identity(&self.folder) == self.identity
    }
}

fn identity(folder: &Path) -> Option<(u64, u64)> {
    fs::metadata(folder)
        .ok()
        .map(|found| (found.dev(), found.ino()))
}

/// Tells whether an event may mean news. Opening and reading a database raises events of access
/// and of metadata, so heeding those would wake the board by its own looks.
fn matters(event: &Event, names: &Names) -> bool {
    if event.need_rescan() || event.paths.is_empty() {
        return true;
    }
    let is_content = match event.kind {
        EventKind::Access(_) | EventKind::Modify(ModifyKind::Metadata(_)) => false,
        EventKind::Any
        | EventKind::Create(_)
        | EventKind::Modify(_)
        | EventKind::Remove(_)
        | EventKind::Other => true,
    };
    let is_ours = |path: &PathBuf| {
        let name = path.file_name().map(std::ffi::OsStr::to_string_lossy);
        name.is_some_and(|name| names.include(&name))
    };
    is_content && event.paths.iter().any(is_ours)
}

fn words(error: &notify::Error) -> String {
    match &error.kind {
        ErrorKind::MaxFilesWatch => "no change events: the limit of watches is reached".to_owned(),
        ErrorKind::PathNotFound => "no change events: the folder is gone".to_owned(),
        ErrorKind::Io(error) => format!("no change events: {error}"),
        _ => format!("no change events: {error}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use notify::event::{AccessKind, CreateKind, DataChange, Flag, MetadataKind};

    fn event(kind: EventKind, name: &str) -> Event {
        Event::new(kind).add_path(PathBuf::from("/folder").join(name))
    }

    #[test]
    fn content_of_our_files_matters_and_our_own_looks_do_not() {
        let names = Names::Exactly(vec!["a.db".to_owned(), "a.db-wal".to_owned()]);
        let data = EventKind::Modify(ModifyKind::Data(DataChange::Any));
        assert!(matters(&event(data, "a.db-wal"), &names));
        assert!(matters(
            &event(EventKind::Create(CreateKind::File), "a.db"),
            &names
        ));
        assert!(!matters(&event(data, "a.db-shm"), &names));
        assert!(!matters(&event(data, "b.db"), &names));
        assert!(!matters(
            &event(EventKind::Access(AccessKind::Any), "a.db"),
            &names
        ));
        assert!(!matters(
            &event(
                EventKind::Modify(ModifyKind::Metadata(MetadataKind::Any)),
                "a.db"
            ),
            &names
        ));
    }

    #[test]
    fn an_overflow_matters_although_it_names_nothing() {
        assert!(matters(
            &Event::new(EventKind::Other).set_flag(Flag::Rescan),
            &Names::Exactly(Vec::new())
        ));
    }
}
