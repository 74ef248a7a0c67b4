//! The body of the process of one simulated agent.

use std::ffi::OsString;
use std::ops::ControlFlow;
use std::path::PathBuf;

use crate::agent::name::{AgentName, NameError};
use crate::agent::tools::{ToolError, Tools};
use crate::demo::folder;
use crate::demo::parent::Parent;
use crate::demo::speed::Speed;
use crate::demo::worker::{Part, Worker};
use crate::desk::clock::Clock;

/// The hidden subcommand that runs an agent.
pub const SUBCOMMAND: &str = "demo-agent";

/// What an agent is told when it is started.
#[derive(Clone, Debug, PartialEq)]
pub struct AgentOptions {
    /// The store.
    pub store: PathBuf,
    /// The session it works in, on a kind of store that has sessions.
    pub session: Option<String>,
    /// The name it signs with.
    pub name: String,
    /// Which of the agents it is; number 0 leads.
    pub number: usize,
    /// The seed of the demo.
    pub seed: u64,
    /// How fast it lives.
    pub speed: Speed,
    /// Where a person's order of the cards lies.
    pub state: Option<PathBuf>,
    /// The temporary folder to remove at the end, should the parent not be there to do it.
    pub remove: Option<PathBuf>,
}

/// Why an agent does not begin.
#[derive(Debug, thiserror::Error)]
pub enum AgentError {
    /// It may not sign with that name.
    #[error(transparent)]
    Name(#[from] NameError),
    /// The store does not open.
    #[error(transparent)]
    Store(#[from] ToolError),
}

impl AgentOptions {
    /// Returns the command line that says the same, [`SUBCOMMAND`] first.
    pub fn arguments(&self) -> Vec<OsString> {
        let mut arguments: Vec<OsString> = vec![SUBCOMMAND.into()];
        let mut option = |name: &str, value: OsString| arguments.extend([name.into(), value]);
        option("--store", self.store.clone().into());
        if let Some(session) = &self.session {
            option("--session", session.into());
        }
        option("--name", self.name.clone().into());
        option("--number", self.number.to_string().into());
        option("--seed", self.seed.to_string().into());
        option("--speed", self.speed.to_string().into());
        if let Some(folder) = &self.state {
            option("--state", folder.clone().into());
        }
        if let Some(folder) = &self.remove {
            option("--remove", folder.clone().into());
        }
        arguments
    }
}

/// Waits for the word to begin, works until `parent` or the store is gone, and clears up if the
/// parent no longer can.
pub fn run(options: &AgentOptions, clock: Clock, parent: &Parent) -> Result<(), AgentError> {
    let result = match parent.begin() {
        ControlFlow::Continue(()) => work(options, clock, parent),
        ControlFlow::Break(()) => Ok(()),
    };
    if let Some(folder) = &options.remove
        && parent.is_gone()
    {
        folder::remove(folder);
    }
    result
}

fn work(options: &AgentOptions, clock: Clock, parent: &Parent) -> Result<(), AgentError> {
    let name = AgentName::new(&options.name)?;
    let (session, state) = (options.session.as_deref(), options.state.as_deref());
    let tools = Tools::open(&options.store, session, name, state, clock)?;
    let part = Part {
        number: options.number,
        seed: options.seed,
        speed: options.speed,
    };
    Worker::new(tools, parent, part).run();
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_arguments_name_every_option() {
        let options = AgentOptions {
            store: "/tmp/kanwatch-demo-x/board.db".into(),
            session: Some("demo".to_owned()),
            name: "sub_db".to_owned(),
            number: 1,
            seed: 7,
            speed: Speed::default(),
            state: Some("/tmp/kanwatch-demo-x/board.db-state".into()),
            remove: Some("/tmp/kanwatch-demo-x".into()),
        };
        let line = options.arguments().join(" ".as_ref());
        assert_eq!(
            line.to_str(),
            Some(
                "demo-agent --store /tmp/kanwatch-demo-x/board.db --session demo --name sub_db \
                 --number 1 --seed 7 --speed 1 --state /tmp/kanwatch-demo-x/board.db-state \
                 --remove /tmp/kanwatch-demo-x"
            )
        );
    }
}
