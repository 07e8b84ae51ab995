//! Any bytes have a typed tree or an error, and the tree can be printed.
#![no_main]

use std::path::Path;
use std::sync::Arc;

use libfuzzer_sys::fuzz_target;
use uberc::diag::{Diagnostic, Sources, Style, render};
use uberc::dialect::hlsl::analyse::{Session, Version, analyse};
use uberc::dialect::hlsl::typed::print;
use uberc::model::{SourceText, Stage};
use uberc::preprocess::{FileCache, Limits, Request, preprocess};

fuzz_target!(|bytes: &[u8]| {
    let sources = Sources::in_memory([("main.fx", bytes)]);
    let Ok(file) = sources.load(Path::new("main.fx")) else { return };
    let mut request = Request::new(file);
    request.limits = Limits { include_depth: 10, tokens: 10_000 };
    let (unit, _) = preprocess(&request, &FileCache::new(), &sources);
    let source = SourceText::whole(Arc::new(unit));
    let session = Session::new();
    for version in [Version::V2018, Version::V2021] {
        let run = || analyse(&source, Stage::Pixel, "main", version, &session);
        let (program, found) = run();
        assert_eq!(program.is_none(), found.iter().any(Diagnostic::is_error));
        for diagnostic in &found {
            render(diagnostic, &sources, Style::Plain);
        }
        // From memory the same.
        let shown = program.map(|program| print(&program));
        assert_eq!(shown, run().0.map(|program| print(&program)));
    }
});
