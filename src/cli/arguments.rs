//! The shape of the command line.
#![allow(clippy::doc_markdown, reason = "the text is printed as help")]
#![allow(
    missing_docs,
    reason = "a flattened group has the documents of its own members"
)]

use std::path::PathBuf;

use clap::builder::NonEmptyStringValueParser;
use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::app::viewport::Size;
use crate::cli::resolve::Named;
use crate::cli::values::{agents, moment, seed, size};
use crate::demo::speed::Speed;
use crate::task::order::Side;

/// A live kanban board over the task store that running AI agents share.
#[derive(Debug, Parser)]
#[command(name = "kanwatch", version, args_conflicts_with_subcommands = true)]
#[command(
    after_help = "Exit codes: 0 done, 1 failed, 2 usage (also: no terminal), 3 refused by a rule, 4 changed meanwhile."
)]
pub struct Arguments {
    /// What to do; without a command the board opens
    #[command(subcommand)]
    pub command: Option<Command>,
    /// The board to open
    #[command(flatten)]
    pub board: BoardArguments,
}

/// What the board is opened with.
#[derive(Debug, Args)]
pub struct BoardArguments {
    /// The store: a SQLite file with an agent_tasks table, or a folder that holds one
    /// [default: found in the current folder and its parents]
    pub store: Option<PathBuf>,
    #[command(flatten)]
    pub session: SessionArgument,
    #[command(flatten)]
    pub actor: ActorArgument,
    #[command(flatten)]
    pub look: LookArguments,
}

/// Which session of the store.
#[derive(Debug, Args)]
pub struct SessionArgument {
    /// Only this session of the store
    #[arg(long, value_name = "ID")]
    pub session: Option<String>,
}

/// Who acts.
#[derive(Debug, Args)]
pub struct ActorArgument {
    /// The name that goes onto claimed cards [default: $KANWATCH_OWNER, then the login name]
    #[arg(long = "as", value_name = "NAME")]
    pub actor: Option<String>,
}

/// How the board is drawn.
#[derive(Clone, Copy, Debug, Args)]
pub struct LookArguments {
    /// Draw lines and markers with ASCII characters only
    #[arg(long)]
    pub ascii: bool,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Show a board on which simulated agents work through a plan
    Demo(DemoArguments),
    /// Make a new store
    Init {
        /// Where: the store itself, or a folder to make it in [default: the current folder]
        store: Option<PathBuf>,
        /// What kind of store
        #[arg(long, value_enum, default_value_t = Kind::Sqlite)]
        kind: Kind,
    },
    /// List the tasks
    List(ListArguments),
    /// Print a line for each change until interrupted: for screen readers, logs and scripts
    Lines(LinesArguments),
    /// Show one task
    Show {
        #[command(flatten)]
        task: TaskArguments,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Show the first ready task, or claim it
    Next(NextArguments),
    /// Take a ready task
    Claim(VerbArguments),
    /// Finish a task
    Complete(VerbArguments),
    /// Put a task back for anyone
    Release(VerbArguments),
    /// Put a completed task back to pending
    Reopen(VerbArguments),
    /// Put a pending task elsewhere in your order
    Move(MoveArguments),
    /// Print one frame of the board
    Frame(FrameArguments),
    /// One simulated agent; started by the demo
    #[command(hide = true)]
    DemoAgent(DemoAgentArguments),
}

/// The kinds of store that can be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Kind {
    /// A database: .kanwatch/board.db
    Sqlite,
    /// A folder of JSON files: .tasks
    Tasks,
}

/// What the demo is started with.
#[derive(Debug, Args)]
pub struct DemoArguments {
    /// How many agents work, from 1 to 16
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = agents, allow_negative_numbers = true)]
    pub agents: u8,
    /// Which plan they follow; the same seed gives the same plan
    #[arg(long, value_name = "S", default_value_t = 7, value_parser = seed, allow_negative_numbers = true)]
    pub seed: u64,
    /// How fast they work, from 0.1 to 100: 2 is twice as fast
    #[arg(long, value_name = "X", default_value_t = Speed::default(), allow_negative_numbers = true)]
    pub speed: Speed,
    /// What kind of store they share
    #[arg(long, value_enum, default_value_t = Kind::Sqlite)]
    pub kind: Kind,
    /// Keep the store in this folder [default: a temporary folder, removed at the end]
    #[arg(long, value_name = "DIR")]
    pub keep: Option<PathBuf>,
    #[command(flatten)]
    pub actor: ActorArgument,
    #[command(flatten)]
    pub look: LookArguments,
}

/// One simulated agent.
#[derive(Debug, Args)]
#[expect(missing_docs, reason = "the demo writes these for itself")]
pub struct DemoAgentArguments {
    #[arg(long)]
    pub store: PathBuf,
    #[arg(long)]
    pub session: Option<String>,
    #[arg(long)]
    pub name: String,
    #[arg(long)]
    pub number: u8,
    #[arg(long)]
    pub seed: u64,
    #[arg(long)]
    pub speed: Speed,
    #[arg(long)]
    pub state: Option<PathBuf>,
    #[arg(long)]
    pub remove: Option<PathBuf>,
}

/// What `list` prints.
#[derive(Debug, Args)]
pub struct ListArguments {
    /// The store [default: found in the current folder and its parents]
    pub store: Option<PathBuf>,
    #[command(flatten)]
    pub session: SessionArgument,
    #[command(flatten)]
    pub filter: FilterArguments,
    /// In which order: the agents' own, or the board's, in which you moved tasks
    #[arg(long, value_enum, default_value_t = Sorting::Scan)]
    pub order: Sorting,
    /// Print JSON: an array, one object for each session
    #[arg(long)]
    pub json: bool,
}

/// What `lines` watches.
#[derive(Debug, Args)]
pub struct LinesArguments {
    /// The store [default: found in the current folder and its parents]
    pub store: Option<PathBuf>,
    #[command(flatten)]
    pub session: SessionArgument,
    /// Print JSON: one object on a line for each change
    #[arg(long)]
    pub json: bool,
}

/// In which order `list` prints.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Sorting {
    /// As agents scan the store
    Scan,
    /// Pending tasks as on the board, then the others
    Human,
}

/// Which tasks `list` prints.
#[derive(Debug, Args)]
#[group(multiple = false)]
pub struct FilterArguments {
    /// Only tasks that can be taken now
    #[arg(long)]
    ready: bool,
    /// Only pending tasks that wait for something
    #[arg(long)]
    blocked: bool,
    /// Only completed tasks
    #[arg(long)]
    done: bool,
}

/// Which tasks `list` prints, as one choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Filter {
    /// All that are not hidden.
    All,
    /// Those that can be taken now.
    Ready,
    /// Pending ones that wait.
    Blocked,
    /// Completed ones.
    Done,
}

impl FilterArguments {
    /// Returns the one choice made.
    pub fn choice(&self) -> Filter {
        match (self.ready, self.blocked, self.done) {
            (true, ..) => Filter::Ready,
            (_, true, _) => Filter::Blocked,
            (_, _, true) => Filter::Done,
            _ => Filter::All,
        }
    }
}

/// Which task, of which store.
#[derive(Debug, Args)]
pub struct TaskArguments {
    /// The task: its key, or SESSION/KEY where several sessions have that key
    #[arg(value_parser = NonEmptyStringValueParser::new())]
    pub key: String,
    /// The store [default: found in the current folder and its parents]
    #[arg(long, value_name = "STORE")]
    pub store: Option<PathBuf>,
    #[command(flatten)]
    pub session: SessionArgument,
}

impl TaskArguments {
    /// Returns where the task is looked for.
    pub fn named(&self) -> Named<'_> {
        Named {
            store: self.store.as_deref(),
            session: self.session.session.as_deref(),
        }
    }
}

/// What a verb on one task is given.
#[derive(Debug, Args)]
pub struct VerbArguments {
    #[command(flatten)]
    pub task: TaskArguments,
    #[command(flatten)]
    pub actor: ActorArgument,
    /// Do it although a rule refuses
    #[arg(long)]
    pub force: bool,
    /// Only while status and owner are still those of this revision (see `show --json`)
    #[arg(long, value_name = "REV")]
    pub seen: Option<String>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// What `move` is given.
#[derive(Debug, Args)]
pub struct MoveArguments {
    #[command(flatten)]
    pub task: TaskArguments,
    #[command(flatten)]
    pub target: TargetArguments,
    #[command(flatten)]
    pub actor: ActorArgument,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// Where `move` puts a task.
#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
pub struct TargetArguments {
    /// Directly above this task
    #[arg(long, value_name = "KEY", value_parser = NonEmptyStringValueParser::new())]
    before: Option<String>,
    /// Directly below this task
    #[arg(long, value_name = "KEY", value_parser = NonEmptyStringValueParser::new())]
    after: Option<String>,
}

impl TargetArguments {
    /// Returns the side and the task that were named.
    pub fn choice(&self) -> Option<(Side, &str)> {
        let before = self.before.as_deref().map(|key| (Side::Before, key));
        before.or_else(|| self.after.as_deref().map(|key| (Side::After, key)))
    }
}

/// What `next` is given.
#[derive(Debug, Args)]
pub struct NextArguments {
    /// Claim it, so that nobody else gets it
    #[arg(long)]
    pub claim: bool,
    /// The store [default: found in the current folder and its parents]
    #[arg(long, value_name = "STORE")]
    pub store: Option<PathBuf>,
    #[command(flatten)]
    pub session: SessionArgument,
    #[command(flatten)]
    pub actor: ActorArgument,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// What `frame` draws.
#[derive(Debug, Args)]
pub struct FrameArguments {
    /// The store [default: found in the current folder and its parents]
    pub store: Option<PathBuf>,
    #[command(flatten)]
    pub session: SessionArgument,
    #[command(flatten)]
    pub actor: ActorArgument,
    /// Columns and rows
    #[arg(long, value_name = "WxH", default_value = "80x24", value_parser = size, allow_hyphen_values = true)]
    pub size: Size,
    /// The task to select
    #[arg(long, value_name = "KEY")]
    pub select: Option<String>,
    #[command(flatten)]
    pub look: LookArguments,
    /// What to print
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
    /// The moment of the frame, as in 2026-06-18T09:00:00Z [default: now]
    #[arg(long, value_name = "TIME", value_parser = moment, allow_hyphen_values = true)]
    pub at: Option<jiff::Timestamp>,
}

/// How a frame is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Characters alone
    Text,
    /// With colours, as escape sequences
    Ansi,
    /// A picture
    Svg,
}
