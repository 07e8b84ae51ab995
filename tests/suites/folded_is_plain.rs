//! Folding changes nothing: for the shader library, a folded variant and the plain substitution of the same values are the
//! same optimised SPIR-V, up to the numbers of ids and the order in which types, constants and variables are declared.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use libtest_mimic::{Failed, Trial};
use rayon::prelude::*;
use rspirv::dr::{Function, Instruction, Module, Operand};
use rspirv::spirv::Op;
use uberc::model::{Stage, Target, VariantSet};
use uberc::pipeline::{ShaderFront, World, front};
use uberc::specialise::{Layout, Mode, emit, specialise};

use crate::harness;

pub fn trials() -> Vec<Trial> {
    let trial = Trial::test("folded_is_plain::library", library);
    vec![harness::needs("glslangValidator", harness::needs("spirv-opt", trial))]
}

/// So many final techniques of a shader are compared, evenly spread; `UBERC_ALL_VARIANTS` compares all, and
/// `UBERC_KEEP_DIFFERING` names a folder for the texts that differ.
const SAMPLES: usize = 24;

/// A pixel or compute variant's plain and folded numbers.
type Pair = (u32, u32);

fn library() -> Result<(), Failed> {
    let (world, _) = World::open(&[Path::new(env!("CARGO_MANIFEST_DIR")).join("shaders")]);
    let known = front(&world, &[Target::Spirv]);
    let folder = tempfile::tempdir()?;
    let everything = std::env::var_os("UBERC_ALL_VARIANTS").is_some();
    let mut differing = Vec::new();
    for shader in &known.shaders {
        let (plain, _) = specialise(&shader.declaration, &shader.exploration, &shader.tokens, Mode::Plain);
        let count = shader.exploration.finals.len();
        let step = if everything { 1 } else { count.div_ceil(SAMPLES).max(1) };
        let mut pairs: BTreeMap<Pair, usize> = BTreeMap::new();
        for at in (0..count).step_by(step) {
            for (stage, variant) in &plain.techniques[at] {
                let folded = shader.variants.techniques[at][stage];
                pairs.entry((variant.0, folded.0)).or_insert(at);
            }
        }
        let mut jobs: Vec<(bool, u32)> =
            pairs.keys().flat_map(|(plain, folded)| [(false, *plain), (true, *folded)]).collect();
        jobs.sort_unstable();
        jobs.dedup();
        let compiled: BTreeMap<(bool, u32), String> = jobs
            .par_iter()
            .map(|(folded, variant)| {
                let set = if *folded { &shader.variants } else { &plain };
                Ok(((*folded, *variant), spirv(&world, shader, set, *variant, folder.path())?))
            })
            .collect::<Result<_, String>>()?;
        if shader.declaration.name == "RenderMesh" {
            let distinct: std::collections::BTreeSet<&String> = compiled.values().collect();
            assert!(distinct.len() > SAMPLES / 2, "the comparison tells nothing apart");
        }
        for ((plain_id, folded_id), at) in pairs {
            if compiled[&(false, plain_id)] != compiled[&(true, folded_id)] {
                let values = shader.declaration.branches.describe(shader.exploration.finals[at].values.0);
                let stage = shader.variants.variants[folded_id as usize].stage.name();
                if let Some(keep) = std::env::var_os("UBERC_KEEP_DIFFERING") {
                    for (name, set, id) in [("plain", &plain, plain_id), ("folded", &shader.variants, folded_id)] {
                        let source = &set.sources[set.variants[id as usize].source as usize];
                        let file = format!("{}_{stage}_{at}_{name}.hlsl", shader.declaration.name);
                        let text = emit(source, &world.sources, Layout::AsWritten).text;
                        std::fs::write(Path::new(&keep).join(file), text)?;
                    }
                }
                differing.push(format!("{} {stage}: {values}", shader.declaration.name));
            }
        }
    }
    if differing.is_empty() { Ok(()) } else { Err(format!("{}:\n{}", differing.len(), differing.join("\n")).into()) }
}

/// A variant, compiled as the built-in chain does, optimised, without names.
fn spirv(world: &World, shader: &ShaderFront, set: &VariantSet, id: u32, folder: &Path) -> Result<String, String> {
    let variant = &set.variants[id as usize];
    let text = emit(&set.sources[variant.source as usize], &world.sources, Layout::OneTokenALine).text;
    let stem = folder.join(format!("{}_{}", shader.declaration.name, variant.key));
    let file = |extension: &str| -> PathBuf { stem.with_extension(extension) };
    std::fs::write(file("hlsl"), &text).map_err(|error| error.to_string())?;
    let stage = match variant.stage {
        Stage::Vertex => "vert",
        Stage::Pixel => "frag",
        Stage::Compute => "comp",
        other => return Err(format!("no {} stage in the library so far", other.name())),
    };
    run(Command::new("glslangValidator")
        .args(["-D", "-V", "--target-env", "vulkan1.1", "-S", stage, "-e", &variant.entry_point, "--hlsl-offsets"])
        .args(["--hlsl-iomap", "--hlsl-dx-position-w", "--auto-map-bindings", "-fhlsl_functionality1", "-o"])
        .args([file("spv"), file("hlsl")]))
    .map_err(|error| format!("{} {}: {error}\n{text}", shader.declaration.name, variant.entry_point))?;
    run(Command::new("spirv-opt")
        // Twice: what the first run leaves behind depends on how much there was to remove.
        .args(["-O", "-O", "--strip-debug", "--compact-ids", "-o"])
        .args([file("opt"), file("spv")]))?;
    canonical(&std::fs::read(file("opt")).map_err(|error| error.to_string())?)
}

fn run(command: &mut Command) -> Result<(), String> {
    let output = command.output().map_err(|error| error.to_string())?;
    if output.status.success() {
        return Ok(());
    }
    Err(format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr)))
}

/// A module with every id spelled by what it is: types and constants by their content, variables by their decorations, and
/// the rest by the order in which the functions use them.
fn canonical(code: &[u8]) -> Result<String, String> {
    let module = rspirv::dr::load_bytes(code).map_err(|error| format!("{error:?}"))?;
    let mut names = Names { module: &module, global: BTreeMap::new(), known: BTreeMap::new(), local: BTreeMap::new() };
    for instruction in &module.types_global_values {
        names.global.extend(instruction.result_id.map(|id| (id, instruction)));
    }
    let mut text = String::new();
    for function in &module.functions {
        text += &names.function(function)?;
    }
    let mut interface: Vec<String> = Vec::new();
    for instruction in module.entry_points.iter().chain(&module.execution_modes) {
        interface.push(names.line(instruction));
    }
    let entry: Vec<String> = module
        .entry_points
        .iter()
        .flat_map(|entry| &entry.operands)
        .filter_map(|operand| operand.id_ref_any().map(|id| names.name(id)))
        .collect();
    interface.extend(entry);
    interface.sort();
    let head: Vec<String> = module.capabilities.iter().map(|capability| format!("{:?}", capability.operands)).collect();
    Ok(format!("{}\n{}\n{text}", head.join(" "), interface.join("\n")))
}

struct Names<'a> {
    module: &'a Module,
    global: BTreeMap<u32, &'a Instruction>,
    known: BTreeMap<u32, String>,
    local: BTreeMap<u32, usize>,
}

impl Names<'_> {
    /// Blocks in the order in which control reaches them, which does not depend on how they were written down.
    fn function(&mut self, function: &Function) -> Result<String, String> {
        let labels: BTreeMap<u32, usize> =
            function.blocks.iter().enumerate().filter_map(|(at, block)| Some((block.label_id()?, at))).collect();
        let mut order = Vec::new();
        let mut seen = vec![false; function.blocks.len()];
        let mut open = vec![0usize];
        while let Some(at) = open.pop() {
            if std::mem::replace(&mut seen[at], true) {
                continue;
            }
            order.push(at);
            let last = function.blocks[at].instructions.last().ok_or("an empty block")?;
            let next = last.operands.iter().rev().filter_map(|operand| labels.get(&operand.id_ref_any()?));
            open.extend(next.copied());
        }
        // Labels first: phis and merges refer to later blocks.
        for (number, at) in order.iter().enumerate() {
            let label = function.blocks[*at].label_id().ok_or("a block without a label")?;
            self.known.insert(label, format!("block {number}"));
        }
        let mut text = String::new();
        for instruction in function.def.iter().chain(&function.parameters) {
            text += &self.line(instruction);
        }
        let mut types: BTreeMap<u32, u32> = BTreeMap::new();
        for at in order {
            text += "block\n";
            for instruction in &function.blocks[at].instructions {
                if let (Some(id), Some(ty)) = (instruction.result_id, instruction.result_type) {
                    types.insert(id, ty);
                }
                if let (Some(same), Some(id)) = (self.identity(instruction, &types), instruction.result_id) {
                    let name = self.name(same);
                    self.known.insert(id, name);
                    continue;
                }
                if instruction.class.opcode != Op::Phi {
                    text += &self.line(instruction);
                    continue;
                }
                let mut sources: Vec<(String, &Operand)> =
                    instruction.operands.chunks(2).map(|pair| (self.operand(&pair[1]), &pair[0])).collect();
                sources.sort_by(|left, right| left.0.cmp(&right.0));
                let sources: Vec<String> =
                    sources.into_iter().map(|(block, value)| format!("{block} {}", self.operand(value))).collect();
                let result = instruction.result_id.map(|id| self.name(id));
                text += &format!("phi {result:?} {sources:?}\n");
            }
        }
        Ok(text)
    }

    /// The vector that a shuffle selects as a whole: how glslang spells `?:` of a constant condition, and the optimiser
    /// leaves it.
    fn identity(&self, shuffle: &Instruction, types: &BTreeMap<u32, u32>) -> Option<u32> {
        if shuffle.class.opcode != Op::VectorShuffle {
            return None;
        }
        let selected: Vec<u32> = shuffle.operands[2..]
            .iter()
            .map(|operand| match operand {
                Operand::LiteralBit32(at) => Some(*at),
                _ => None,
            })
            .collect::<Option<_>>()?;
        let vector = |at: usize| -> Option<(u32, u32)> {
            let id = shuffle.operands[at].id_ref_any()?;
            let global = || self.global.get(&id).and_then(|global| global.result_type);
            Some((id, types.get(&id).copied().or_else(global)?))
        };
        let (first, second) = (vector(0)?, vector(1)?);
        let lanes = match self.global.get(&first.1)?.operands.get(1) {
            Some(Operand::LiteralBit32(lanes)) => *lanes,
            _ => return None,
        };
        let runs_from = |start: u32| selected.iter().zip(start..).all(|(at, wanted)| *at == wanted);
        let whole = |vector: (u32, u32)| (Some(vector.1) == shuffle.result_type).then_some(vector.0);
        if runs_from(0) {
            whole(first)
        } else if runs_from(lanes) {
            whole(second)
        } else {
            None
        }
    }

    fn line(&mut self, instruction: &Instruction) -> String {
        // The interface's order is that of the declarations; it is compared apart.
        let operands = if instruction.class.opcode == Op::EntryPoint {
            &instruction.operands[..3]
        } else {
            &instruction.operands[..]
        };
        let ids: Vec<u32> = instruction.result_id.into_iter().chain(instruction.result_type).collect();
        let mut words: Vec<String> = ids.into_iter().map(|id| self.name(id)).collect();
        words.extend(operands.iter().map(|operand| self.operand(operand)));
        format!("{:?} {}\n", instruction.class.opcode, words.join(" "))
    }

    fn operand(&mut self, operand: &Operand) -> String {
        operand.id_ref_any().map_or_else(|| format!("{operand:?}"), |id| self.name(id))
    }

    fn name(&mut self, id: u32) -> String {
        if let Some(known) = self.known.get(&id) {
            return known.clone();
        }
        let Some(instruction) = self.global.get(&id).copied() else {
            let next = self.local.len();
            return format!("%{}", self.local.entry(id).or_insert(next));
        };
        let mut words: Vec<String> =
            self.module.annotations.iter().filter_map(|decoration| decorates(decoration, id)).collect();
        words.sort();
        if instruction.class.opcode == Op::Variable && words.is_empty() {
            let next = self.local.len();
            words.push(format!("%{}", self.local.entry(id).or_insert(next)));
        }
        words.extend(instruction.result_type.map(|ty| self.name(ty)));
        words.extend(instruction.operands.iter().map(|operand| self.operand(operand)));
        let spelled = format!("{:?}({})", instruction.class.opcode, words.join(" "));
        // Content, shortened.
        let name = format!("{:?}:{}", instruction.class.opcode, &blake3::hash(spelled.as_bytes()).to_hex()[..16]);
        self.known.insert(id, name.clone());
        name
    }
}

/// A decoration of an id, without the id.
fn decorates(decoration: &Instruction, id: u32) -> Option<String> {
    let target = decoration.operands.first()?.id_ref_any()?;
    (target == id).then(|| format!("{:?}{:?}", decoration.class.opcode, &decoration.operands[1..]))
}
