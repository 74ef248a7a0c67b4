//! Noticing that the terminal is gone. The library that reads keys does not, and spins.

use std::io;
use std::thread;

use rustix::event::{PollFd, PollFlags, poll};

/// Ends the process when standard input hangs up; costs nothing while it does not.
pub fn end_on_hangup() -> io::Result<()> {
    thread::Builder::new().name("hangup".to_owned()).spawn(|| {
        let terminal = io::stdin();
        loop {
            // Nothing is asked for: a hangup and an error are reported all the same.
            let mut asked = [PollFd::new(&terminal, PollFlags::empty())];
            let answered = poll(&mut asked, None);
            let gone = asked[0]
                .revents()
                .intersects(PollFlags::HUP | PollFlags::ERR | PollFlags::NVAL);
            match answered {
                Ok(_) if gone => std::process::exit(1),
                Ok(_) | Err(rustix::io::Errno::INTR) => {}
                Err(_) => return,
            }
        }
    })?;
    Ok(())
}
