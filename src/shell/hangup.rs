//! Noticing that the other end of a terminal or a pipe is gone. The library that reads keys does
//! not, and spins; a writer does not until it next writes.

use std::io;
use std::os::fd::AsFd;
use std::thread;
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, poll};

/// How long a store may take to close.
const GRACE: Duration = Duration::from_secs(1);

/// Ends the process when standard input hangs up; costs nothing while it does not.
///
/// `close` comes first, so that no file is left beside the store. It may not need the loop: that
/// may be spinning in the library that reads keys.
pub fn end_on_hangup(close: impl FnOnce(Duration) + Send + 'static) -> io::Result<()> {
    watch(io::stdin(), || {
        close(GRACE);
        std::process::exit(1);
    })
}

/// Calls `then` once when the other end of `stream` is gone.
pub fn watch(
    stream: impl AsFd + Send + 'static,
    then: impl FnOnce() + Send + 'static,
) -> io::Result<()> {
    let name = "hangup".to_owned();
    thread::Builder::new().name(name).spawn(move || {
        loop {
            // Nothing is asked for: a hangup and an error are reported all the same.
            let mut asked = [PollFd::new(&stream, PollFlags::empty())];
            let answered = poll(&mut asked, None);
            let gone = asked[0]
                .revents()
                .intersects(PollFlags::HUP | PollFlags::ERR | PollFlags::NVAL);
            match answered {
                Ok(_) if gone => return then(),
                Ok(_) | Err(rustix::io::Errno::INTR) => {}
                Err(_) => return,
            }
        }
    })?;
    Ok(())
}
