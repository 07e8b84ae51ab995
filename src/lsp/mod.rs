//! The language server: what an editor asks about the texts that its user is writing.
//!
//! **In**: messages of the language server protocol (3.17) from a client, and the files of its projects.
//! **Out**: diagnostics while a text is edited, of all variants or of one permutation; definitions, hovers and
//! completions; a response to every request, an error where it cannot be answered.
//! **Never**: ends because of a message, writes a file, runs a compiler, or lets a slow analysis keep a message waiting.
//!
//! One thread reads messages, one writes them. The loop in `server` keeps the texts that are open and never computes.
//! `analysis` runs the front end on the newest texts and is cancelled by newer ones; `queries` answers requests, from the
//! state that the analysis has published. Each kind of request has a file.

mod analysis;
mod branches;
mod client;
mod commands;
mod completion;
mod declarations;
mod definition;
mod diagnostics;
mod documents;
mod framing;
mod hover;
mod lua_text;
mod places;
mod positions;
mod queries;
mod question;
mod server;
mod settings;
mod shared;
mod sidecar_completion;
mod state;
mod typed;

pub use server::serve;
pub use settings::Settings;
