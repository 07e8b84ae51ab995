//! Any BSL has a translation or an error, and what is translated has a place for each message.
#![no_main]

use std::path::Path;

use libfuzzer_sys::fuzz_target;
use uberc::diag::Sources;
use uberc::dialect::bsl::{Options, Printing, library, translate};

fuzz_target!(|bytes: &[u8]| {
    let sources = Sources::in_memory([("main.bsl", bytes.to_vec())]);
    let Ok(file) = sources.load(Path::new("main.bsl")) else { return };
    let options = Options { assertions: true, printf: Printing::Buffer, ..Options::default() };
    let translation = translate(&file, &sources, &[], &options);
    assert!(translation.diagnostics.iter().all(|problem| problem.primary.is_some()));
    library(&file, &sources, &[], &options);
});
