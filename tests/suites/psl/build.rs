//! Programs as units of a build, and on the software device.

use std::path::Path;

use libtest_mimic::{Failed, Trial};
use uberc::dialect::Registry;
use uberc::dialect::shaderception::Semantics;
use uberc::dialect::shaderception::bytecode::to_image;
use uberc::dialect::shaderception::machine::{Image, draw};
use uberc::report::{Ending, Report};
use uberc_runtime::Pack;

use super::draw::{differing, draw as draw_on_device};
use super::programs::{WIDTHS, compiled, frames, is_drawn, programs};
use crate::harness;

pub fn trials() -> Vec<Trial> {
    vec![
        harness::trial("psl::units_are_built", units_are_built),
        harness::trial("psl::the_examples_are_built_for_every_target", the_examples_are_built_for_every_target),
        harness::needs_device(harness::trial("psl::the_device_draws_programs", the_device_draws_programs)),
        harness::needs_device(harness::trial("psl::the_device_runs_the_machine", the_device_runs_the_machine)),
    ]
}

/// Builds a project; what was said.
fn built(folder: &Path) -> Result<(Report, String), Failed> {
    let (report, context) = harness::build_project(&Registry::standard(), folder, Some(folder.join("out.fxo")));
    let said = harness::diagnostics(&report.diagnostics, &context.sources);
    Ok((report, said))
}

const EVERY_TARGET: &str = "fallback = \"deny\"\nsources = [\"*.psl\", \"*.fx\"]\n\
    targets = [\"spirv\", \"wgsl\", \"msl\", \"glsl\", \"gles\", \"webgl\", \"hlsl\"]\n";
const SPIRV: &str = "fallback = \"deny\"\nsources = [\"*.psl\", \"*.fx\"]\ntargets = [\"spirv\"]\n";

fn sidecar(name: &str, branches: &str) -> String {
    format!(
        "local s = Shader(\"{name}\")\n{branches}\
         s.Technique.VertexShader, s.Technique.PixelShader = \"PslVS\", \"PslPS\"\n"
    )
}

/// A branch of the sidecar is a constant of the program: one variant for each value.
fn units_are_built() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text);
    let program = "let c = uv().xyx;\nif (g_bBright) { c = c * 2; }\nfloat4(c.x, c.y, c.z, 1)\n";
    write("uberc.toml", &SPIRV.replace(", \"*.fx\"", ""))?;
    write("glow.psl", program)?;
    write("glow.psl.lua", &sidecar("Glow", "s.Branches = { \"g_bBright\" }\n"))?;
    let (report, said) = built(folder.path())?;
    assert_eq!((report.ending, said.as_str()), (Ending::Success, ""));
    assert_eq!(report.summary.variants, 3, "one vertex shader, two pixel shaders");
    // A mistake is told at its place in the program, and a warning does not stop the build.
    write("glow.psl", &program.replace("uv()", "uvw()"))?;
    let (report, said) = built(folder.path())?;
    assert_eq!(report.ending, Ending::SourceErrors);
    assert!(said.starts_with("glow.psl:1:9+3: error[psl/undefined-function]"), "{said}");
    write("glow.psl", &program.replace("c * 2", "c * missing"))?;
    let (report, said) = built(folder.path())?;
    assert_eq!(report.ending, Ending::Success);
    assert!(said.contains("glow.psl:2:26+7: warning[psl/uninitialised]"), "{said}");
    // The sidecar decides what is a branch: it is an input of the text.
    write("glow.psl", program)?;
    write("glow.psl.lua", &sidecar("Glow", ""))?;
    let (report, said) = built(folder.path())?;
    assert_eq!((report.ending, report.summary.variants), (Ending::Success, 2));
    assert!(said.contains("warning[psl/uninitialised]"), "{said}");
    Ok(())
}

/// The programs, one whose widths a run decides, and the machine.
fn project(folder: &Path, settings: &str) -> Result<(), Failed> {
    std::fs::write(folder.join("uberc.toml"), settings)?;
    let own = [("widths".to_owned(), WIDTHS.to_owned())];
    for (name, text) in programs()?.into_iter().chain(own) {
        std::fs::write(folder.join(format!("{name}.psl")), text)?;
        std::fs::write(folder.join(format!("{name}.psl.lua")), sidecar(&name, ""))?;
    }
    let machine = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/psl/machine");
    for name in ["psl_machine.fx", "psl_machine.fx.lua", "psl_values.fxh"] {
        std::fs::copy(machine.join(name), folder.join(name))?;
    }
    Ok(())
}

fn the_examples_are_built_for_every_target() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    project(folder.path(), EVERY_TARGET)?;
    let (report, said) = built(folder.path())?;
    assert_eq!(report.ending, Ending::Success, "{said}");
    assert!(!said.contains("error["), "{said}");
    Ok(())
}

/// Three frames of each typed program: within one step of 8 bits of the machine's, but for a few pixels whose control flow or
/// fraction of a large number depends on rounding.
fn the_device_draws_programs() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    project(folder.path(), SPIRV)?;
    let (report, said) = built(folder.path())?;
    assert_eq!(report.ending, Ending::Success, "{said}");
    let bytes = std::fs::read(folder.path().join("out.fxo"))?;
    let pack = Pack::open(&bytes)?;
    let pack = pack.target("spirv")?;
    let frames = frames(32);
    let own = [("widths".to_owned(), WIDTHS.to_owned())];
    let mut problems = Vec::new();
    let sampled =
        programs()?.into_iter().enumerate().filter(|(number, _)| is_drawn(*number)).map(|(_, program)| program);
    for (name, text) in sampled.chain(own) {
        let shader = pack.shader(&name)?;
        let technique = shader.technique(shader.key()).map_err(|miss| format!("{miss:?}"))?;
        let program = compiled(&text, Semantics::Sane)?;
        let mut before: Option<Image> = None;
        for number in 0..3 {
            // Both see the frame that the machine drew.
            let environment = frames.environment(number, before.as_ref());
            let expected = draw(&program, &environment).image;
            let drawn = draw_on_device(&technique, &environment, &[])?;
            let count = differing(&expected, &drawn);
            if count > 8 {
                problems.push(format!("{name}, frame {number}: {count} of 1024 pixels"));
            }
            before = Some(expected);
        }
    }
    if problems.is_empty() { Ok(()) } else { Err(problems.join("\n").into()) }
}

/// The machine as a shader draws what the machine on the CPU draws, for all programs in both semantics. It is the small one: the
/// device's compiler takes 20 times longer for arrays of 256 and 128 elements.
fn the_device_runs_the_machine() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    project(folder.path(), SPIRV)?;
    let (report, said) = built(folder.path())?;
    assert_eq!(report.ending, Ending::Success, "{said}");
    let bytes = std::fs::read(folder.path().join("out.fxo"))?;
    let pack = Pack::open(&bytes)?;
    let machine = pack.target("spirv")?.shader("PslMachine")?;
    let mut key = machine.key();
    for branch in ["g_bSmall", "g_bMath", "g_bGeometry", "g_bTextures", "g_bAudio"] {
        key = key.with(machine.branch(branch)?, true);
    }
    let technique = machine.technique(key).map_err(|miss| format!("{miss:?}"))?;
    let frames = frames(32);
    let mut problems = Vec::new();
    for (_, (name, text)) in programs()?.into_iter().enumerate().filter(|(number, _)| is_drawn(*number)) {
        let mut drawn_before: Option<Vec<u8>> = None;
        for semantics in [Semantics::Reference, Semantics::Sane] {
            let program = compiled(&text, semantics)?;
            assert!(program.registers.len() <= 32, "{name} does not fit the small machine");
            let image = to_image(&program, false);
            // Where both semantics give one image, it is drawn once.
            if drawn_before.as_ref() == Some(&image) {
                continue;
            }
            let first = draw(&program, &frames.environment(0, None)).image;
            let environment = frames.environment(1, Some(&first));
            let expected = draw(&program, &environment).image;
            let drawn = draw_on_device(&technique, &environment, &image)?;
            let count = differing(&expected, &drawn);
            if count > 8 {
                problems.push(format!("{name}: {count} of 1024 pixels"));
            }
            drawn_before = Some(image);
        }
    }
    if problems.is_empty() { Ok(()) } else { Err(problems.join("\n").into()) }
}
