//! kanwatch (看板 + watch): a terminal kanban board that watches the task store which
//! running AI agents share, and lets a human step in.
//!
//! # The house: arrows only fall
//!
//! ```text
//!  8   main · cli/                  who is calling: a human, a script, an agent
//!  7   shell/                       the body: terminal, loop, clock
//!  6   paint/                       how it looks         scene → cells + hits
//!  5   scene/                       what is on stage     state → view model; the dependency router
//!  4   keys/     agent/    demo/    the hands; the agents' door; simulated agents
//!  3   app/      desk/              the mind; the one door to the stores
//!  2   store/    ledger/             what agents share, by kind; what we keep beside it
//!  1   plan/                        what follows from a snapshot
//!  0   task/     text/              the words; safe text and width
//! ```
//!
//! # Invariants
//!
//! 1. **One road in.** The screen's board changes only by a snapshot message; our own
//!    writes come back by the same road.
//! 2. **One writer per store**: the keeper thread. No lock around state.
//! 3. **Events are hints.** Truth is a fresh, whole, validated read, compared with the last one.
//! 4. **Every command carries what its author saw** and is a compare-and-set with a named
//!    outcome: done, already so, conflict (with theirs), busy, refused.
//! 5. **Watching leaves no trace** in the store.
//! 6. **No store text reaches a terminal, log, title, export or agent** but as
//!    [`text::safe::SafeText`] or escaped JSON.
//! 7. **Readiness is one function**, [`plan::readiness::readiness`].
//!
//! `tests/it/tidy.rs` holds the import table of the rooms and fails on an arrow that rises.

#![forbid(unsafe_code)]

pub mod agent;
pub mod app;
pub mod cli;
pub mod demo;
pub mod desk;
pub mod keys;
pub mod ledger;
pub mod paint;
pub mod plan;
pub mod scene;
pub mod shell;
pub mod store;
pub mod task;
pub mod text;
