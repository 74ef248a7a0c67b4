//! Replacing a file that others write without a lock.
//!
//! The new file and the old one change places in one step, and what came out is held against
//! what the new one was made from. When somebody wrote in between, the two change places again
//! at once, and all begins anew from what is there now. So a write of theirs is never lost by ours.

use std::fs;
use std::io;
use std::path::Path;
use std::time::Duration;

use rustix::fs::{CWD, RenameFlags, renameat_with};
use rustix::io::Errno;

use crate::store::files::draft::Draft;
use crate::store::files::read::{Trouble, read};

/// A file that changes more often than this while it is replaced is left alone.
const MOST_TRIES: usize = 20;
/// How long to wait for the end of a write that is under way.
const TORN_WAITS: [u64; 5] = [2, 5, 15, 60, 250];
/// How long a writer that had opened the old file may still take.
pub const LATE: Duration = Duration::from_millis(10);

/// Makes the new bytes from what the file holds; `None` when it is no longer what was decided on.
pub type Change<'a> = dyn Fn(&[u8]) -> Option<Vec<u8>> + 'a;

/// What came of replacing.
#[derive(Debug)]
pub enum Replaced {
    /// The new bytes are in place; the old file is kept until it is sure that nobody writes to it.
    Written(Displaced),
    /// There was nothing to change.
    Unchanged,
    /// The file is no longer what was decided on; it is as its last writer left it.
    Moved,
}

/// The file that was taken out.
#[derive(Debug)]
pub struct Displaced {
    draft: Draft,
    /// What it held then.
    held: Vec<u8>,
    /// What was put in its place.
    ours: Vec<u8>,
}

impl Displaced {
    /// Returns what was put in its place.
    pub fn ours(&self) -> &[u8] {
        &self.ours
    }
}

/// Replaces the file `name` of `folder` by what `change` makes of it.
pub fn replace(folder: &Path, name: &str, change: &Change<'_>) -> io::Result<Replaced> {
    let path = folder.join(name);
    for _ in 0..MOST_TRIES {
        let Some(base) = settled(&path)? else {
            return Ok(Replaced::Moved);
        };
        let Some(new) = change(&base) else {
            return Ok(Replaced::Moved);
        };
        if new == base {
            return Ok(Replaced::Unchanged);
        }
        let draft = Draft::write(folder, &new, Some(&path))?;
        if put(&draft, &path, &base, &new)? {
            sync(folder)?;
            return Ok(Replaced::Written(Displaced {
                draft,
                held: base,
                ours: new,
            }));
        }
    }
    Err(io::Error::other("somebody else keeps writing to it"))
}

/// Looks once more at the file that was taken out: a writer that had opened it before may have
/// written since. What it wrote is newer than what our change was made from.
pub fn check_late(
    folder: &Path,
    name: &str,
    displaced: &Displaced,
    change: &Change<'_>,
) -> io::Result<()> {
    let late = settled(displaced.draft.path())?.unwrap_or_default();
    if late == displaced.held || late.is_empty() {
        return Ok(());
    }
    let new = change(&late).unwrap_or(late);
    let path = folder.join(name);
    let draft = Draft::write(folder, &new, Some(&path))?;
    // Where the file is not ours any more, somebody has written it anew since.
    put(&draft, &path, &displaced.ours, &new)?;
    sync(folder)
}

/// Puts the draft, which holds `new`, in the place of a file that holds `expected`; tells whether it did.
fn put(draft: &Draft, path: &Path, expected: &[u8], new: &[u8]) -> io::Result<bool> {
    let holds = |path: &Path, bytes: &[u8]| read(path).is_ok_and(|found| found.bytes == bytes);
    if !holds(path, expected) || !swap(draft, path, expected)? {
        return Ok(false);
    }
    if holds(draft.path(), expected) {
        return Ok(true);
    }
    swap(draft, path, new)?;
    if !holds(draft.path(), new) {
        // What came back is not ours: it was written last of all, so it belongs there.
        swap(draft, path, expected)?;
    }
    Ok(false)
}

/// Lets the two files change places; where the file system cannot, renames what is still
/// `expected` there. Tells whether it did.
fn swap(draft: &Draft, path: &Path, expected: &[u8]) -> io::Result<bool> {
    match renameat_with(CWD, draft.path(), CWD, path, RenameFlags::EXCHANGE) {
        Ok(()) => return Ok(true),
        Err(Errno::INVAL | Errno::NOSYS | Errno::NOTSUP) => {}
        Err(error) => return Err(error.into()),
    }
    let new = fs::read(draft.path())?;
    let folder = path.parent().unwrap_or(Path::new("."));
    let copy = Draft::write(folder, &new, Some(path))?;
    if !read(path).is_ok_and(|found| found.bytes == expected) {
        return Ok(false);
    }
    fs::rename(copy.path(), path)?;
    fs::write(draft.path(), expected)?;
    Ok(true)
}

/// Reads a file, waiting for the end of a write that is under way; `None` when it is not there.
fn settled(path: &Path) -> io::Result<Option<Vec<u8>>> {
    let mut waits = TORN_WAITS.iter();
    loop {
        let bytes = match read(path) {
            Ok(reading) => Some(reading.bytes),
            Err(Trouble::Gone) => return Ok(None),
            Err(Trouble::Torn) => None,
            Err(Trouble::Fault(fault)) => return Err(io::Error::other(fault.words())),
        };
        // Writers in place empty the file first and fill it from the front.
        if let Some(bytes) = bytes {
            let is_whole = bytes.trim_ascii_end().last() == Some(&b'}');
            if is_whole || waits.len() == 0 {
                return Ok(Some(bytes));
            }
        }
        let Some(&wait) = waits.next() else {
            return Err(io::Error::other("it is being written all the time"));
        };
        std::thread::sleep(Duration::from_millis(wait));
    }
}

/// Makes the names of a folder last through a power cut.
pub fn sync(folder: &Path) -> io::Result<()> {
    fs::File::open(folder)?.sync_all()
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    fn folder_with(text: &str) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("a"), text).unwrap();
        folder
    }

    fn now(folder: &tempfile::TempDir) -> String {
        fs::read_to_string(folder.path().join("a")).unwrap()
    }

    fn names(folder: &tempfile::TempDir) -> usize {
        fs::read_dir(folder.path()).unwrap().count()
    }

    fn with(bytes: &[u8], tail: &str) -> Vec<u8> {
        [bytes, tail.as_bytes()].concat()
    }

    #[test]
    fn a_file_is_replaced_and_nothing_stays_beside_it() {
        let folder = folder_with("{}");
        let done = replace(folder.path(), "a", &|text| Some(with(text, "{1}"))).unwrap();
        assert!(matches!(done, Replaced::Written(_)));
        drop(done);
        assert_eq!((now(&folder).as_str(), names(&folder)), ("{}{1}", 1));
        let same = replace(folder.path(), "a", &|text| Some(text.to_vec())).unwrap();
        assert!(matches!(same, Replaced::Unchanged));
        let moved = replace(folder.path(), "a", &|_| None).unwrap();
        assert!(matches!(moved, Replaced::Moved));
        assert_eq!(names(&folder), 1);
    }

    /// The change is asked for after the file was read: a write in there comes between.
    #[test]
    fn a_write_in_between_is_built_upon() {
        let folder = folder_with("{}");
        let first = Cell::new(true);
        let done = replace(folder.path(), "a", &|text| {
            if first.replace(false) {
                fs::write(folder.path().join("a"), "{theirs}").unwrap();
            }
            Some(with(text, "{ours}"))
        });
        assert!(matches!(done.unwrap(), Replaced::Written(_)));
        assert_eq!(now(&folder), "{theirs}{ours}");
    }

    #[test]
    fn a_write_in_between_that_ends_the_matter_stays() {
        let folder = folder_with("{}");
        let done = replace(folder.path(), "a", &|text| {
            (text == b"{}").then(|| {
                fs::write(folder.path().join("a"), "{theirs}").unwrap();
                b"{ours}".to_vec()
            })
        });
        assert!(matches!(done.unwrap(), Replaced::Moved));
        assert_eq!((now(&folder).as_str(), names(&folder)), ("{theirs}", 1));
    }

    #[test]
    fn a_late_write_to_the_old_file_is_not_lost() {
        let folder = folder_with("{}");
        let old = fs::OpenOptions::new()
            .write(true)
            .open(folder.path().join("a"))
            .unwrap();
        let change = |text: &[u8]| Some(with(text, "{ours}"));
        let Replaced::Written(displaced) = replace(folder.path(), "a", &change).unwrap() else {
            panic!("not written");
        };
        io::Write::write_all(&mut &old, b"{late}").unwrap();
        check_late(folder.path(), "a", &displaced, &change).unwrap();
        drop(displaced);
        assert_eq!((now(&folder).as_str(), names(&folder)), ("{late}{ours}", 1));
    }
}
