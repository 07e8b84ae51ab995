//! Any GLSL has a typed tree or an error; a program becomes valid SPIR-V and WGSL, or a message that is the source's fault or names what the
//! embedded compiler does not support, never a defect of ours.
#![no_main]

use std::sync::Arc;

use libfuzzer_sys::fuzz_target;
use uberc::compile::{Analysis, embed};
use uberc::diag::{Style, render};
use uberc::dialect::Language;
use uberc::dialect::glsl::Glsl;
use uberc::model::{BindingRule, LanguageVersion, SourceText, Stage, Target};
use uberc_fuzz::program_in;

fuzz_target!(|bytes: &[u8]| {
    let Some((sources, unit)) = program_in(bytes, Glsl.preprocessor()) else { return };
    let source = SourceText::whole(Arc::new(unit));
    let session = Glsl.open_session();
    for stage in [Stage::Vertex, Stage::Pixel, Stage::Compute, Stage::Amplification, Stage::Mesh] {
        let analysis = Analysis::new(&source, &sources, &*session, LanguageVersion::default());
        for target in [Target::Spirv, Target::Wgsl] {
            let Err(found) = embed(&analysis, stage, "main", target, BindingRule::default(), false) else { continue };
            for diagnostic in &found {
                let told = render(diagnostic, &sources, Style::Plain);
                assert_ne!(diagnostic.code, "glsl/internal", "{told}");
            }
        }
    }
});
