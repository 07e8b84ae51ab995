//! Any program the analysis accepts becomes valid SPIR-V and WGSL, or a message that is the source's fault or names what the
//! native chain cannot say; never a defect of ours. A compiler that has compiled other programs makes the same module.
#![no_main]

use std::sync::{Arc, LazyLock};

use libfuzzer_sys::fuzz_target;
use uberc::compile::{Analysis, Embedded, ProgramForm, embed};
use uberc::diag::{Style, render};
use uberc::dialect::hlsl::analyse::{Session, Version};
use uberc::model::{BindingRule, SourceText, Stage, Target};
use uberc_fuzz::program;

/// The compiler of all programs.
static SHARED: LazyLock<Embedded> = LazyLock::new(|| Embedded::new(ProgramForm::Spirv).expect("it writes SPIR-V"));

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
            let rule = BindingRule::default();
            let made = embed(&analysis, stage, "main", target, rule, false);
            if target == Target::Spirv {
                for _ in 0..2 {
                    let shared = SHARED.compile(&analysis, (stage, "main"), target, rule, false, None);
                    assert_eq!(shared, made);
                }
            }
            let Err(found) = made else { continue };
            for diagnostic in &found {
                let told = render(diagnostic, &sources, Style::Plain);
                assert_ne!(diagnostic.code, "hlsl/internal", "{told}");
            }
        }
    }
});
