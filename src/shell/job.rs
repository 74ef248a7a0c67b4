//! Stopping, as a terminal in its usual modes does on ctrl-Z.

use rustix::io::Result;
use rustix::process::{Signal, getpgrp, getpid, getsid, kill_current_process_group, kill_process};
use rustix::termios::tcgetpgrp;

/// Tells whether no shell could bring the job back: it has the terminal's session to itself, as
/// in a window that was opened for the board alone.
pub fn is_nobodys() -> bool {
    getsid(None) == Ok(getpgrp())
}

/// Tells whether the terminal listens to this job. Where nobody can say, it does.
pub fn is_in_front() -> bool {
    tcgetpgrp(std::io::stdin()).map_or(true, |front| front == getpgrp())
}

/// Stops the whole job. A script that runs the board stops with it: its shell waits for that.
pub fn stop_all() -> Result<()> {
    kill_current_process_group(Signal::STOP)
}

/// Stops this process alone.
pub fn stop_self() -> Result<()> {
    // SIGTSTP itself is listened for.
    kill_process(getpid(), Signal::STOP)
}
