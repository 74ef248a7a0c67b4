//! A running demo: a store, its first plan, and the agents.

use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use crate::agent::name::{AgentName, NameError};
use crate::agent::tools::{ToolError, Tools};
use crate::demo::agent::AgentOptions;
use crate::demo::cast;
use crate::demo::crew::{AtWork, Crew};
use crate::demo::folder::Folder;
use crate::demo::lay::lay;
use crate::demo::plan::plan;
use crate::demo::speed::Speed;
use crate::desk::clock::Clock;
use crate::desk::door::Desk;
use crate::task::store_kind::StoreKind;

/// The session that a demo plays in, on a kind of store that has sessions.
const SESSION: &str = "demo";

/// What a demo is to be.
#[derive(Clone, Debug, PartialEq)]
pub struct DemoOptions {
    /// How many agents, from 1 to [`cast::MOST`].
    pub agents: usize,
    /// Equal seeds give equal plans.
    pub seed: u64,
    /// How fast they live.
    pub speed: Speed,
    /// What kind of store they share.
    pub kind: StoreKind,
    /// Where to keep the store; `None` for a temporary folder.
    pub keep: Option<PathBuf>,
    /// Where to keep a person's order of the cards of a store that is kept.
    pub state: Option<PathBuf>,
}

impl DemoOptions {
    /// Returns the session that the demo plays in.
    pub fn session(&self) -> Option<&'static str> {
        match self.kind {
            StoreKind::Sqlite => Some(SESSION),
            StoreKind::Tasks => None,
        }
    }
}

/// Why a demo does not begin.
#[derive(Debug, thiserror::Error)]
pub enum StageError {
    /// The folder to keep the store in cannot be made.
    #[error("cannot make the folder {}: {why}", .path.display())]
    Folder {
        /// Which folder.
        path: PathBuf,
        /// Why not.
        #[source]
        why: io::Error,
    },
    /// No temporary folder can be had.
    #[error("cannot make a temporary folder: {0}")]
    Temporary(#[source] io::Error),
    /// A store is there already.
    #[error("{} is there already, and a demo overwrites nothing", .0.display())]
    Taken(PathBuf),
    /// The store cannot be made.
    #[error("{0}")]
    Store(String),
    /// The lead's name is not accepted.
    #[error(transparent)]
    Name(#[from] NameError),
    /// The first plan cannot be laid.
    #[error("cannot lay the first plan: {0}")]
    Plan(#[from] ToolError),
    /// An agent cannot be started.
    #[error("cannot start an agent: {0}")]
    Agent(#[source] io::Error),
}

/// A running demo; dropping it ends the agents, then removes the folder unless it is kept.
pub struct Stage {
    // Dropped in this order: no agent may outlive the folder.
    _crew: AtWork,
    folder: Folder,
    state: Option<PathBuf>,
}

impl Stage {
    /// Starts `program` once for each agent, makes the store, lays the first plan and has the
    /// agents begin.
    ///
    /// The agents come first because they clear up if this process is ended halfway.
    /// `program` is this program's own absolute path: agents start in the root folder.
    pub fn open(options: &DemoOptions, program: &Path, clock: Clock) -> Result<Self, StageError> {
        let folder = match &options.keep {
            None => Folder::temporary(options.kind).map_err(StageError::Temporary)?,
            Some(path) => Folder::kept(path, options.kind).map_err(|why| StageError::Folder {
                path: path.clone(),
                why,
            })?,
        };
        let store = folder.store();
        if store.exists() {
            return Err(StageError::Taken(store));
        }
        let crew = start_crew(options, &folder, program, clock).map_err(StageError::Agent)?;
        Desk::create(&store, options.kind).map_err(|error| StageError::Store(error.to_string()))?;
        lay_first_plan(&store, options, clock)?;
        Ok(Self {
            _crew: crew.begin().map_err(StageError::Agent)?,
            state: state(options, &folder),
            folder,
        })
    }

    /// Returns where a person's order of the cards is kept.
    pub fn state_folder(&self) -> Option<&Path> {
        self.state.as_deref()
    }

    /// Returns the path of the store.
    pub fn store_path(&self) -> PathBuf {
        self.folder.store()
    }
}

fn state(options: &DemoOptions, folder: &Folder) -> Option<PathBuf> {
    folder.state().or_else(|| options.state.clone())
}

/// Lays the first plan in the lead's name, so that the board's first frame shows it.
fn lay_first_plan(store: &Path, options: &DemoOptions, clock: Clock) -> Result<(), StageError> {
    let lead = AgentName::new(cast::names(1)[0])?;
    let mut tools = Tools::open(store, options.session(), lead, None, clock)?;
    lay(&mut tools, &plan(options.seed, 0), || {
        ControlFlow::Continue(())
    })?;
    Ok(())
}

fn start_crew(
    options: &DemoOptions,
    folder: &Folder,
    program: &Path,
    clock: Clock,
) -> io::Result<Crew> {
    let mut crew = Crew::new(clock);
    for (number, name) in cast::names(options.agents).iter().enumerate() {
        let agent = AgentOptions {
            store: folder.store(),
            session: options.session().map(str::to_owned),
            name: (*name).to_owned(),
            number,
            seed: options.seed,
            speed: options.speed,
            state: state(options, folder),
            remove: folder.to_remove().map(Path::to_owned),
        };
        crew.start(program, agent.arguments())?;
    }
    Ok(crew)
}
