//! `kanwatch demo`: a board with simulated agents at work.

use crate::cli::arguments::{DemoAgentArguments, DemoArguments, Kind};
use crate::cli::failure::{Code, Failure};
use crate::cli::{board, environment, output};
use crate::demo::agent::AgentOptions;
use crate::demo::cast;
use crate::demo::parent::Parent;
use crate::demo::stage::{DemoOptions, Stage, StageError};
use crate::desk::clock::Clock;
use crate::desk::door::Desk;
use crate::shell::ending::Ending;
use crate::task::store_kind::StoreKind;

/// Sets the stage and opens the board on it; everything is cleared away at the end.
pub fn run(arguments: &DemoArguments, clock: Clock) -> Result<Ending, Failure> {
    let actor = environment::actor(arguments.actor.actor.as_deref())?;
    if cast::names(usize::from(arguments.agents)).contains(&actor.as_str()) {
        let what = format!("{actor} is the name of a simulated agent");
        return Err(Failure::new(Code::Usage, what).or_try("--as NAME with another name"));
    }
    board::require_terminal()?;
    let failed = |what: String| Failure::new(Code::Failed, what);
    let program = std::env::current_exe()
        .map_err(|error| failed(format!("cannot find this program: {error}")))?;
    let options = DemoOptions {
        agents: usize::from(arguments.agents),
        seed: arguments.seed,
        speed: arguments.speed,
        kind: match arguments.kind {
            Kind::Sqlite => StoreKind::Sqlite,
            Kind::Tasks => StoreKind::Tasks,
        },
        keep: arguments.keep.clone(),
        state: environment::state_folder(),
    };
    let stage = Stage::open(&options, &program, clock).map_err(|error| {
        let failure = failed(error.to_string());
        match error {
            StageError::Taken(store) => failure.or_try(format!(
                "another folder, or kanwatch {} to open that board",
                store.display()
            )),
            StageError::Folder { .. } | StageError::Store(_) => {
                failure.or_try("another folder, one that you may write")
            }
            StageError::Temporary(_) => {
                failure.or_try("TMPDIR set to a folder that you may write, or --keep DIR")
            }
            _ => failure.or_try("again"),
        }
    })?;
    let store = stage.store_path();
    let desk = Desk::open(&store, options.session(), clock)?;
    let desk = desk.with_order(&store, stage.state_folder());
    let ending = board::open(desk, actor, arguments.look, clock)?;
    drop(stage);
    if arguments.keep.is_some() && ending == Ending::Code(0) {
        let shown = store.display();
        output::print(&format!(
            "kept {shown}\ntry kanwatch {shown} to open it again"
        ))?;
    }
    Ok(ending)
}

/// Plays one agent until its parent is gone.
pub fn agent(arguments: &DemoAgentArguments, clock: Clock) -> Result<(), Failure> {
    let failed = |what: String| Failure::new(Code::Failed, what);
    let options = AgentOptions {
        store: arguments.store.clone(),
        session: arguments.session.clone(),
        name: arguments.name.clone(),
        number: usize::from(arguments.number),
        seed: arguments.seed,
        speed: arguments.speed,
        state: arguments.state.clone(),
        remove: arguments.remove.clone(),
    };
    let parent = Parent::listen(std::io::stdin()).map_err(|error| failed(error.to_string()))?;
    crate::demo::agent::run(&options, clock, &parent).map_err(|error| failed(error.to_string()))
}
