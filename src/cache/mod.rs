//! Results of earlier builds: content-addressed files, and a disposable index beside them.
//!
//! **In**: an [`ActionKey`](crate::model::ActionKey) and what its action produced.
//! **Out**: the same result for the same key, checked, or nothing.
//! **Never**: fails a build, hands out a result it has not verified, or depends on the index for anything but speed.
//!
//! ```text
//! .uberc/objects/a/bcdef…   bytes; the name is their BLAKE3
//! .uberc/actions/a/bcdef…   one JSON record for each key: the key's fields, the object's digest, messages; with a checksum
//! .uberc/units/a/bcdef…     for each unit and target: which files it read or looked for, its last key, why it was rebuilt
//! .uberc/builds/a/bcdef…    for each archive: every input with its stat and digest, and what the build reported
//! .uberc/parts/a/bcdef…    for each archive: what was packed of each unit, so that a build packs unchanged units without reading them
//! .uberc/programs           versions of compilers by the stat of their files
//! .uberc/pending            what the remote cache does not have yet; may be deleted at any time
//! .uberc/size              what the other folders took when they were last listed, and what was added since; may be deleted at any time
//! .uberc/history            what the last builds did, a line each; may be deleted at any time
//! .uberc/index/             sled: access times, digests by stat; may be deleted at any time
//! ```
//!
//! The files of `units`, `builds`, `parts` and `programs` let a build skip unchanged work. They have checksums and may be lost
//! at any time.
//!
//! **Writes** go to a temporary file in the same folder, then a rename. There is no fsync of objects and actions: a
//! killed process loses nothing that the kernel has, and after a power cut a torn file fails its checksum and is built
//! again. An fsync for each variant would take milliseconds and only avoid that rebuild. Under `watch`, the results of
//! the embedded compiler are stored after the archive ([`SingleFlightCache::store_later`]): if the process is killed
//! before that, they are compiled again.
//!
//! **Two processes** share the files without a lock: a rename is atomic, equal names hold equal bytes, and a file that
//! another process removes is a miss. The index belongs to the first process that opens it; others work without it.

mod local;
mod remote;
mod single_flight;

pub use local::build_parts::StoredParts;
pub use local::gc::{GcReport, Stats, VerifyReport};
pub use local::history::BuildRecord;
pub use local::snapshot::{InputNow, Snapshot, UnitState};
pub use local::stat_cache::{FileStat, FileState, StatRoot};
pub use local::store::{Cache, CacheOptions, Counters, WriteFailure};
pub use local::unit_notes::UnitNotes;
pub use remote::{
    Executed, Executor, Kind, RemoteCache, RemoteMode, RemoteRecord, Shared, SharedObject, Taken, UnitLists, Wanted,
    is_portable,
};
pub use single_flight::{BesideCache, SingleFlightCache};
pub use uberc_remote::{ActionFile, ActionOutput, ActionRequest, Answer, Question, ServerFacts};
