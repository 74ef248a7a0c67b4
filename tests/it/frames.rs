//! `kanwatch frame`: one frame, printed.
