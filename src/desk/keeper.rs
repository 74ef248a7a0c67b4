//! The keeper: the one thread that owns a store behind a board.
//!
//! It looks when the watcher hints and on its own beat, works off commands, and reports.
//! It is the only writer; the board's own writes come back by the same looks as anyone's.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::thread::JoinHandle;
use std::time::Duration;

use crate::desk::apply::apply;
use crate::desk::clock::Clock;
use crate::desk::door::Desk;
use crate::desk::look::{Eye, Found};
use crate::desk::pace::{Pace, Rhythm};
use crate::desk::reorder::reorder;
use crate::desk::retrace::retrace;
use crate::desk::standing::Standing;
use crate::ledger::book::Ledger;
use crate::plan::outlook::Outlook;
use crate::store::contract::Store;
use crate::store::watch::Watcher;
use crate::task::command::Command;
use crate::task::health::Health;
use crate::task::order::{Move, MoveReceipt, NotMoved, Order};
use crate::task::overwrite::Overwrite;
use crate::task::receipt::Receipt;
use crate::task::retrace::{Retrace, RetraceReceipt, Retraced, Way};
use crate::task::snapshot::Snapshot;

/// How many requests may wait. Of hints no more than one does, whatever goes on in the store.
const QUEUE: usize = 64;
/// How long after losing its events the keeper tries to get them back.
const REARM: Duration = Duration::from_secs(1);

/// What the keeper tells.
#[derive(Clone, Debug)]
pub enum Report {
    /// The store says something new.
    Snapshot(Arc<Snapshot>, Arc<Outlook>),
    /// Which cards a person has put where; told before the first snapshot.
    Order(Arc<Order>),
    /// The order cannot be kept, for this reason; told once.
    Unkept(String),
    /// A command came to its end.
    Receipt(Receipt),
    /// A move came to its end.
    Moved(MoveReceipt),
    /// An undo or redo came to its end.
    Retraced(RetraceReceipt),
    /// Somebody else's writing took back what was done here; told after its snapshot.
    Overwritten(Overwrite),
    /// A command waits for another process's lock.
    Waiting,
    /// The trust in what was told changed.
    Health(Health),
}

enum Ask {
    Submit(Command),
    Reorder(Move),
    Retrace(Retrace),
    Rescan,
    Hint,
    Stop,
    #[cfg(feature = "test-guards")]
    Panic,
}

/// The handle of a keeper thread; dropping it ends the thread.
pub struct Keeper {
    asks: SyncSender<Ask>,
    /// Closes when the store has been closed.
    end: Option<Receiver<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Keeper {
    /// Starts the thread. `report` is called on it.
    pub fn start(
        desk: Desk,
        clock: Clock,
        pace: Pace,
        report: impl FnMut(Report) + Send + 'static,
    ) -> std::io::Result<Self> {
        let (asks, inbox) = sync_channel(QUEUE);
        let hints = asks.clone();
        let (ended, end) = sync_channel(0);
        let thread = std::thread::Builder::new()
            .name("keeper".to_owned())
            .spawn(move || {
                let (store, ledger) = desk.into_parts();
                let rhythm = Rhythm::new(pace, (clock.steady)());
                let work = Work {
                    store,
                    ledger,
                    order: Arc::default(),
                    is_kept: true,
                    clock,
                    report,
                    hints,
                    is_hinted: Arc::default(),
                    rhythm,
                    eye: Eye::new(clock),
                    standing: Standing::default(),
                    watcher: Err("not started".to_owned()),
                    rearm: Duration::ZERO,
                    health: Health::Live,
                };
                work.run(&inbox);
                drop(ended);
            })?;
        Ok(Self {
            asks,
            end: Some(end),
            thread: Some(thread),
        })
    }

    /// Hands over a command; gives it back when the keeper has too much to do.
    pub fn submit(&self, command: Command) -> Result<(), Command> {
        self.asks
            .try_send(Ask::Submit(command))
            .map_err(|error| match error {
                TrySendError::Full(Ask::Submit(command))
                | TrySendError::Disconnected(Ask::Submit(command)) => command,
                _ => unreachable!("a channel returns what was sent"),
            })
    }

    /// Hands over a move; tells whether the keeper has time for it.
    pub fn reorder(&self, wish: Move) -> bool {
        self.asks.try_send(Ask::Reorder(wish)).is_ok()
    }

    /// Hands over an undo or redo; tells whether the keeper has time for it.
    pub fn retrace(&self, wish: Retrace) -> bool {
        self.asks.try_send(Ask::Retrace(wish)).is_ok()
    }

    /// Has the store read again now.
    pub fn rescan(&self) {
        // A full queue means that looks are due anyway.
        let _ = self.asks.try_send(Ask::Rescan);
    }

    /// Returns what has the store closed from another thread, and waits so long for it.
    pub fn closer(&mut self) -> impl FnOnce(Duration) + Send + 'static {
        let asks = self.asks.clone();
        let end = self.end.take();
        move |patience| {
            // A keeper with a full queue has more to do than there is time for.
            let _ = asks.try_send(Ask::Stop);
            if let Some(end) = end {
                let _ = end.recv_timeout(patience);
            }
        }
    }

    /// Makes the keeper panic, to prove that the terminal is given back.
    #[cfg(feature = "test-guards")]
    pub fn panic(&self) {
        let _ = self.asks.try_send(Ask::Panic);
    }
}

impl Drop for Keeper {
    fn drop(&mut self) {
        let _ = self.asks.send(Ask::Stop);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

struct Work<R> {
    store: Box<dyn Store>,
    ledger: Ledger,
    order: Arc<Order>,
    is_kept: bool,
    clock: Clock,
    report: R,
    hints: SyncSender<Ask>,
    /// Whether a hint waits in the queue.
    is_hinted: Arc<AtomicBool>,
    rhythm: Rhythm,
    eye: Eye,
    standing: Standing,
    watcher: Result<Watcher, String>,
    rearm: Duration,
    health: Health,
}

impl<R: FnMut(Report) + Send + 'static> Work<R> {
    fn run(mut self, inbox: &Receiver<Ask>) {
        let mut due = Duration::ZERO;
        loop {
            let wait = due.saturating_sub((self.clock.steady)());
            match inbox.recv_timeout(wait) {
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return,
                Ok(ask) => {
                    for ask in std::iter::once(ask).chain(inbox.try_iter()) {
                        if self.take(ask).is_break() {
                            return;
                        }
                    }
                }
            }
            due = self.look();
        }
    }

    fn take(&mut self, ask: Ask) -> std::ops::ControlFlow<()> {
        match ask {
            Ask::Stop => return std::ops::ControlFlow::Break(()),
            Ask::Hint => {
                self.is_hinted.store(false, Ordering::Release);
                self.store.hint();
            }
            Ask::Rescan => self.eye.forget_version(),
            Ask::Submit(command) => {
                let report = &mut self.report;
                let receipt = apply(&mut *self.store, &command, self.clock, &mut || {
                    report(Report::Waiting);
                });
                if let Some(deed) = &receipt.deed {
                    let now = (self.clock.steady)();
                    self.standing.did(deed, Way::Redo, now, self.eye.reads());
                }
                (self.report)(Report::Receipt(receipt));
            }
            Ask::Reorder(wish) => {
                let receipt = match self.eye.last() {
                    Some((snapshot, outlook)) => {
                        reorder(&mut self.ledger, snapshot, outlook, &wish)
                    }
                    None => MoveReceipt {
                        key: wish.key.clone(),
                        outcome: Err(NotMoved::Missing(wish.key)),
                    },
                };
                (self.report)(Report::Moved(receipt));
            }
            Ask::Retrace(wish) => {
                let report = &mut self.report;
                let (store, ledger) = (&mut *self.store, &mut self.ledger);
                let receipt = retrace(store, ledger, wish, self.clock, &mut || {
                    report(Report::Waiting);
                });
                if let Retraced::Done { deed, .. } = &receipt.outcome {
                    let now = (self.clock.steady)();
                    (self.standing).did(deed, receipt.asked.way, now, self.eye.reads());
                }
                (self.report)(Report::Retraced(receipt));
            }
            #[cfg(feature = "test-guards")]
            Ask::Panic => panic!("asked to"),
        }
        self.rhythm.hint((self.clock.steady)());
        std::ops::ControlFlow::Continue(())
    }

    /// Looks once and returns when to look next.
    fn look(&mut self) -> Duration {
        self.keep_watching();
        self.tell_order();
        let found = self.eye.look(&mut *self.store);
        let now = (self.clock.steady)();
        self.rhythm.looked(now);
        match found {
            Found::Same => {
                self.tell_overwritten(now);
                self.tell_health();
            }
            Found::News(snapshot, outlook) => {
                self.rhythm.stirred(now);
                (self.report)(Report::Snapshot(snapshot, outlook));
                self.tell_overwritten(now);
                self.tell_health();
            }
            Found::Later(moment) => return moment.min(self.rhythm.next()),
            Found::Trouble(None) => {}
            Found::Trouble(Some(health)) => self.tell(health),
        }
        self.rhythm.next()
    }

    fn tell_overwritten(&mut self, now: Duration) {
        let reads = self.eye.reads();
        if let Some((snapshot, _)) = self.eye.last() {
            let overwritten = self.standing.check(snapshot, reads, now);
            for overwrite in overwritten {
                (self.report)(Report::Overwritten(overwrite));
            }
        }
    }

    fn keep_watching(&mut self) {
        let now = (self.clock.steady)();
        if self.watcher.as_ref().is_ok_and(Watcher::still_attached) || now < self.rearm {
            return;
        }
        self.rearm = now + REARM;
        let (hints, is_hinted) = (self.hints.clone(), Arc::clone(&self.is_hinted));
        self.watcher = Watcher::start(&self.store.watched(), move || {
            if !is_hinted.swap(true, Ordering::AcqRel) && hints.try_send(Ask::Hint).is_err() {
                is_hinted.store(false, Ordering::Release);
            }
        });
        self.eye.forget_version();
    }

    /// Reads the ledger with every look: another board or a shell may have moved a card.
    fn tell_order(&mut self) {
        match self.ledger.order() {
            Ok(order) => {
                self.is_kept = true;
                if !Arc::ptr_eq(&order, &self.order) {
                    self.order = Arc::clone(&order);
                    (self.report)(Report::Order(order));
                }
            }
            Err(error) => {
                if std::mem::replace(&mut self.is_kept, false) {
                    (self.report)(Report::Unkept(error.to_string()));
                }
            }
        }
    }

    fn tell_health(&mut self) {
        let health = match &self.watcher {
            Ok(_) => Health::Live,
            Err(why) => Health::Polling(why.clone()),
        };
        self.tell(health);
    }

    fn tell(&mut self, health: Health) {
        if self.health != health {
            self.health = health.clone();
            (self.report)(Report::Health(health));
        }
    }
}
