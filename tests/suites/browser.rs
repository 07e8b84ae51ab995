//! Every WGSL module that uberc writes for browsers, shown to Chromium.

use std::collections::BTreeSet;
use std::path::Path;

use libtest_mimic::{Failed, Trial};
use uberc::dialect::hlsl::analyse::Version;
use uberc::model::{Stage, Target};

use super::{hlsl_lower, library};
use crate::harness;
use crate::harness::browser::{Refused, needs_browser, refused_wgsl};
use crate::harness::embedded::compile;

pub fn trials() -> Vec<Trial> {
    vec![
        needs_browser(harness::trial("browser::takes_the_library", takes_the_library)),
        needs_browser(harness::trial("browser::takes_the_cases", takes_the_cases)),
        needs_browser(harness::trial("browser::refuses_the_same_barriers", refuses_the_same_barriers)),
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

/// Small programs with barriers: `wgsl` has an error where Chromium refuses what `wgpu` has.
fn refuses_the_same_barriers() -> Result<(), Failed> {
    let folder = harness::suite_dir("barriers");
    let common = std::fs::read_to_string(folder.join("common.fx"))?;
    let (mut modules, mut ours) = (Vec::new(), BTreeSet::new());
    for line in std::fs::read_to_string(folder.join("programs.txt"))?.lines() {
        let (name, body) = line.split_once(": ").ok_or_else(|| format!("no name: {line}"))?;
        let text = format!(
            "{common}[numthreads(64, 1, 1)] void main(uint lane : SV_GroupIndex, uint3 group : SV_GroupID)\n\
             {{ {body} g_rw[lane] = g_s[lane]; }}\n"
        );
        let compiled = |target| compile(&text, Stage::Compute, "main", Version::V2018, target, false);
        let native = compiled(Target::Wgpu).map_err(|message| format!("{name}: {message}"))?;
        modules.push((name.to_owned(), String::from_utf8(native.output)?));
        match compiled(Target::Wgsl) {
            Ok(_) => {}
            Err(message) if message.contains("compile/divergent-barrier") => drop(ours.insert(name.to_owned())),
            Err(message) => return Err(format!("{name}: {message}").into()),
        }
    }
    let refused = refused_wgsl(&modules)?;
    let theirs: BTreeSet<String> = refused.iter().map(|one| one.name.clone()).collect();
    let different: Vec<&String> = ours.symmetric_difference(&theirs).collect();
    assert!(different.is_empty(), "{different:?}: {}", told(&refused));
    assert!(ours.len() > 20 && ours.len() + 20 < modules.len(), "{} of {}", ours.len(), modules.len());
    Ok(())
}

fn told(refused: &[Refused]) -> String {
    let lines = refused.iter().map(|Refused { name, line, message }| format!("{name}:{line}: {message}"));
    lines.collect::<Vec<_>>().join("\n")
}
