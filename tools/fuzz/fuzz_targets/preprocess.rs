//! Any bytes, cut at NUL into a file and two headers, preprocess without a panic and within the limits.
#![no_main]

use std::path::Path;

use libfuzzer_sys::fuzz_target;
use uberc::diag::{Sources, Style, render};
use uberc::preprocess::{FileCache, Request, preprocess};
use uberc_fuzz::LIMITS;

fuzz_target!(|bytes: &[u8]| {
    let mut parts = bytes.splitn(3, |byte| *byte == 0);
    let mut part = || parts.next().unwrap_or_default();
    let sources = Sources::in_memory([("main.fx", part()), ("a.h", part()), ("b.h", part())]);
    let Ok(file) = sources.load(Path::new("main.fx")) else { return };
    let defines = [("D".to_owned(), "1".to_owned()), ("F(x)".to_owned(), "x x".to_owned())];
    let mut request = Request::new(file);
    request.technique_defines = &defines;
    request.limits = LIMITS;
    request.macro_table = true;
    // Both rules for what `##` joins.
    request.legacy_macro_expansion = bytes.len() % 2 == 1;
    let cache = FileCache::new();
    let (unit, diagnostics) = preprocess(&request, &cache, &sources);
    assert!(unit.tokens.len() <= 10_001 + bytes.len());
    for token in unit.tokens.iter() {
        let (span, include) = unit.place(token);
        assert!(span.end as usize <= sources.get(span.file).text.len());
        assert!((include.0 as usize) < unit.includes.len());
    }
    for diagnostic in &diagnostics {
        render(diagnostic, &sources, Style::Plain);
    }
    let (again, _) = preprocess(&request, &cache, &sources);
    assert!(again.tokens == unit.tokens, "two runs differ");
    request.before = Some(&again);
    let (behind, _) = preprocess(&request, &cache, &sources);
    assert!(behind.tokens == unit.tokens, "behind another unit it differs");
});
