//! An agent as the lessons have it: it takes no lock, reads a task file, changes one field in
//! memory and writes the whole file again, and trusts what it remembers. It shares no code with
//! kanwatch.
//!
//! `task_agent FILE in-place|rename|memory ROUNDS`: in each round it sets `description` to
//! `round N`, and before that looks whether its last one is still there. It says `lost N` when
//! not. With `memory` it reads the file once, at the start, and writes in place what it remembers.

use std::fs;
use std::io::{self, Write as _};
use std::path::Path;
use std::thread::sleep;
use std::time::Duration;

use serde_json::Value;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().collect();
    let [_, file, how, rounds] = &arguments[..] else {
        return Err("task_agent FILE in-place|rename|memory ROUNDS".into());
    };
    let file = Path::new(file);
    let remembered = (how == "memory").then(|| read(file)).transpose()?;
    let mut last = None;
    for round in 0..rounds.parse::<u32>()? {
        let is_lost = |task: &Value| last.is_some_and(|it| task["description"] != description(it));
        let look = || remembered.clone().map_or_else(|| read(file), Ok);
        let mut task = look()?;
        if remembered.is_none() && is_lost(&task) {
            // Two files that change places and back may be met in between.
            sleep(Duration::from_millis(50));
            task = look()?;
        }
        if remembered.is_none() && is_lost(&task) {
            writeln!(io::stdout(), "lost {}", round - 1)?;
        }
        task["description"] = description(round).into();
        write(file, &serde_json::to_string_pretty(&task)?, how)?;
        last = Some(round);
        // As long as a model takes to think, on the scale of a test.
        sleep(Duration::from_micros(u64::from(round % 7) * 300));
    }
    Ok(())
}

fn read(file: &Path) -> Result<Value, Box<dyn std::error::Error>> {
    Ok(serde_json::from_str(&fs::read_to_string(file)?)?)
}

fn description(round: u32) -> String {
    format!("round {round}")
}

/// In place: empties the file, then fills it in two steps, as a buffered writer does.
fn write(file: &Path, text: &str, how: &str) -> io::Result<()> {
    if how == "rename" {
        let draft = file.with_extension("agent");
        fs::write(&draft, text)?;
        return fs::rename(draft, file);
    }
    let mut open = fs::File::create(file)?;
    let (front, rest) = text.as_bytes().split_at(text.len() / 2);
    open.write_all(front)?;
    sleep(Duration::from_micros(200));
    open.write_all(rest)
}
