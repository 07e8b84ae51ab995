//! A client of the Remote Execution API, version 2 (REAPI): an action cache and a content-addressable storage that many
//! machines share, and machines that run actions. The protocol: <https://github.com/bazelbuild/remote-apis>.
//!
//! **In**: names of actions, and files whose bytes the caller gives when they are stored; actions to run.
//! **Out**: the files that another machine stored for an action, or wrote when it ran one, each checked against its
//! SHA-256 digest.
//! **Never**: makes its caller wait (answers come through a channel, uploads go on behind), fails a build, or shows the
//! value of a header. It knows nothing of shaders: what an action means is decided by who names it.
//!
//! A server may be slow, full, wrong or gone. Each call has a deadline, each client a number of failures
//! ([`MOST_FAILURES`]) after which it asks no more; [`Client::gave_up`] then has the reason. All answers of a client
//! together take at most [`MOST_HELD`] bytes of memory, beside the messages that are being read: further ones wait until
//! their takers drop earlier ones.
//!
//! # What is stored
//! An entry is an [`ActionName`] and some named files. In REAPI it is an `Action` whose command is
//! `uberc-cache KIND DIGEST`, with an `ActionResult` whose output files are the entry's. The server so keeps the files
//! as long as the result.

mod action;
mod blobs;
mod client;
mod config;
mod connection;
mod digest;
mod entries;
mod execute;
mod fetch;
mod room;
mod upload;

pub use action::{ActionFile, ActionOutput, ActionRequest};
pub use client::{Client, Counters, Question, ServerFacts};
pub use config::{Config, ConfigError, Tls, http_address, is_exposed};
pub use connection::MOST_FAILURES;
pub use entries::{ActionName, Entry, EntryFile};
pub use fetch::{Answer, Fetched, Lacks, Lookup};
pub use room::{MOST_HELD, Room};
