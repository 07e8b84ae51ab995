//! A client of the Remote Execution API, version 2 (REAPI): an action cache and a content-addressable storage that many
//! machines share. The protocol: <https://github.com/bazelbuild/remote-apis>.
//!
//! **In**: names of actions, and files whose bytes the caller gives when they are stored.
//! **Out**: the files that another machine stored for an action, each checked against its SHA-256 digest.
//! **Never**: makes its caller wait (answers come through a channel, uploads go on behind), fails a build, or shows the
//! value of a header. It knows nothing of shaders: what an action means is decided by who names it.
//!
//! A server may be slow, full, wrong or gone. Each call has a deadline, each client a number of failures
//! ([`MOST_FAILURES`]) after which it asks no more; [`Client::gave_up`] then has the reason.
//!
//! # What is stored
//! An entry is an [`ActionName`] and some named files. In REAPI it is an `Action` whose command is
//! `uberc-cache KIND DIGEST`, with an `ActionResult` whose output files are the entry's. The server so keeps the files
//! as long as the result.

mod blobs;
mod client;
mod config;
mod connection;
mod digest;
mod entries;
mod fetch;
mod upload;

pub use client::{Client, Counters, ServerFacts};
pub use config::{Config, ConfigError, Tls, http_address};
pub use connection::MOST_FAILURES;
pub use entries::{ActionName, Entry, EntryFile, Load};
pub use fetch::{Answer, Fetched, Lacks};
