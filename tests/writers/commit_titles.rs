//! An agent of its own: for each line on standard input it sets the title of task 1 of the
//! store named by its argument, commits, and answers with the line. It shares no code with
//! kanwatch but the SQLite library.

use std::io::{self, BufRead as _, Write as _};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let store = std::env::args().nth(1).ok_or("name a store")?;
    let connection = rusqlite::Connection::open(store)?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    for line in io::stdin().lock().lines() {
        let title = line?;
        connection.execute(
            "UPDATE agent_tasks SET content = ?1 WHERE task_id = '1'",
            [&title],
        )?;
        writeln!(io::stdout(), "{title}")?;
    }
    Ok(())
}
