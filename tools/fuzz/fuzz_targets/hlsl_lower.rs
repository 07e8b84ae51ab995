//! Any program the analysis accepts becomes valid SPIR-V and WGSL, or a message that is the source's fault or names what the
//! native chain cannot say; never a defect of ours.
#![no_main]

use std::sync::Arc;

use libfuzzer_sys::fuzz_target;
use uberc::compile::{Analysis, embed};
use uberc::diag::{Style, render};
use uberc::dialect::hlsl::analyse::{Session, Version};
use uberc::model::{BindingRule, SourceText, Stage, Target};
use uberc_fuzz::program;

fuzz_target!(|bytes: &[u8]| {
    let Some((sources, unit)) = program(bytes) else { return };
    let source = SourceText::whole(Arc::new(unit));
    let session = Session::new();
    for stage in [Stage::Vertex, Stage::Pixel, Stage::Compute, Stage::Amplification, Stage::Mesh] {
        let analysis = Analysis::new(&source, &sources, &session, Version::default());
        // A build says these before it compiles.
        let signature = analysis.session.signature(&source, stage, "main", analysis.language.version, false, false);
        if signature.is_some_and(|signature| !signature.problems.is_empty()) {
            continue;
        }
        for target in [Target::Spirv, Target::Wgsl] {
            let Err(found) = embed(&analysis, stage, "main", target, BindingRule::default(), false) else { continue };
            for diagnostic in &found {
                let told = render(diagnostic, &sources, Style::Plain);
                assert_ne!(diagnostic.code, "hlsl/internal", "{told}");
            }
        }
    }
});
