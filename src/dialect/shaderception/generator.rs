//! PSL as a dialect: a program as an HLSL unit with the entry points `PslVS` and `PslPS`, or as an image of the machine.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::PathBuf;

use super::bytecode::{self, Program, Stats};
use super::definitions::definitions;
use super::features::features;
use super::typed::{self, DynamicWidths, OutputFill, TypedOptions};
use super::{Semantics, branches_of, compile, translate};
use crate::diag::{Diagnostic, SourceFile, Span};
use crate::dialect::{
    Extension, Generated, GeneratedProgram, Generator, GeneratorInput, GeneratorOption, OptionKind, OptionValues,
    STAND_IN,
};
use crate::model::Scalar;

/// PSL, translated to HLSL or compiled for the machine.
#[derive(Clone, Copy, Debug)]
pub struct Shaderception;

/// The machine, as archives name it.
const MACHINE: &str = "psl";

/// Iterations of a pixel that can be set as the bound of loops.
const MOST_ITERATIONS: u32 = 1 << 30;

const OPTIONS: [GeneratorOption; 4] = [
    GeneratorOption {
        name: "output",
        takes: OptionKind::Word(&["zero", "cross", "bytecode"]),
        is_branch: false,
        about: "What a program becomes: a shader in which missing lanes of its value are 0; one in which one lane is grey, missing \
                blue is 0 and alpha 1, and colours are sRGB; an image for the machine.",
        default: "\"zero\"",
    },
    GeneratorOption {
        name: "semantics",
        takes: OptionKind::Word(&["reference", "sane"]),
        is_branch: false,
        about: "What defects of the reference compiler become: kept (`reference`, for images alone) or repaired. Without it, \
                images keep them and shaders have them repaired.",
        default: "\"sane\"",
    },
    GeneratorOption {
        name: "dynamic",
        takes: OptionKind::Word(&["auto", "error"]),
        is_branch: false,
        about: "Whether values of shaders may have a number of lanes that only a run decides.",
        default: "\"auto\"",
    },
    GeneratorOption {
        name: "loop_guard",
        takes: OptionKind::Number(MOST_ITERATIONS),
        is_branch: false,
        about: "Iterations of all loops of a pixel after which a shader ends and the pixel is black; 0: no bound.",
        default: "2000",
    },
];

impl Generator for Shaderception {
    fn name(&self) -> &'static str {
        "psl"
    }

    fn extensions(&self) -> &'static [Extension] {
        &[Extension { name: "psl", header: true }]
    }

    fn language(&self) -> &'static str {
        "hlsl"
    }

    fn options(&self) -> &'static [GeneratorOption] {
        &OPTIONS
    }

    fn definitions(&self, file: &SourceFile, at: u32) -> Option<Vec<Span>> {
        Some(definitions(file, at))
    }

    fn revision(&self) -> u32 {
        3
    }

    fn machine(&self, options: &OptionValues) -> Option<&'static str> {
        (word(options, "output") == Some("bytecode")).then_some(MACHINE)
    }

    fn generate(&self, input: &GeneratorInput<'_>) -> Generated {
        let mut generated = Generated::default();
        let branches = branches(input, &mut generated);
        generated.switches = branches_of(input.file, &branches);
        if self.machine(input.options).is_some() {
            generated.text = stand_in(generated.switches.keys());
            return generated;
        }
        if word(input.options, "semantics") == Some("reference") {
            let message = "the semantics `reference` are those of images, and the program becomes a shader";
            let at = input.file.line_span(1);
            let help = "Set `Output = \"bytecode\"` of the shader, or leave `semantics` out.";
            generated.diagnostics.push(Diagnostic::error("psl/option-conflict", message).at(at).help(help));
            return generated;
        }
        let options = typed_options(input.options);
        let (program, diagnostics) = translate(input.file, &BTreeMap::new(), &branches, &options);
        generated.diagnostics = diagnostics;
        if let Some(program) = program {
            (generated.text, generated.places) = typed::hlsl(&program, &options);
        }
        generated
    }

    fn program(&self, input: &GeneratorInput<'_>, constants: &BTreeMap<String, i64>) -> GeneratedProgram {
        let semantics = match word(input.options, "semantics") {
            Some("sane") => Semantics::Sane,
            _ => Semantics::Reference,
        };
        // As in typed programs, a branch is 0 or 1, and what the program assigns is a variable.
        let names = branches_of(input.file, &constants.keys().cloned().collect());
        let constants = constants.iter().filter(|(name, _)| names.contains_key(*name));
        let constants = constants.map(|(name, value)| (name.clone(), f32::from(u8::from(*value != 0)))).collect();
        let (program, diagnostics) = compile(input.file, semantics, &constants);
        let (bytes, metadata) = match program {
            Some((program, stats)) => (Some(bytecode::to_image(&program, true)), metadata(&program, stats)),
            None => (None, Vec::new()),
        };
        GeneratedProgram { bytes, metadata, diagnostics }
    }
}

fn word<'a>(options: &'a OptionValues, name: &str) -> Option<&'a str> {
    options.get(name)?.first().map(String::as_str)
}

fn typed_options(options: &OptionValues) -> TypedOptions {
    TypedOptions {
        dynamic: if word(options, "dynamic") == Some("error") { DynamicWidths::Error } else { DynamicWidths::Auto },
        output: if word(options, "output") == Some("cross") { OutputFill::Cross } else { OutputFill::Zero },
        loop_guard: word(options, "loop_guard")
            .and_then(|number| number.parse().ok())
            .unwrap_or(TypedOptions::default().loop_guard),
    }
}

/// What an engine must know to run a program: its needs, and the branches of the machine's shader that it needs on.
fn metadata(program: &Program, stats: Stats) -> Vec<(String, Scalar)> {
    let number = |name: &str, value: usize| (format!("psl {name}"), Scalar::Number(value as f64));
    let mut all = vec![
        number("instructions", stats.instructions),
        number("registers", stats.registers),
        number("stack", stats.stack),
    ];
    all.extend(features(program).into_iter().map(|(branch, is_on)| (format!("psl {branch}"), Scalar::Bool(is_on))));
    all
}

/// A unit that says which branches the programs depend on. It is specialised as the unit of a typed program would be,
/// which divides the permutations, and is not compiled.
fn stand_in<'a>(branches: impl Iterator<Item = &'a String> + Clone) -> String {
    let mut text = String::from("// Stands for the programs of a machine.\n");
    for branch in branches.clone() {
        _ = writeln!(text, "bool {branch};");
    }
    // One expression: the name of a local variable could be that of a branch.
    _ = write!(text, "float4 {STAND_IN}() : SV_Target\n{{\n    return float4(0.0, 0.0, 0.0, 0.0)");
    for branch in branches {
        _ = write!(text, "\n        + ({branch} ? 1.0 : 0.0)");
    }
    text.push_str(";\n}\n");
    text
}

/// Names that are branches where the program reads them and never assigns them: every string of the sidecar that is a
/// name. The text is made before the sidecar runs, and what is no branch of the shader has no effect, because a name
/// that nothing assigns is four zeros.
fn branches(input: &GeneratorInput<'_>, generated: &mut Generated) -> BTreeSet<String> {
    let mut names: BTreeSet<String> = input.branches.iter().map(|branch| branch.name.clone()).collect();
    let Some(path) = &input.file.path else { return names };
    let mut name = path.clone().into_os_string();
    name.push(".lua");
    let path = PathBuf::from(name);
    let Ok(sidecar) = input.sources.load(&path) else {
        generated.missing.push(path);
        return names;
    };
    generated.files.push(sidecar.id);
    for quote in ['"', '\''] {
        let parts = sidecar.text.split(quote).skip(1).filter(|part| {
            part.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
                && part.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
        });
        names.extend(parts.map(str::to_owned));
    }
    names
}
