//! The stage: from [`crate::app::state::State`] to a [`picture::Scene`] of words, meanings
//! and places. Pure; called by whoever paints a frame.
//!
//! Nothing here knows a colour, a terminal library or a way to change anything. Only the
//! cards that are on the screen cost work.
//!
//! ```text
//! header    board · demo.db · 2/10 done · 1 ready · 5 blocked            ● live
//! titles    PENDING 6                           IN PROGRESS 2     │ COMPLETED 2
//! card   ┌  ○  8 Write docs                ╭─── ▸  3 Write API    │ ✓  1 Set up
//!        └       ready · frees #10         │         lead         │
//! cursor ┌ ▌⊘  5 API tests                ◂╯                      │
//!        └ ▌     waits #3                                         │
//!          └──────── column ────────┘     └─┬─┘ └── column ──┘  rule └─ column
//!                                        channel
//! latest    14:02:11 lead completed #2 · #5 is ready now            ┆ 3 changed
//! focus     #5 API tests  blocked · waits #3 (in progress, lead)   blocks #7 → #10
//! hints     enter open  c claim  x complete  ? keys  q quit
//! ```
//!
//! From 170 columns on, [`detail`] stands in a pane at the right; with less room it lies
//! over the board, as [`help`] does. Below 60 columns one column is shown at a time and
//! port labels (`◂3 ▸7`) stand for the lines of the channel.

pub mod canvas;
pub mod card;
pub mod chain;
pub mod channel;
pub mod columns;
pub mod compose;
pub mod detail;
pub mod empty;
pub mod focus;
pub mod footer;
pub mod ghost;
pub mod glyphs;
pub mod header;
pub mod help;
pub mod joint;
pub mod line;
pub mod meaning;
pub mod moment;
pub mod net;
pub mod overlay;
pub mod picture;
pub mod ports;
pub mod route;
pub mod sentence;
pub mod spot;
pub mod stage;
pub mod trunk;
pub mod view;
