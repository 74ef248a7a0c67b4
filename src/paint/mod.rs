//! The paint: from a [`crate::scene::picture::Scene`] to cells, and from cells to text.
//!
//! Nothing here decides what is shown, and nothing knows a task. Only [`theme`] knows a
//! colour. Called by the shell for each frame and by the command line for a still one.

pub mod frame;
pub mod picture;
pub mod svg;
pub mod theme;
