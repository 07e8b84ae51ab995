//! The cache that machines share: a server of the Remote Execution API.
//!
//! **In**: digests of keys, and results in the cache on this machine's disk; actions for the server to run.
//! **Out**: results of other machines, put into the cache on disk once they are checked; what actions wrote.
//! **Never**: lets a caller wait for the server, fails a build, or takes a result whose digests are wrong.
//!
//! What is shared are the files of the local cache as they are. An entry of the server has the records of some actions
//! (`action/KEY`) and the objects that these name (`object/DIGEST`); the names are BLAKE3 digests, as at home, and the
//! server's own digests of the same files are SHA-256. There are three kinds of entries:
//!
//! | kind | key | files |
//! |---|---|---|
//! | `unit-lists` | unit, target and settings, without files | `lists`: the file lists of earlier builds of the unit |
//! | `unit` | unit, target, settings and the digest of each file | the unit's record, and the artifacts that it names |
//! | `variant` | tokens, target and compilers | the variant's record, or those of all steps if compilers warned |
//!
//! So a unit of another machine is valid for equal files alone: which files these are, its lists say; their digests are
//! taken here. A record that is asked for must be there under its own key, and an object is what its name says.

mod entry;
mod execution;
mod pending;
mod session;

pub use entry::{Kind, SharedObject, UnitLists, Wanted, is_portable};
pub use execution::{Executed, Executor};
pub use session::{RemoteCache, RemoteMode, RemoteRecord, Shared, Taken};
