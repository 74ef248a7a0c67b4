//! The SQLite table `agent_tasks`, as research agents keep it.
//!
//! Every schema that the field has left behind is read by introspection: columns may be
//! missing, of any type, in any order. Nothing here opens the database file, its `-wal`, `-shm`
//! or `-journal` by ordinary file calls: closing such a handle would drop SQLite's locks.
//! Files are identified by `stat` alone. The one exception is [`ahead::may_be_read`], on files
//! that may not be written, before the only handle on them is opened: there is no lock to drop.

pub mod ahead;
pub mod connection;
pub mod create;
pub mod dependencies;
pub mod moment;
pub mod pulse;
pub mod row;
pub mod rows;
pub mod schema;
pub mod store;
pub mod write;
