//! MaterialX documents, written as GLSL.
//!
//! **In**: documents (XML) with those they include, and a node library: documents and files in shading languages, all
//! read at run time.
//! **Out**: the vertex and the pixel stage of an element as Vulkan GLSL, with the interface that a host binds, and
//! problems with their places.
//! **Never**: contains a definition, a graph or code of the node library, or knows what a branch is.
//!
//! A document is read ([`xml`], [`document`]) and looked up together with the library ([`universe`], [`query`]). The
//! graph of an element is built ([`build`]), transformed and sorted (`transforms`, `refactor`, `finish`), and
//! written ([`emit`]). [`opened`] is the way in; only it and `generator` know the project's sources.

pub mod build;
mod declarations;
pub mod document;
pub mod emit;
pub mod finish;
mod generator;
pub mod graph;
pub mod implementation;
mod inputs;
pub mod interface;
pub mod library;
pub mod names;
pub mod opened;
pub mod option_table;
pub mod options;
pub mod problem;
pub mod query;
mod readers;
mod refactor;
pub mod reflection;
pub mod renderables;
pub mod scripted;
pub mod session;
pub mod settings;
pub mod summary;
pub mod target;
mod transforms;
pub mod types;
mod udim;
pub mod universe;
pub mod upgrade;
pub mod validate;
pub mod value;
pub mod xml;

pub use generator::{ELEMENT_MACRO, MaterialX, unit_of};
