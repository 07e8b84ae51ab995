//! Any bytes are specialised, folded and plain, for every value of some branches; names, purity and folding included.
#![no_main]

use std::path::Path;
use std::sync::Arc;

use libfuzzer_sys::fuzz_target;
use uberc::dialect::hlsl::GRAMMAR;
use uberc::model::{
    BranchKind, BranchLayout, Cube, CubeOutcome, Exploration, Limits, Outcome, Permutation, ShaderDeclaration, ShaderTokens, Stage,
    Technique, TechniqueId,
};
use uberc::specialise::{Layout, Mode, emit, specialise};
use uberc_fuzz::program;

fuzz_target!(|bytes: &[u8]| {
    let Some((sources, unit)) = program(bytes) else { return };
    let Ok(file) = sources.load(Path::new("main.fx")) else { return };
    let bools = ["g_bA", "g_bB"].map(|name| (name.to_owned(), BranchKind::Bool, None));
    let number = ("g_n".to_owned(), BranchKind::Int { min: 0, max: 2 }, None);
    let Ok(layout) = BranchLayout::new(bools.into_iter().chain([number])) else { return };
    let mut technique = Technique::default();
    technique.entry_points.insert(Stage::Pixel, "main".to_owned());
    let declaration = ShaderDeclaration {
        name: "Fuzzed".to_owned(),
        branches: layout.clone(),
        technique: technique.clone(),
        has_specialize: false,
        source: None,
        dialect: "hlsl".to_owned(),
        fallback: None,
        fallback_declared: None,
        dialect_declared: None,
        options: Default::default(),
        materials: None,
        implemented: Vec::new(),
        metadata: Default::default(),
        declared: file.line_span(1),
    };
    let outcome = Outcome::Built { technique: TechniqueId(0), written_mask: 0, written_value: 0 };
    let cubes = vec![CubeOutcome { cube: Cube::ALL, outcome, reads: Vec::new() }];
    let exploration = Exploration::new(1, vec![Arc::new(technique)], cubes);
    let unit = ShaderTokens::shared(unit, &exploration.techniques);
    for mode in [Mode::Folded, Mode::Plain] {
        let (set, _) = specialise(&GRAMMAR, &declaration, &exploration, &unit, mode, &Limits::default());
        for source in &set.sources {
            emit(source, &sources, Layout::AsWritten);
        }
        if set.parts.is_empty() {
            continue;
        }
        for key in (0..1u64 << layout.bits()).filter(|bits| layout.exists(*bits)) {
            assert!(set.technique_of(Permutation(key)).is_some(), "a permutation lies in no part");
        }
    }
});
