//! Code that the targets share.

use std::path::Path;

use uberc::diag::Sources;
use uberc::model::{Preprocessed, PreprocessorRules};
use uberc::preprocess::{FileCache, Limits, Request, preprocess};

/// So little that an input cannot grow for minutes.
pub const LIMITS: Limits = Limits { include_depth: 10, tokens: 10_000 };

/// The bytes as a preprocessed file; `None` where they are no file.
pub fn program(bytes: &[u8]) -> Option<(Sources, Preprocessed)> {
    program_in(bytes, &PreprocessorRules::C)
}

/// The same of a language with other rules.
pub fn program_in(bytes: &[u8], rules: &PreprocessorRules) -> Option<(Sources, Preprocessed)> {
    let sources = Sources::in_memory([("main.fx", bytes)]);
    let mut request = Request::new(sources.load(Path::new("main.fx")).ok()?);
    request.limits = LIMITS;
    request.rules = rules;
    let (unit, _) = preprocess(&request, &FileCache::new(), &sources);
    Some((sources, unit))
}
