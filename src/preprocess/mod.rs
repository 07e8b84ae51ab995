//! The C preprocessor: from a unit's file and its macros to tokens that know where they come from.
//!
//! **In**: a [`Request`]: the unit's own file, include folders, macros handed in, names to watch, limits.
//! **Out**: [`Preprocessed`] and every mistake found on the way, each with its include and expansion trail.
//! **Never**: knows a branch, a target, a compiler or a language by name; reads a file except through [`Sources`];
//! stops at the first mistake.
//!
//! The rules are C23 6.10 (C17 6.10.3 for macros); where the standard leaves a choice, those of GNU cpp. What a
//! language decides differently is in [`PreprocessorRules`]. Other differences
//! from GNU cpp: no trigraphs, digraphs or prefixed and raw strings;
//! identifiers are ASCII; `__DATE__`, `__TIME__` and `__TIMESTAMP__` do not exist, because output must not depend on
//! the clock; `#include` between the parentheses of an invocation is an error, and a `#pragma` there is written before
//! the result of the invocation.

mod builtin;
mod conditional;
mod definition;
mod directives;
mod expand;
mod expression;
mod file_cache;
mod include;
mod invocation;
mod limits;
mod lines;
mod macro_table;
mod names;
mod pragma;
mod predefined;
mod report;
mod substitute;
mod text_runs;
mod token_digest;
mod unit;
mod version;

pub use file_cache::FileCache;
pub use limits::Limits;
pub use predefined::{PROJECT_DEFINES, TECHNIQUE_DEFINES};
pub use token_digest::{LayoutUse, can_tell_lines};

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::atom::Atom;
use crate::diag::{Diagnostic, SourceFile, Sources};
use crate::model::{Preprocessed, PreprocessorRules};

/// What to preprocess.
#[derive(Clone, Debug)]
pub struct Request<'a> {
    /// The unit's own file.
    pub file: Arc<SourceFile>,
    /// Folders for `#include`, relative to the project root, in order.
    pub include_paths: &'a [PathBuf],
    /// Includes that are not read: patterns of file names, in which `*` stands for any text.
    pub skipped_includes: &'a [String],
    /// Macros of the project and the target, in order; a name may carry parameters: `F(x)`.
    pub defines: &'a [(String, String)],
    /// Macros of the technique; they replace those of `defines` of the same name.
    pub technique_defines: &'a [(String, String)],
    /// Names to report in [`Preprocessed::consulted`]: what any technique of the shader defines.
    pub watch: &'a [Atom],
    pub limits: Limits,
    /// The rules of the unit's language.
    pub rules: &'a PreprocessorRules,
    /// Whether macros are expanded before `##` joins them, as fxc does, and dxc with `-flegacy-macro-expansion`. C does
    /// not.
    pub legacy_macro_expansion: bool,
    /// A unit of the same file. What both have in common is copied from it, in less time than from the files; the result does not depend
    /// on it.
    pub before: Option<&'a Preprocessed>,
    /// Whether to fill [`Preprocessed::macros`]. Only the sidecar needs it, and thousands of macros take their time.
    pub macro_table: bool,
    /// Set when the run is cancelled: the unit then ends where it is, without a message.
    pub cancelled: Option<&'a AtomicBool>,
}

impl<'a> Request<'a> {
    /// Just this file, with C's rules and default limits.
    pub fn new(file: Arc<SourceFile>) -> Request<'a> {
        Request {
            file,
            include_paths: &[],
            skipped_includes: &[],
            defines: &[],
            technique_defines: &[],
            watch: &[],
            limits: Limits::default(),
            rules: &PreprocessorRules::C,
            legacy_macro_expansion: false,
            before: None,
            macro_table: false,
            cancelled: None,
        }
    }

    fn is_cancelled(&self) -> bool {
        self.cancelled.is_some_and(|cancelled| cancelled.load(Ordering::Relaxed))
    }
}

/// Preprocesses one unit. Diagnostics come in the order in which they were found, each once.
pub fn preprocess(request: &Request<'_>, cache: &FileCache, sources: &Sources) -> (Preprocessed, Vec<Diagnostic>) {
    unit::Unit::new(request, cache, sources).run()
}
