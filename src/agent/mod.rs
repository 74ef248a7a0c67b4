//! The agents' door: what an agent may do to the board, and under which name.
//!
//! Definitions and rules only. An agent says *what* it wishes; *who* it is, it is told once,
//! at the door, and no argument of a tool can change it. Every tool is a single edit of a
//! single card, decided inside the store's own transaction, so that nothing a person did
//! meanwhile is undone. Nothing here prints, waits or knows how an agent was reached.

pub mod name;
pub mod tools;
