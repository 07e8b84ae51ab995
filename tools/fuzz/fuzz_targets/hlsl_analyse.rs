//! Any bytes have a typed tree or an error, and the tree can be printed.
#![no_main]

use std::sync::Arc;

use libfuzzer_sys::fuzz_target;
use uberc::diag::{Diagnostic, Style, render};
use uberc::dialect::hlsl::analyse::{Session, Version, analyse};
use uberc::ir::print;
use uberc::model::{SourceText, Stage};
use uberc_fuzz::program;

fuzz_target!(|bytes: &[u8]| {
    let Some((sources, unit)) = program(bytes) else { return };
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
