//! Code that the modules of a session share: functions, types and constants.
//!
//! **In**: modules that naga wrote, and which of their functions are shared with other modules, or stand in for the code of one.
//! **Out**: the same modules with all of their code, in an order that does not depend on what was shared.
//! **Never**: changes what a module means; writes other words for a module because some of its functions were known.
//!
//! # Order
//! A module is made anew from its functions, whether some are known or not:
//! - functions in the order of calls, callees first;
//! - types, constants and variables as functions use them first, each behind what it consists of; those that nothing uses are left out,
//!   except for resources, which reflection tells of;
//! - loads and addresses at the beginning of a function in the order of their first use: naga writes one for each resource that the
//!   function or a function that it calls uses, in the order of the module's variables;
//! - ids in the order in which they appear.
//!
//! Only modules whose instructions are all known here are made anew: see [`split`] and [`capabilities`]. Whether a module is such a one
//! depends on each of its parts by itself.

mod assembly;
mod capabilities;
mod declarations;
mod function_code;
mod split;
mod store;

pub use assembly::{Written, assemble};
pub use capabilities::Taken;
pub use split::function_ids;
pub use store::{SharedCode, SharedCounts, Store};
