//! The passes over naga's SPIR-V, each by itself.
//!
//! A case has `before.spvasm`, assembly as naga would write it, and `after.spvasm`, what the pass makes of it, which spirv-val
//! accepts. The first lines of `before.spvasm` name the pass, or the passes, and the facts that it is given:
//! ```text
//! ; pass: texel_buffer
//! ; facts: resource_arrays marks_indices
//! ; texel buffers: SET.BINDING ...
//! ; input attachments: SET.BINDING is INDEX, ...
//! ; aliased places: SET.BINDING is SET.BINDING, ...
//! ; combined samplers: SET.BINDING with SET.BINDING, SET.BINDING
//! ; unknown formats: Rgba16Float
//! ; test modes: EarlyAndLate DepthUnchanged PostDepthCoverage StencilFrontLessEqual StencilBackUnchanged
//! ; needs: capability NUMBER, extension NAME, ...
//! ; system values: LOCATION layer, LOCATION viewport, LOCATION stencil reference, LOCATION clip AT of COUNT, LOCATION cull AT of COUNT
//! ; group size: SIZE by NUMBER, SIZE, SIZE
//! ; mesh stage: TOPOLOGY VERTICES PRIMITIVES
//! ; task stage: of any size
//! ; outputs: vertices LOCATION, primitives position, indices
//! ; lines: TOKEN FILE LINE COLUMN, ...
//! ```
//! The pass `nan` has no facts: every module gets it.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use libtest_mimic::{Failed, Trial};
use rspirv::binary::Assemble as _;
use rspirv::dr::load_words;
use rspirv::spirv::SourceLanguage;
use uberc::compile::passes::{Facts, LinePlace, Lines, PASSES, apply};
use uberc::ir::{
    BuiltIn, Face, Interpolation, MeshGroup, MeshTopology, OutputArray, Sampling, Slot, StencilChange, TestMode,
};
use uberc::lower::{MeshOutput, MeshStage, Placeholder};

use crate::harness;

pub fn trials() -> Vec<Trial> {
    let needs_all = |trial| {
        ["spirv-as", "spirv-dis", "spirv-val"].into_iter().fold(trial, |trial, program| harness::needs(program, trial))
    };
    let mut trials: Vec<Trial> = harness::cases("spirv_passes", case).into_iter().map(needs_all).collect();
    trials.push(harness::trial("spirv_passes::every_pass_has_a_case", every_pass_has_a_case));
    trials.push(harness::trial("spirv_passes::a_module_that_needs_no_pass_is_not_parsed", not_parsed));
    trials
}

fn setting<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    text.lines().find_map(|line| line.strip_prefix("; ")?.strip_prefix(name)?.strip_prefix(": ")).map(str::trim)
}

fn place_of(text: &str) -> Result<(u32, u32), Failed> {
    let (set, binding) = text.split_once('.').ok_or("SET.BINDING")?;
    Ok((set.parse()?, binding.parse()?))
}

fn facts(text: &str) -> Result<Facts<'static>, Failed> {
    let mut facts = Facts::default();
    for name in setting(text, "facts").into_iter().flat_map(str::split_whitespace) {
        let fact = match name {
            "sample_mask" => &mut facts.sample_mask,
            "uniform_arrays" => &mut facts.uniform_arrays,
            "workgroup_aggregates" => &mut facts.workgroup_aggregates,
            "array_sizes" => &mut facts.array_sizes,
            "draw_parameters" => &mut facts.draw_parameters,
            "texel_results" => &mut facts.texel_results,
            "texel_elements" => &mut facts.texel_elements,
            "instructions" => &mut facts.instructions,
            "resource_arrays" => &mut facts.resource_arrays,
            "attachment_arrays" => &mut facts.attachment_arrays,
            "marks_indices" => &mut facts.marks_indices,
            "primitive_inputs" => &mut facts.primitive_inputs,
            other => return Err(format!("unknown fact {other}").into()),
        };
        *fact = true;
    }
    for place in setting(text, "texel buffers").into_iter().flat_map(str::split_whitespace) {
        facts.texel_buffers.insert(place_of(place)?);
    }
    for pair in setting(text, "input attachments").into_iter().flat_map(|places| places.split(", ")) {
        let (place, index) = pair.split_once(" is ").ok_or("SET.BINDING is INDEX")?;
        facts.input_attachments.insert(place_of(place)?, index.parse()?);
    }
    for pair in setting(text, "aliased places").into_iter().flat_map(|places| places.split(", ")) {
        let (alias, place) = pair.split_once(" is ").ok_or("SET.BINDING is SET.BINDING")?;
        facts.aliased_places.insert(place_of(alias)?, place_of(place)?);
    }
    for pair in setting(text, "combined samplers").into_iter().flat_map(|places| places.split(", ")) {
        let (texture, sampler) = pair.split_once(" with ").map_or((pair, None), |(of, with)| (of, Some(with)));
        facts.combined_samplers.insert(place_of(texture)?, sampler.map(place_of).transpose()?);
    }
    for format in setting(text, "unknown formats").into_iter().flat_map(str::split_whitespace) {
        facts.unknown_formats.push(match format {
            "Rgba16Float" => naga::StorageFormat::Rgba16Float,
            other => return Err(format!("unknown format {other}").into()),
        });
    }
    for need in setting(text, "needs").into_iter().flat_map(|needs| needs.split(", ")) {
        match need.split_once(' ').ok_or("capability NUMBER, extension NAME")? {
            ("capability", number) => facts.needs.capabilities.push(number.parse()?),
            (_, name) => facts.needs.extensions.push(name.into()),
        }
    }
    for value in setting(text, "system values").into_iter().flat_map(|values| values.split(", ")) {
        let (location, what) = value.split_once(' ').ok_or("LOCATION and a value")?;
        let what = match what.split(' ').collect::<Vec<_>>().as_slice() {
            ["layer"] => Placeholder::Layer,
            ["viewport"] => Placeholder::Viewport,
            ["stencil", "reference"] => Placeholder::StencilReference,
            [kind @ ("clip" | "cull"), at, "of", of] => {
                Placeholder::Distance { cull: *kind == "cull", at: at.parse()?, of: of.parse()? }
            }
            _ => return Err(format!("unknown system value {what}").into()),
        };
        facts.system_values.insert(location.parse()?, what);
    }
    if let Some(sizes) = setting(text, "group size") {
        let size = |size: &str| -> Result<(u32, Option<u32>), Failed> {
            let (size, number) = size.split_once(" by ").map_or((size, None), |(size, number)| (size, Some(number)));
            Ok((size.parse()?, number.map(str::parse).transpose()?))
        };
        let sizes = sizes.split(", ").map(size).collect::<Result<Vec<_>, _>>()?;
        facts.group_size = Some(<[_; 3]>::try_from(sizes).map_err(|_| "three sizes")?);
    }
    facts.mesh_stage = mesh_stage(text)?;
    for mode in setting(text, "test modes").into_iter().flat_map(str::split_whitespace) {
        facts.test_modes.push(match mode {
            "EarlyAndLate" => TestMode::EarlyAndLate,
            "DepthUnchanged" => TestMode::DepthUnchanged,
            "PostDepthCoverage" => TestMode::PostDepthCoverage,
            "StencilFrontLessEqual" => TestMode::StencilReference(Face::Front, StencilChange::LessEqual),
            "StencilBackUnchanged" => TestMode::StencilReference(Face::Back, StencilChange::Unchanged),
            other => return Err(format!("unknown test mode {other}").into()),
        });
    }
    Ok(facts)
}

fn mesh_stage(text: &str) -> Result<Option<MeshStage>, Failed> {
    let group = match (setting(text, "mesh stage"), setting(text, "task stage")) {
        (None, None) => return Ok(None),
        (None, Some(_)) => None,
        (Some(of), _) => {
            let [topology, vertices, primitives] = of.split(' ').collect::<Vec<_>>()[..] else {
                return Err("TOPOLOGY VERTICES PRIMITIVES".into());
            };
            let topology = match topology {
                "points" => MeshTopology::Points,
                "lines" => MeshTopology::Lines,
                "triangles" => MeshTopology::Triangles,
                other => return Err(format!("unknown topology {other}").into()),
            };
            Some(MeshGroup { topology, max_vertices: vertices.parse()?, max_primitives: primitives.parse()? })
        }
    };
    let mut outputs = Vec::new();
    for output in setting(text, "outputs").into_iter().flat_map(|outputs| outputs.split(", ")) {
        let (of, slot) = match output.split_once(' ') {
            None if output == "indices" => (OutputArray::Indices, Slot::BuiltIn(BuiltIn::PrimitiveIndices)),
            Some((of, place)) => {
                let of = if of == "vertices" { OutputArray::Vertices } else { OutputArray::Primitives };
                let slot = match place {
                    "position" => Slot::BuiltIn(BuiltIn::Position),
                    location => Slot::Location {
                        location: location.parse()?,
                        component: 0,
                        width: 1,
                        interpolation: Interpolation::Linear(Sampling::Centroid),
                        second_source: false,
                    },
                };
                (of, slot)
            }
            None => return Err(format!("unknown output {output}").into()),
        };
        outputs.push(MeshOutput { of, slot });
    }
    Ok(Some(MeshStage { group, outputs }))
}

fn lines(text: &str) -> Result<BTreeMap<u32, LinePlace>, Failed> {
    let mut lines = BTreeMap::new();
    for line in setting(text, "lines").into_iter().flat_map(|lines| lines.split(", ")) {
        let [token, file, line, column] = line.split(' ').collect::<Vec<_>>()[..] else {
            return Err(format!("TOKEN FILE LINE COLUMN, not {line}").into());
        };
        let place = LinePlace { file: file.into(), line: line.parse()?, column: column.parse()? };
        lines.insert(token.parse()?, place);
    }
    Ok(lines)
}

fn case(folder: &Path) -> Result<(), Failed> {
    let before = folder.join("before.spvasm");
    let text = std::fs::read_to_string(&before)?;
    let name = setting(&text, "pass").ok_or("no `; pass: NAME`")?;
    let lines = lines(&text)?;
    let place = |token: u32| lines.get(&token).cloned();
    let mut facts = facts(&text)?;
    if !lines.is_empty() {
        facts.lines = Some(Lines { language: SourceLanguage::HLSL, tokens: lines.len(), place: &place });
    }
    let asked: Vec<&str> = PASSES.iter().filter(|pass| (pass.is_needed)(&facts)).map(|pass| pass.name).collect();
    let expected: Vec<&str> = name.split_whitespace().filter(|name| *name != "nan").collect();
    assert_eq!(asked, expected, "the passes that the facts ask for");

    let scratch = tempfile::tempdir()?;
    let (assembled, changed) = (scratch.path().join("before.spv"), scratch.path().join("after.spv"));
    // Mesh stages need SPIR-V 1.4.
    let is_of_mesh = facts.mesh_stage.is_some() || facts.primitive_inputs;
    let environment = if is_of_mesh { "vulkan1.1spv1.4" } else { "vulkan1.1" };
    tool("spirv-as", &["--target-env", environment, "-o"], &[&assembled, &before])?;
    let module = std::fs::read(&assembled)?;
    let module: Vec<u32> = module.as_chunks::<4>().0.iter().map(|word| u32::from_le_bytes(*word)).collect();
    let words = apply(module.clone(), &facts)?;
    // Functions that no pass changes need not be parsed: the result is the same if they are.
    if !asked.is_empty() {
        let mut parsed = load_words(apply(module, &Facts::default())?).map_err(|error| error.to_string())?;
        PASSES.iter().filter(|pass| (pass.is_needed)(&facts)).try_for_each(|pass| (pass.run)(&mut parsed, &facts))?;
        assert_eq!(words, parsed.assemble(), "all functions are parsed");
    }
    let bytes: Vec<u8> = words.into_iter().flat_map(u32::to_le_bytes).collect();
    std::fs::write(&changed, bytes)?;
    tool("spirv-val", &["--target-env", environment], &[&changed])?;
    let shown = tool("spirv-dis", &["--no-color", "--no-header"], &[&changed])?;
    harness::golden(&folder.join("after.spvasm"), &shown)
}

/// The program's output; the error is what it says.
fn tool(program: &str, options: &[&str], files: &[&Path]) -> Result<String, Failed> {
    let output = Command::new(program).args(options).args(files).output()?;
    if output.status.success() {
        return Ok(String::from_utf8(output.stdout)?);
    }
    let said = String::from_utf8_lossy(&output.stderr).into_owned() + &String::from_utf8_lossy(&output.stdout);
    Err(format!("{program}: {said}").into())
}

fn every_pass_has_a_case() -> Result<(), Failed> {
    let mut tested = Vec::new();
    for folder in std::fs::read_dir(harness::suite_dir("spirv_passes"))? {
        let text = std::fs::read_to_string(folder?.path().join("before.spvasm"))?;
        tested.extend(setting(&text, "pass").into_iter().flat_map(str::split_whitespace).map(str::to_owned));
    }
    for pass in PASSES {
        assert!(tested.iter().any(|name| name == pass.name), "{} has no case", pass.name);
    }
    Ok(())
}

/// Words that are no module pass through where no pass is needed, and are an error where one is.
fn not_parsed() -> Result<(), Failed> {
    let words = vec![7; 8];
    assert_eq!(apply(words.clone(), &Facts::default()), Ok(words.clone()));
    assert!(apply(words, &Facts { sample_mask: true, ..Facts::default() }).is_err());
    Ok(())
}
