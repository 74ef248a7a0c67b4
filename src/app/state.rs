//! [`State`]: everything the mind knows.

use std::sync::Arc;

use jiff::Timestamp;
use jiff::tz::TimeZone;

use crate::app::columns::Columns;
use crate::app::cursor::Cursor;
use crate::app::ghost::Ghost;
use crate::app::guard::Guard;
use crate::app::history::History;
use crate::app::message::Effect;
use crate::app::news::News;
use crate::app::toast::Toast;
use crate::app::viewport::{Size, Viewport};
use crate::plan::outlook::Outlook;
use crate::task::card::Task;
use crate::task::health::Health;
use crate::task::key::TaskKey;
use crate::task::lane::Lane;
use crate::task::order::Order;
use crate::task::snapshot::Snapshot;

/// Everything the mind knows.
#[derive(Clone, Debug)]
pub struct State {
    /// The store's name, for the header.
    pub store: String,
    /// Whose name our claims carry.
    pub actor: String,
    /// The zone that times are shown in.
    pub zone: TimeZone,
    /// The moment of the latest message.
    pub now: Timestamp,
    /// What the store said last; `None` until it first spoke.
    pub board: Option<Board>,
    /// Which pending cards a person has put where.
    pub order: Arc<Order>,
    /// How far the board can be trusted.
    pub health: Health,
    /// Size and scrolling.
    pub viewport: Viewport,
    /// The selected card.
    pub cursor: Cursor,
    /// What stands at the cursor in place of a card that somebody took away.
    pub ghost: Option<Ghost>,
    /// What others changed.
    pub news: News,
    /// The answer to the last deed.
    pub toast: Option<Toast>,
    /// What lies over the board.
    pub overlay: Overlay,
    /// How many of its lines are scrolled away above, if it has so many.
    pub overlay_top: usize,
    /// Whether clicks and the wheel are ours, not the terminal's.
    pub mouse: bool,
    /// What was refused, as [`crate::app::action::Action::Force`] would ask for it again.
    pub refused: Option<Effect>,
    /// What can be undone.
    pub history: History,
    /// Holds verbs back from a row that changed just now.
    pub(crate) guard: Option<Guard>,
    /// The last card that left the cursor.
    pub(crate) left: Option<TaskKey>,
    /// The cards whose next change is our own doing.
    pub(crate) ours: Vec<TaskKey>,
}

/// A snapshot with what follows from it.
#[derive(Clone, Debug)]
pub struct Board {
    /// What the store says.
    pub snapshot: Arc<Snapshot>,
    /// What follows.
    pub outlook: Arc<Outlook>,
    /// The order on the screen.
    pub columns: Columns,
}

/// What lies over the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Overlay {
    /// Nothing.
    None,
    /// The keys.
    Help,
    /// All about the selected card.
    Detail,
}

/// What a board is opened with.
#[derive(Clone, Debug)]
pub struct Opening {
    /// The store's name.
    pub store: String,
    /// Whose name our claims carry.
    pub actor: String,
    /// The zone that times are shown in.
    pub zone: TimeZone,
    /// The moment.
    pub now: Timestamp,
    /// The terminal's size.
    pub size: Size,
}

impl State {
    /// Begins with a store that has not spoken yet.
    pub fn new(opening: Opening) -> Self {
        Self {
            store: opening.store,
            actor: opening.actor,
            zone: opening.zone,
            now: opening.now,
            board: None,
            order: Arc::default(),
            health: Health::Live,
            viewport: Viewport::new(opening.size),
            cursor: Cursor::new(),
            ghost: None,
            news: News::default(),
            toast: None,
            overlay: Overlay::None,
            overlay_top: 0,
            mouse: true,
            refused: None,
            guard: None,
            left: None,
            history: History::default(),
            ours: Vec::new(),
        }
    }

    /// Returns the selected card and its place.
    pub fn selected(&self) -> Option<(usize, &Arc<Task>)> {
        let board = self.board.as_ref()?;
        let place = board.snapshot.place(self.cursor.key.as_ref()?)?;
        Some((place, &board.snapshot.tasks[place]))
    }

    /// Selects `key`, if it is on the board, and scrolls to it.
    pub fn select(&mut self, key: &TaskKey) {
        self.cursor.key = Some(key.clone());
        self.ghost = None;
        self.guard = None;
        self.settle();
    }

    /// Returns the places of the cards of `lane` that are on the screen.
    pub fn visible(&self, lane: Lane) -> &[usize] {
        let Some(board) = &self.board else { return &[] };
        let cards = board.columns.cards(lane);
        let top = self.viewport.top(lane).min(cards.len());
        let room = self.viewport.capacity(lane);
        let room = room.saturating_sub(usize::from(self.ghost_in(lane).is_some()));
        let end = (top + room).min(cards.len());
        &cards[top..end]
    }

    /// Returns the index in `lane` of the card below the ghost, where the ghost stands there.
    pub fn ghost_in(&self, lane: Lane) -> Option<usize> {
        let stands = self.ghost.is_some() && self.cursor.lane == lane;
        stands.then_some(self.cursor.index)
    }

    /// Returns how many card heights below the top of `lane` its card `index` stands.
    pub fn slot(&self, lane: Lane, index: usize) -> usize {
        let below_ghost = self.ghost_in(lane).is_some_and(|ghost| ghost <= index);
        (index + usize::from(below_ghost)).saturating_sub(self.viewport.top(lane))
    }

    /// Returns the moment at which something visible changes by itself.
    pub fn alarm(&self) -> Option<Timestamp> {
        let toast = self.toast.as_ref().and_then(|toast| toast.until);
        let ghost = self.ghost.as_ref().and_then(|ghost| ghost.until);
        toast.into_iter().chain(ghost).min()
    }

    /// Brings cursor and scrolling in line with the board.
    pub(crate) fn settle(&mut self) {
        let Some(board) = &self.board else { return };
        if self.ghost.is_none() {
            self.cursor.follow(&board.columns, &board.snapshot);
        }
        let slots = |lane| {
            let ghost = self.ghost.is_some() && self.cursor.lane == lane;
            board.columns.cards(lane).len() + usize::from(ghost)
        };
        for &lane in board.columns.shown() {
            self.viewport.keep_inside(lane, slots(lane));
        }
        let count = slots(self.cursor.lane);
        self.viewport
            .reveal(self.cursor.lane, self.cursor.index, count);
    }
}
