//! Reading one task file: whole or not at all, and never a pipe, a device or somebody's link.

use std::fs::{File, Metadata, OpenOptions};
use std::io::{self, Read as _};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::Path;

use rustix::fs::OFlags;

use crate::store::files::print::Print;
use crate::task::warning::Fault;

/// A larger file, in bytes, is not read.
const LARGEST: u64 = 4 * 1024 * 1024;

/// What a file held.
pub struct Reading {
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// Its mark before and after they were read.
    pub print: Print,
    /// The rest of what is known of it.
    pub metadata: Metadata,
}

/// Why a file gave no bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// It is not there.
    Gone,
    /// It was written while it was read.
    Torn,
    /// It cannot be read.
    Fault(Fault),
}

/// Reads the file at `path`.
pub fn read(path: &Path) -> Result<Reading, Trouble> {
    let mut file = open(path)?;
    let before = file.metadata().map_err(|error| trouble(&error))?;
    if !before.is_file() {
        return Err(Trouble::Fault(Fault::NotAFile));
    }
    if before.len() > LARGEST {
        return Err(Trouble::Fault(Fault::TooLarge));
    }
    let mut bytes = Vec::with_capacity(usize::try_from(before.len()).unwrap_or_default());
    (&mut file)
        .take(LARGEST + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| trouble(&error))?;
    let metadata = file.metadata().map_err(|error| trouble(&error))?;
    let print = Print::of(&metadata);
    if print != Print::of(&before) || bytes.len() as u64 != metadata.len() {
        return Err(Trouble::Torn);
    }
    Ok(Reading {
        bytes,
        print,
        metadata,
    })
}

/// Opens without following a link and without waiting for the other end of a pipe.
fn open(path: &Path) -> Result<File, Trouble> {
    let flags = OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::NOCTTY;
    OpenOptions::new()
        .read(true)
        .custom_flags(flags.bits().cast_signed())
        .open(path)
        .map_err(|error| trouble(&error))
}

fn trouble(error: &io::Error) -> Trouble {
    match error.kind() {
        io::ErrorKind::NotFound => Trouble::Gone,
        io::ErrorKind::PermissionDenied => Trouble::Fault(Fault::NoPermission),
        _ => match rustix::io::Errno::from_io_error(error) {
            Some(rustix::io::Errno::LOOP | rustix::io::Errno::NXIO) => {
                Trouble::Fault(Fault::NotAFile)
            }
            _ => Trouble::Fault(Fault::Failed),
        },
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    fn trouble_of(path: &Path) -> Option<Trouble> {
        read(path).err()
    }

    #[test]
    fn only_a_plain_file_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        std::fs::write(at("plain"), "x").unwrap();
        assert_eq!(
            read(&at("plain")).ok().map(|it| it.bytes),
            Some(b"x".to_vec())
        );
        assert_eq!(trouble_of(&at("none")), Some(Trouble::Gone));

        let no_file = Some(Trouble::Fault(Fault::NotAFile));
        symlink(at("plain"), at("link")).unwrap();
        assert_eq!(trouble_of(&at("link")), no_file);
        symlink("/dev/zero", at("zero")).unwrap();
        assert_eq!(trouble_of(&at("zero")), no_file);
        assert_eq!(trouble_of(folder.path()), no_file);
        let mode = rustix::fs::Mode::RUSR | rustix::fs::Mode::WUSR;
        rustix::fs::mknodat(
            rustix::fs::CWD,
            at("pipe"),
            rustix::fs::FileType::Fifo,
            mode,
            0,
        )
        .unwrap();
        assert_eq!(trouble_of(&at("pipe")), no_file);

        File::create(at("giant")).unwrap().set_len(1 << 30).unwrap();
        assert_eq!(
            trouble_of(&at("giant")),
            Some(Trouble::Fault(Fault::TooLarge))
        );
    }
}
