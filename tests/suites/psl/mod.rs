//! PSL: programs and their mistakes, images, the machine, the typed program, pictures.

mod build;
mod draw;
mod grammar;
mod page;
mod programs;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use libtest_mimic::{Failed, Trial};
use uberc::diag::Sources;
use uberc::dialect::shaderception::bytecode::{self, ListingStyle};
use uberc::dialect::shaderception::machine::{Environment, Image};
use uberc::dialect::shaderception::typed::{self, TypedOptions};
use uberc::dialect::shaderception::{self, Semantics};

use crate::harness;

pub fn trials() -> Vec<Trial> {
    harness::cases("psl", case)
        .into_iter()
        .chain(programs::trials())
        .chain(build::trials())
        .chain(grammar::trials())
        .chain(page::trials())
        .collect()
}

/// What both semantics make of a program, and the typed program's text. Instructions are shown once if both are equal.
fn case(folder: &Path) -> Result<(), Failed> {
    let text = std::fs::read(folder.join("main.psl"))?;
    let sources = Sources::in_memory([("main.psl", text)]);
    let file = sources.load(Path::new("main.psl")).map_err(|error| format!("{error:?}"))?;
    let mut out = String::new();
    let mut before = String::new();
    for (name, semantics) in [("reference", Semantics::Reference), ("sane", Semantics::Sane)] {
        let (program, found) = shaderception::compile(&file, semantics, &BTreeMap::new());
        let mut shown = harness::diagnostics(&found, &sources);
        if let Some((program, stats)) = program {
            shown += &format!("{stats:?}\n");
            shown += &bytecode::disassemble(&program, ListingStyle::Full, Some(&sources));
        }
        out += &format!("==== {name}\n{}", if shown == before { "the same\n" } else { &shown });
        before = shown;
    }
    let options = TypedOptions::default();
    let (program, found) = shaderception::translate(&file, &BTreeMap::new(), &BTreeSet::new(), &options);
    out += &format!("==== typed\n{}", harness::diagnostics(&found, &sources));
    if let Some(program) = program {
        out += &typed::hlsl(&program, &options).0;
    }
    harness::golden(&folder.join("expected.txt"), &out)
}
