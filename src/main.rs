//! The `kanwatch` binary.

fn main() {}
