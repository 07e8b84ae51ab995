//! Programs as units of a build, and on the software device.

use std::path::Path;

use libtest_mimic::{Failed, Trial};
use uberc::dialect::Registry;
use uberc::dialect::shaderception::Semantics;
use uberc::dialect::shaderception::ast::BinaryOp;
use uberc::dialect::shaderception::bytecode::{Instruction, Program, to_image};
use uberc::dialect::shaderception::machine::{Image, draw};
use uberc::dialect::shaderception::{features, formulas};
use uberc::report::{Ending, Report};
use uberc_runtime::Pack;

use super::draw::{differing, draw as draw_on_device};
use super::programs::{LOOPS, WIDTHS, compiled, frames, is_drawn, programs};
use crate::harness;

pub fn trials() -> Vec<Trial> {
    vec![
        harness::trial("psl::units_are_built", units_are_built),
        harness::trial("psl::units_can_be_programs_of_the_machine", units_can_be_programs_of_the_machine),
        harness::trial("psl::the_machines_include_is_written_from_the_table", the_machines_include),
        harness::trial("psl::the_examples_are_built_for_every_target", the_examples_are_built_for_every_target),
        harness::needs_device(harness::trial("psl::the_device_draws_programs", the_device_draws_programs)),
        harness::needs_device(harness::trial("psl::the_device_runs_the_machine", the_device_runs_the_machine)),
        harness::needs_device(harness::trial(
            "psl::a_pruned_machine_draws_its_program",
            a_pruned_machine_draws_its_program,
        )),
    ]
}

/// Programs that are no examples.
fn own() -> [(String, String); 2] {
    [("widths", WIDTHS), ("loops", LOOPS)].map(|(name, text)| (name.to_owned(), text.to_owned()))
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

/// The sidecar of a unit that becomes programs of the machine.
fn program_sidecar(name: &str, fields: &str) -> String {
    format!("local s = Shader(\"{name}\")\n{fields}s.Output = \"bytecode\"\n")
}

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

/// `Output = "bytecode"`: a technique has an image for the values of its branches, in the place of stages, and what an engine must
/// know to run it. A record of the unit leads to the same archive.
fn units_can_be_programs_of_the_machine() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text);
    // In `reference`, a scalar that is assigned to two lanes is an accepted defect; `sane` repairs it with another instruction.
    let program =
        "let c = uv().xyx;\nif (g_bBright) { c.xy = 2; }\nlet g_bKept = 1;\nfloat4(c.x, sin(c.y), c.z, g_bKept)\n";
    let branches = "s.Branches = { \"g_bBright\", \"g_bKept\" }\n";
    write("uberc.toml", &SPIRV.replace(", \"*.fx\"", ""))?;
    write("glow.psl", program)?;
    write("glow.psl.lua", &program_sidecar("Glow", branches))?;
    let (report, said) = built(folder.path())?;
    assert_eq!(report.ending, Ending::Success, "{said}");
    assert_eq!(report.summary.variants, 0, "nothing is compiled for the target");
    assert_eq!(report.summary.programs, 2);
    assert!(said.contains("warning[psl/width-mismatch]"), "{said}");
    let archive = std::fs::read(folder.path().join("out.fxo"))?;
    let pack = Pack::open(&archive)?;
    let glow = pack.target("spirv")?.shader("Glow")?;
    assert_eq!(glow.techniques().len(), 2, "the program assigns g_bKept, so that only g_bBright divides");
    for bright in [false, true] {
        let key = glow.key().with(glow.branch("g_bBright")?, bright);
        let technique = glow.technique(key).map_err(|miss| format!("{miss:?}"))?;
        let packed = technique.program().ok_or("no program")?;
        assert_eq!((packed.machine(), technique.stages().count()), ("psl", 0));
        let text = program.replace("g_bBright", if bright { "1" } else { "0" });
        let (program, semantics) = (packed.code()?, Semantics::Reference);
        assert!(program == to_image(&compiled(&text, semantics)?, true), "bright {bright}");
        let known = |name: &str| technique.metadata().get(name);
        assert_eq!(known("psl g_bMath"), Some(uberc_runtime::Scalar::Bool(true)));
        assert_eq!(known("psl g_bGeometry"), Some(uberc_runtime::Scalar::Bool(false)));
        assert_eq!(known("psl registers"), Some(uberc_runtime::Scalar::Number(2.0)));
    }
    let (report, said) = built(folder.path())?;
    assert!(said.contains("warning[psl/width-mismatch]"), "{said}");
    assert_eq!((report.ending, report.summary.programs), (Ending::Success, 2));
    std::fs::remove_file(folder.path().join("out.fxo"))?;
    built(folder.path())?;
    assert!(std::fs::read(folder.path().join("out.fxo"))? == archive, "the unit's record leads to another archive");
    // Mistakes have their place in the program, once for all techniques; those of `sane` are none in `reference`.
    write("glow.psl", &program.replace("sin", "sinn"))?;
    let (report, said) = built(folder.path())?;
    assert_eq!((report.ending, said.matches("error[").count()), (Ending::SourceErrors, 1), "{said}");
    assert!(said.contains("glow.psl:4:13+4: error[psl/undefined-function]"), "{said}");
    write("glow.psl", "let v = ;\nv\n")?;
    let (report, said) = built(folder.path())?;
    assert_eq!(report.ending, Ending::Success, "{said}");
    assert!(said.contains("warning[psl/empty-expression]"), "{said}");
    write("glow.psl.lua", &program_sidecar("Glow", &(branches.to_owned() + "s.Options = { semantics = \"sane\" }\n")))?;
    let (report, said) = built(folder.path())?;
    assert_eq!(report.ending, Ending::SourceErrors);
    assert!(said.contains("error[psl/empty-expression]"), "{said}");
    // A program in the sidecar has the same branches.
    write("glow.psl", program)?;
    let text = "s.Source = 'if (g_bBright) { uv() } else { xy() }'\ns.Branches = { \"g_bBright\" }\n";
    for sidecar in [program_sidecar("Glow", text), sidecar("Glow", text)] {
        write("glow.psl.lua", &sidecar)?;
        let (report, said) = built(folder.path())?;
        assert_eq!((report.ending, said.as_str()), (Ending::Success, ""));
        let archive = std::fs::read(folder.path().join("out.fxo"))?;
        let glow = Pack::open(&archive)?;
        assert_eq!(glow.target("spirv")?.shader("Glow")?.techniques().len(), 2);
    }
    write("glow.psl.lua", &sidecar("Glow", "s.Options = { semantics = \"reference\" }\n"))?;
    let (_, said) = built(folder.path())?;
    assert!(said.contains("error[psl/option-conflict]"), "{said}");
    Ok(())
}

/// The include has every function of the table, with the translator's formulas; `--bless` writes it.
fn the_machines_include() -> Result<(), Failed> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/psl/machine/psl_functions.fxh");
    harness::golden(&path, &formulas::machine_include())
}

/// The programs, one whose widths a run decides, and the machine.
fn project(folder: &Path, settings: &str) -> Result<(), Failed> {
    std::fs::write(folder.join("uberc.toml"), settings)?;
    for (name, text) in programs()?.into_iter().chain(own()) {
        std::fs::write(folder.join(format!("{name}.psl")), text)?;
        std::fs::write(folder.join(format!("{name}.psl.lua")), sidecar(&name, ""))?;
    }
    let machine = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/psl/machine");
    for name in ["psl_machine.fx", "psl_machine.fx.lua", "psl_values.fxh", "psl_functions.fxh"] {
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
    let mut problems = Vec::new();
    let sampled =
        programs()?.into_iter().enumerate().filter(|(number, _)| is_drawn(*number)).map(|(_, program)| program);
    for (name, text) in sampled.chain(own()) {
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
    for operator in [Instruction::UnknownBinary(0), Instruction::UnknownBinary(13), Instruction::UnknownUnary(7)] {
        // `uv()`, the operator, and a sum that shows how wide the result is.
        let two = matches!(operator, Instruction::UnknownBinary(_)).then(|| Instruction::number(0.5));
        let start = [Instruction::Call(30)].into_iter().chain(two);
        let add =
            [Instruction::PushConst([0.25_f32, 0.5, 0.75, 1.0].map(f32::to_bits)), Instruction::Binary(BinaryOp::Add)];
        let program = Program { instructions: start.chain([operator]).chain(add).collect(), ..Program::default() };
        let environment = frames.environment(0, None);
        let drawn = draw_on_device(&technique, &environment, &to_image(&program, false))?;
        let count = differing(&draw(&program, &environment).image, &drawn);
        if count > 0 {
            problems.push(format!("{operator:?}: {count} of 1024 pixels"));
        }
    }
    if problems.is_empty() { Ok(()) } else { Err(problems.join("\n").into()) }
}

/// The machine for one program alone, without the opcodes, operators and functions that the program does not use.
fn a_pruned_machine_draws_its_program() -> Result<(), Failed> {
    let frames = frames(32);
    let mut texts = Vec::new();
    for name in ["plasma", "feedback", "functions"] {
        let all = programs()?;
        let (_, text) = all.iter().find(|(known, _)| known == name).ok_or("the program is not there")?;
        let folder = tempfile::tempdir()?;
        project(folder.path(), &format!("{SPIRV}[defines]\nPSL_USES = \"1\"\n"))?;
        for entry in std::fs::read_dir(folder.path())? {
            let path = entry?.path();
            if path.to_string_lossy().contains(".psl") {
                std::fs::remove_file(path)?;
            }
        }
        let program = compiled(text, Semantics::Sane)?;
        std::fs::write(folder.path().join("psl_uses.fxh"), features::header(&program))?;
        let (report, said) = built(folder.path())?;
        assert_eq!(report.ending, Ending::Success, "{said}");
        let bytes = std::fs::read(folder.path().join("out.fxo"))?;
        let pack = Pack::open(&bytes)?;
        let machine = pack.target("spirv")?.shader("PslMachine")?;
        let mut key = machine.key();
        for (branch, is_on) in features::features(&program) {
            key = key.with(machine.branch(branch)?, is_on && branch != "g_bSmall");
        }
        let technique = machine.technique(key).map_err(|miss| format!("{miss:?}"))?;
        texts.push(technique.pixel().ok_or("no pixel stage")?.code()?.len());
        let first = draw(&program, &frames.environment(0, None)).image;
        let environment = frames.environment(1, Some(&first));
        let expected = draw(&program, &environment).image;
        let count = differing(&expected, &draw_on_device(&technique, &environment, &to_image(&program, false))?);
        assert!(count <= 8, "{name}: {count} of 1024 pixels");
    }
    // Each program has a machine of its own size.
    texts.dedup();
    assert_eq!(texts.len(), 3, "{texts:?}");
    Ok(())
}
