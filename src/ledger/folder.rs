//! Where the ledger of a store lies: `<state folder>/<hash of the store's real path>/ledger.db`.

use std::fs::{self, DirBuilder, OpenOptions};
use std::io::{self, ErrorKind};
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _};
use std::path::{Path, PathBuf};

/// The name of the database in its folder.
const NAME: &str = "ledger.db";

/// Returns the path of the ledger that belongs to `store`, by whatever path that is named.
pub fn path(state: &Path, store: &Path) -> PathBuf {
    let real = fs::canonicalize(store)
        .or_else(|_| std::path::absolute(store))
        .unwrap_or_else(|_| store.to_owned());
    let name = format!("{:032x}", fnv1a(real.as_os_str().as_bytes()));
    state.join(name).join(NAME)
}

/// The hash FNV-1a of 128 bits: it must be the same in every version of this program.
fn fnv1a(bytes: &[u8]) -> u128 {
    const BASIS: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
    const PRIME: u128 = 0x0000_0000_0100_0000_0000_0000_0000_013b;
    bytes.iter().fold(BASIS, |hash, &byte| {
        (hash ^ u128::from(byte)).wrapping_mul(PRIME)
    })
}

/// Makes the folder and an empty file, for their owner alone. What is there already stays.
///
/// SQLite would make the file too, but readable for others. Where the file is there it is not
/// opened: to close it would drop the locks that this process has on it.
pub fn make(path: &Path) -> io::Result<()> {
    if path.exists() {
        return Ok(());
    }
    if let Some(folder) = path.parent() {
        DirBuilder::new()
            .recursive(true)
            .mode(0o700)
            .create(folder)?;
    }
    let made = OpenOptions::new()
        .write(true)
        .create_new(true)
        .mode(0o600)
        .open(path);
    match made {
        Err(error) if error.kind() != ErrorKind::AlreadyExists => Err(error),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_is_the_published_one() {
        assert_eq!(fnv1a(b""), 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d);
        assert_eq!(fnv1a(b"a"), 0xd228_cb69_6f1a_8caf_7891_2b70_4e4a_8964);
    }

    #[test]
    fn one_store_has_one_ledger_whatever_it_is_called() {
        let folder = tempfile::tempdir().unwrap();
        let store = folder.path().join("a.db");
        fs::write(&store, "").unwrap();
        let link = folder.path().join("link.db");
        std::os::unix::fs::symlink(&store, &link).unwrap();
        let state = Path::new("/state");
        assert_eq!(path(state, &store), path(state, &link));
        assert_ne!(
            path(state, &store),
            path(state, &folder.path().join("b.db"))
        );
    }
}
