//! What may happen to the mind, and what it may ask of the body.

use std::sync::Arc;

use crate::app::action::Action;
use crate::app::viewport::Size;
use crate::plan::outlook::Outlook;
use crate::task::command::Command;
use crate::task::health::Health;
use crate::task::key::TaskKey;
use crate::task::lane::Lane;
use crate::task::order::{Move, MoveReceipt, Order};
use crate::task::overwrite::Overwrite;
use crate::task::receipt::Receipt;
use crate::task::retrace::{Retrace, RetraceReceipt};
use crate::task::snapshot::Snapshot;

/// Everything that can happen.
#[derive(Clone, Debug)]
pub enum Msg {
    /// A key was understood.
    Act(Action),
    /// A card was clicked.
    Select(TaskKey),
    /// The title of a column was clicked.
    Open(Lane),
    /// The wheel was turned over a column, by so many cards.
    Scroll(Lane, isize),
    /// The store says something new.
    Snapshot(Arc<Snapshot>, Arc<Outlook>),
    /// Which cards a person has put where.
    Order(Arc<Order>),
    /// That cannot be kept, for this reason.
    Unkept(String),
    /// A command came back.
    Receipt(Receipt),
    /// A move came back.
    Moved(MoveReceipt),
    /// An undo or redo came back.
    Retraced(RetraceReceipt),
    /// Somebody else's writing took back what the person did.
    Overwritten(Overwrite),
    /// A command waits for another process's lock.
    Waiting,
    /// The trust in what is shown changed.
    Health(Health),
    /// The terminal has another size.
    Resized(Size),
    /// The moment of [`crate::app::state::State::alarm`] has come.
    Tick,
}

/// What the body is asked to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Hand a command to the desk.
    Submit(Command),
    /// Hand a move to the desk.
    Reorder(Move),
    /// Hand an undo or redo to the desk.
    Retrace(Retrace),
    /// Have the store read again.
    Rescan,
    /// Have the terminal report the mouse, or leave it to the terminal.
    Mouse(bool),
    /// Stop as a job of the shell.
    Suspend,
    /// Leave.
    Quit,
}
