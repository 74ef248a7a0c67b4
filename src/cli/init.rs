//! `kanwatch init`.

use std::path::{Path, PathBuf};

use crate::cli::arguments::Kind;
use crate::cli::failure::Failure;
use crate::cli::output;
use crate::desk::door::Desk;
use crate::store::find::OWN;
use crate::store::learn::store::FOLDER;
use crate::store::open::Created;
use crate::task::store_kind::StoreKind;

/// Makes a store at `named`, or in the current folder.
pub fn run(named: Option<&Path>, kind: Kind) -> Result<(), Failure> {
    let (kind, place) = match kind {
        Kind::Sqlite => (StoreKind::Sqlite, OWN),
        Kind::Tasks => (StoreKind::Tasks, FOLDER),
    };
    let path = match named {
        None => PathBuf::from(place),
        Some(folder) if folder.is_dir() && !folder.ends_with(place) => folder.join(place),
        Some(path) => path.to_owned(),
    };
    let shown = path.display();
    let open = match named {
        None => "kanwatch".to_owned(),
        Some(_) => format!("kanwatch {shown}"),
    };
    match Desk::create(&path, kind)? {
        Created::New => output::print(&format!("made {shown}\ntry {open} to open the board")),
        Created::Already => {
            output::print(&format!("{shown} is a store already; nothing was changed"))
        }
    }
}
