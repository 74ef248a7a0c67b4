//! `kanwatch init`.

use std::path::{Path, PathBuf};

use crate::cli::failure::Failure;
use crate::cli::output;
use crate::desk::door::Desk;
use crate::store::open::Created;

/// Makes a store at `named`, or `.kanwatch/board.db` in the current folder.
pub fn run(named: Option<&Path>) -> Result<(), Failure> {
    let path = match named {
        None => PathBuf::from(".kanwatch/board.db"),
        Some(folder) if folder.is_dir() => folder.join(".kanwatch/board.db"),
        Some(file) => file.to_owned(),
    };
    let shown = path.display();
    let open = match named {
        None => "kanwatch".to_owned(),
        Some(_) => format!("kanwatch {shown}"),
    };
    match Desk::create(&path)? {
        Created::New => output::print(&format!("made {shown}\ntry {open} to open the board")),
        Created::Already => {
            output::print(&format!("{shown} is a store already; nothing was changed"))
        }
    }
}
