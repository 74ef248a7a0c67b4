//! Other processes, seen through `/proc`.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// How often something is looked for before a test gives up.
const LOOKS: u32 = 3000;

/// One running process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Process {
    pub id: u32,
    pub parent: u32,
    pub arguments: Vec<String>,
    /// As `/proc` says it: `T` is stopped, `Z` has ended.
    pub state: char,
}

impl Process {
    /// Returns the value of an option on its command line.
    pub fn option(&self, name: &str) -> Option<&str> {
        let place = self.arguments.iter().position(|word| word == name)?;
        self.arguments.get(place + 1).map(String::as_str)
    }

    fn read(folder: &Path) -> Option<Self> {
        let id = folder.file_name()?.to_str()?.parse().ok()?;
        let line = fs::read(folder.join("cmdline")).ok()?;
        let stat = fs::read_to_string(folder.join("stat")).ok()?;
        // The name before it, in brackets, may hold anything.
        let (_, stat) = stat.rsplit_once(") ")?;
        let mut fields = stat.split(' ');
        Some(Self {
            id,
            state: fields.next()?.chars().next()?,
            parent: fields.next()?.parse().ok()?,
            arguments: String::from_utf8_lossy(&line)
                .split_terminator('\0')
                .map(str::to_owned)
                .collect(),
        })
    }
}

/// Returns the simulated agents whose store lies in `folder`, whoever their parent is by now.
pub fn agents_in(folder: &Path) -> Vec<Process> {
    fs::read_dir("/proc")
        .unwrap()
        .filter_map(|entry| Process::read(&entry.unwrap().path()))
        .filter(|process| {
            process
                .arguments
                .get(1)
                .is_some_and(|word| word == "demo-agent")
        })
        .filter(|process| {
            process
                .option("--store")
                .is_some_and(|store| Path::new(store).starts_with(folder))
        })
        .collect()
}

/// Returns the processes that have `argument` on their command line.
pub fn processes_with(argument: &str) -> Vec<Process> {
    let all = fs::read_dir("/proc").unwrap();
    all.filter_map(|entry| Process::read(&entry.unwrap().path()))
        .filter(|process| process.arguments.iter().any(|word| word == argument))
        .collect()
}

/// Sends a signal, as in `-KILL`; tells whether the process was there.
pub fn signal(process: u32, name: &str) -> bool {
    Command::new("kill")
        .args([name, &process.to_string()])
        .status()
        .unwrap()
        .success()
}

/// Looks until there is something to return; a generous number of looks guards against a hang.
pub fn eventually<T>(what: &str, mut look: impl FnMut() -> Option<T>) -> T {
    for _ in 0..LOOKS {
        if let Some(found) = look() {
            return found;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    panic!("gave up waiting: {what}");
}
