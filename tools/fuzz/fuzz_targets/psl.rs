//! Any bytes as a program of PSL, as an image and as a listing: no panic, an error has a place, and what runs ends within the jump
//! budget.
#![no_main]

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

use libfuzzer_sys::fuzz_target;
use uberc::diag::{Diagnostic, SourceFile, Sources};
use uberc::dialect::shaderception::bytecode::{
    JUMP_BUDGET, ListingStyle, MOST_INSTRUCTIONS, Program, assemble, disassemble, from_image, to_image,
};
use uberc::dialect::shaderception::machine::{Environment, Machine};
use uberc::dialect::shaderception::typed::{Interpreter, TypedOptions, hlsl};
use uberc::dialect::shaderception::{Semantics, compile, features, translate};

const UV: [f32; 2] = [0.3, 0.6];

fuzz_target!(|bytes: &[u8]| {
    let sources = Sources::in_memory([("main.psl", bytes.to_vec())]);
    if let Ok(file) = sources.load(Path::new("main.psl")) {
        for semantics in [Semantics::Reference, Semantics::Sane] {
            let (program, found) = compile(&file, semantics, &BTreeMap::new());
            check(&found);
            assert_eq!(program.is_none(), found.iter().any(Diagnostic::is_error));
            if let Some((program, stats)) = program {
                assert!(stats.instructions <= MOST_INSTRUCTIONS);
                run(&program);
            }
        }
        typed(&file);
        if let Ok(program) = assemble(&file) {
            run(&program);
        }
    }
    for lenient in [false, true] {
        if let Ok(program) = from_image(bytes, lenient) {
            run(&program);
            let image = to_image(&program, false);
            // What was read strictly reads back the same.
            if !lenient {
                let again = from_image(&image, false).expect("a strict program has a strict image");
                assert_eq!(to_image(&again, false), image);
            }
        }
    }
});

fn check(found: &[Diagnostic]) {
    assert!(found.iter().all(|problem| problem.primary.is_some()));
}

/// The machine ends, and both styles of the listing lead back to the image.
fn run(program: &Program) {
    let (_, counters) = Machine::default().run(program, &Environment::default(), UV);
    assert!(counters.jumps <= JUMP_BUDGET + 1);
    assert!(counters.steps <= (u64::from(JUMP_BUDGET) + 2) * MOST_INSTRUCTIONS as u64);
    let needs = features::stack_bound(program);
    assert!(needs.is_none_or(|most| counters.stack <= most));
    let image = to_image(program, false);
    for style in [ListingStyle::Plain, ListingStyle::Full] {
        let sources = Sources::in_memory([("none", Vec::new())]);
        let listing = disassemble(program, style, None);
        // Images that were read leniently can have operands that no listing has.
        if let Ok(read) = assemble(&sources.add("listing", &listing)) {
            assert_eq!(to_image(&read, false), image);
        }
    }
}

/// The typed program ends by its loop guard.
fn typed(file: &Arc<SourceFile>) {
    let options = TypedOptions::default();
    let (program, found) = translate(file, &BTreeMap::new(), &BTreeSet::new(), &options);
    check(&found);
    if let Some(program) = program {
        hlsl(&program, &options);
        Interpreter::new(&program, &options, Environment::default()).run(UV);
    }
}
