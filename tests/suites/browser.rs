//! Every WGSL module that uberc writes for browsers, shown to Chromium.

use std::path::Path;

use libtest_mimic::{Failed, Trial};
use uberc::model::Target;

use super::{hlsl_lower, library};
use crate::harness;
use crate::harness::browser::{Refused, needs_browser, refused_wgsl};

pub fn trials() -> Vec<Trial> {
    vec![
        needs_browser(harness::trial("browser::takes_the_library", takes_the_library)),
        needs_browser(harness::trial("browser::takes_the_cases", takes_the_cases)),
    ]
}

/// The library in both languages, whole.
fn takes_the_library() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let mut modules = Vec::new();
    for library in ["shaders", "shaders/glsl"] {
        let file = folder.path().join("library.fxo").display().to_string();
        library::uberc(&[
            "build",
            &Path::new(env!("CARGO_MANIFEST_DIR")).join(library).display().to_string(),
            "--target",
            "wgsl",
            "--output",
            &file,
        ])?;
        for (at, (name, text)) in library::blobs(&std::fs::read(&file)?, "wgsl")?.into_iter().enumerate() {
            modules.push((format!("{library} {name} {at}"), String::from_utf8(text)?));
        }
    }
    assert!(modules.len() > 700, "only {} modules", modules.len());
    let refused = refused_wgsl(&modules)?;
    assert!(refused.is_empty(), "{}", told(&refused));
    Ok(())
}

/// What the cases of lowering become: written so that a browser takes it, or refused by uberc.
fn takes_the_cases() -> Result<(), Failed> {
    let modules = hlsl_lower::texts(Target::Wgsl)?;
    assert!(modules.len() > 30, "only {} modules", modules.len());
    let (of_device, refused): (Vec<Refused>, Vec<Refused>) =
        refused_wgsl(&modules)?.into_iter().partition(Refused::is_of_device);
    assert!(refused.is_empty(), "{}", told(&refused));
    // SwiftShader has no 16-bit floats.
    let uses_halves =
        |refused: &Refused| modules.iter().any(|(name, text)| *name == refused.name && text.contains("enable f16;"));
    assert!(of_device.iter().all(uses_halves), "{}", told(&of_device));
    Ok(())
}

fn told(refused: &[Refused]) -> String {
    let lines = refused.iter().map(|Refused { name, line, message }| format!("{name}:{line}: {message}"));
    lines.collect::<Vec<_>>().join("\n")
}
