//! Making a card's file, and a folder for cards.

use std::fs;
use std::io;
use std::path::Path;

use crate::store::contract::Error;
use crate::store::files::draft::Draft;
use crate::store::files::replace::sync;
use crate::store::json::splice::quoted;
use crate::store::learn::names;
use crate::task::command::NewTask;

/// Says why a card cannot be made under its id, if it cannot: the agents read the number in the
/// file's name and write it without zeros before it.
pub fn objection(task: &NewTask) -> Option<String> {
    let id = task.key.id.raw();
    let is_number = id
        .parse::<u32>()
        .is_ok_and(|number| number.to_string() == id);
    (!is_number).then(|| {
        format!(
            "the ids of this folder are numbers, and {} is none",
            task.key
        )
    })
}

/// Makes the file of a new card, as the agents lay out theirs; never over another file.
pub fn create(folder: &Path, task: &NewTask) -> Result<(), Error> {
    let id = task.key.id.raw();
    let name = names::of_card(id);
    let failed = |error: io::Error| match error.kind() {
        io::ErrorKind::AlreadyExists => {
            Error::Constraint(format!("there is a task #{} already", task.key))
        }
        _ => Error::Failed(format!("cannot make {name}: {error}")),
    };
    let draft = Draft::write(folder, text(id, task).as_bytes(), None).map_err(failed)?;
    draft.publish(&folder.join(&name)).map_err(failed)?;
    sync(folder).map_err(failed)
}

fn text(id: &str, task: &NewTask) -> String {
    let mut ids: Vec<String> = Vec::new();
    for on in &task.depends_on {
        let number = on.raw().parse::<u64>().ok();
        let id = number.map_or_else(|| quoted(b"", on.raw()), |number| number.to_string());
        if !ids.contains(&id) {
            ids.push(id);
        }
    }
    let list = if ids.is_empty() {
        "[]".to_owned()
    } else {
        format!("[\n    {}\n  ]", ids.join(",\n    "))
    };
    format!(
        "{{\n  \"id\": {id},\n  \"subject\": {},\n  \"description\": \"\",\n  \
         \"status\": \"pending\",\n  \"blockedBy\": {list},\n  \"blocks\": [],\n  \"owner\": \"\"\n}}",
        quoted(b"", &task.title),
    )
}

/// Makes an empty folder for cards at `path`; folders above it are made as needed.
pub fn create_folder(path: &Path) -> Result<(), Error> {
    fs::create_dir_all(path)
        .map_err(|error| Error::Failed(format!("cannot make {}: {error}", path.display())))
}
