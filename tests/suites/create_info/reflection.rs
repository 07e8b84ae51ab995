//! The reflection of compiled SPIR-V against the infos: of the library, and of the cases of texts.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use libtest_mimic::Failed;
use uberc::compile::reflect;
use uberc::diag::Sources;
use uberc::dialect::create_info::{Info, Library, ResourceKind, stage_word};
use uberc::model::{BindingKind, Reflection, Stage, StageIo};

use super::{builder, library, lua_files, shaders};
use crate::harness;

/// What was compared, so that an empty comparison is noticed.
#[derive(Default)]
struct Counts {
    infos: usize,
    bindings: usize,
    values: usize,
}

pub fn reflected() -> Result<(), Failed> {
    let mut folders = vec![shaders()];
    for entry in std::fs::read_dir(harness::suite_dir("create_info_text"))? {
        folders.push(entry?.path());
    }
    folders.sort();
    let mut counts = Counts::default();
    for folder in folders {
        for policy in ["packed", "slot", "by-frequency"] {
            compare_folder(&folder, policy, &mut counts)
                .map_err(|why| format!("{}, {policy}: {}", folder.display(), why.message().unwrap_or_default()))?;
        }
    }
    assert!(
        counts.infos > 40 && counts.bindings > 100 && counts.values > 100,
        "{} infos, {} bindings, {} values",
        counts.infos,
        counts.bindings,
        counts.values
    );
    Ok(())
}

fn compare_folder(folder: &Path, policy: &str, counts: &mut Counts) -> Result<(), Failed> {
    let place = tempfile::tempdir()?;
    harness::copy_tree(folder, place.path())?;
    let files = lua_files(place.path())?;
    let names: Vec<String> = files.iter().map(|file| file.display().to_string()).collect();
    let mut arguments: Vec<&str> = names.iter().map(String::as_str).collect();
    arguments.extend(["--target", "spirv", "--bindings", policy, "--output", "out", "--json", "--no-cache"]);
    let (_, said) = builder(place.path(), &arguments)?;
    let (library, _) = library(&Sources::new(place.path()), &files);
    for line in said.lines().filter(|line| line.starts_with("{\"info\"")) {
        let line: serde_json::Value = serde_json::from_str(line)?;
        let name = line["info"].as_str().ok_or("a name")?;
        let info = library.infos.get(name).ok_or("an info")?;
        // A few cases are about what does not compile.
        if line["result"] == "pass" {
            compare_info(place.path(), &library, info, &line["targets"][0]["bindings"], counts)?;
        }
    }
    Ok(())
}

/// A resource as the builder prints it.
struct Declared {
    name: String,
    kind: String,
    slot: u64,
    frequency: String,
}

fn compare_info(
    folder: &Path,
    library: &Library,
    info: &Info,
    bindings: &serde_json::Value,
    counts: &mut Counts,
) -> Result<(), Failed> {
    counts.infos += 1;
    let mut declared: BTreeMap<(u64, u64), Declared> = BTreeMap::new();
    for one in bindings.as_array().ok_or("bindings")? {
        let number = |name: &str| one[name].as_u64().ok_or("a number");
        let text = |name: &str| one[name].as_str().map(str::to_owned).ok_or("a text");
        let value =
            Declared { name: text("name")?, kind: text("kind")?, slot: number("slot")?, frequency: text("frequency")? };
        let before = declared.insert((number("set")?, number("binding")?), value);
        assert!(before.is_none(), "{}: two resources have one place", info.name);
    }
    // What is printed is what the info says.
    for resource in info.resources.iter().map(|resource| &resource.value) {
        let name = resource.name.split('[').next().unwrap_or_default();
        let one = declared.values().find(|one| one.name == name).ok_or_else(|| format!("`{name}` is not printed"))?;
        assert_eq!((one.slot, one.frequency.as_str()), (u64::from(resource.slot), resource.frequency.name()), "{name}");
        let kind = match resource.kind {
            ResourceKind::Uniform { .. } => "uniform_buf",
            ResourceKind::Storage { .. } => "storage_buf",
            ResourceKind::Sampler { .. } => "sampler",
            ResourceKind::Image { .. } => "image",
        };
        assert_eq!(one.kind, kind, "{name}");
    }
    let mut stages: BTreeMap<Stage, Reflection> = BTreeMap::new();
    for stage in [Stage::Vertex, Stage::Geometry, Stage::Pixel, Stage::Compute] {
        let path: PathBuf = folder.join("out").join(format!("{}.spirv.{}.spv", info.name, stage_word(stage)));
        if info.has_stage(stage) {
            stages.insert(stage, reflect(&std::fs::read(path)?)?);
        }
    }
    for binding in stages.values().flat_map(|stage| &stage.bindings) {
        let place = (u64::from(binding.set), u64::from(binding.binding));
        // Push constants, or the uniform block behind all resources that they are where they are many.
        let is_behind_all = binding.kind == BindingKind::UniformBuffer && !declared.contains_key(&place);
        if binding.kind == BindingKind::PushConstants || is_behind_all {
            assert!(!info.push_constants.is_empty(), "{} has no push constants", info.name);
            assert!(!is_behind_all || declared.keys().all(|known| *known < place), "{}: {place:?}", info.name);
            continue;
        }
        let one = declared.get(&place).ok_or_else(|| format!("{}: {binding:?} is not printed", info.name))?;
        // The builder's SPIR-V has no names; that of glslang's geometry stages has.
        let name = binding.name.trim_start_matches('_');
        assert!(name.is_empty() || name == one.name, "{}: {name} is at the place of {}", info.name, one.name);
        let is_right = match one.kind.as_str() {
            "uniform_buf" => binding.kind == BindingKind::UniformBuffer,
            "storage_buf" => {
                matches!(binding.kind, BindingKind::StorageBuffer | BindingKind::ReadOnlyStorageBuffer)
            }
            "sampler" => matches!(binding.kind, BindingKind::CombinedImageSampler | BindingKind::UniformTexelBuffer),
            "image" => matches!(binding.kind, BindingKind::StorageTexture | BindingKind::StorageTexelBuffer),
            "subpass_in" => binding.kind == BindingKind::InputAttachment,
            _ => false,
        };
        assert!(is_right, "{}: {} is {:?}", info.name, one.kind, binding.kind);
        counts.bindings += 1;
    }
    compare_values(library, info, &stages, counts)
}

/// Name and type by location.
type Values = BTreeMap<u32, String>;

fn located(list: &[StageIo]) -> Values {
    list.iter().filter_map(|one| Some((one.location?, one.ty.clone()))).collect()
}

/// Attributes, values between stages, outputs, sizes of groups.
fn compare_values(
    library: &Library,
    info: &Info,
    stages: &BTreeMap<Stage, Reflection>,
    counts: &mut Counts,
) -> Result<(), Failed> {
    // glslang makes geometry stages: its values are structures.
    if stages.contains_key(&Stage::Geometry) {
        return Ok(());
    }
    // Locations as members take them in order.
    let varyings = |list: &[uberc::dialect::create_info::Placed<String>]| -> Values {
        let members = list.iter().filter_map(|name| library.interfaces.get(&name.value)).flat_map(|one| &one.members);
        members.zip(0_u32..).map(|(member, at)| (at, member.value.ty.row().name.to_owned())).collect()
    };
    let mut within = |what: &str, code: &[StageIo], declared: &Values| -> Result<(), Failed> {
        for (location, ty) in located(code) {
            let known = declared.get(&location).ok_or_else(|| format!("{}: {what} {location}", info.name))?;
            assert_eq!(&ty, known, "{}: {what} {location}", info.name);
            counts.values += 1;
        }
        Ok(())
    };
    let vertex = varyings(&info.vertex_out);
    if let Some(stage) = stages.get(&Stage::Vertex) {
        let attributes =
            info.vertex_in.iter().map(|one| (one.value.slot, shader_type(one.value.ty.row().glsl))).collect();
        within("attribute", &stage.inputs, &attributes)?;
        within("vertex output", &stage.outputs, &vertex)?;
    }
    if let Some(stage) = stages.get(&Stage::Pixel) {
        let outputs =
            info.fragment_out.iter().map(|one| (one.value.slot, one.value.ty.row().name.to_owned())).collect();
        within("output", &stage.outputs, &outputs)?;
        within("fragment input", &stage.inputs, &vertex)?;
        if let Some(vertex) = stages.get(&Stage::Vertex) {
            let written: BTreeSet<u32> = located(&vertex.outputs).into_keys().collect();
            assert!(located(&stage.inputs).into_keys().all(|location| written.contains(&location)), "{}", info.name);
        }
    }
    if let Some(stage) = stages.get(&Stage::Compute) {
        let size = info.local_size.first().map(|size| size.value.map(|threads| threads as u32));
        assert_eq!(stage.workgroup_size, size, "{}", info.name);
    }
    Ok(())
}

/// A type of GLSL as the reflection writes it.
fn shader_type(glsl: &str) -> String {
    let components = glsl.trim_start_matches(|c: char| !c.is_ascii_digit());
    let base = match glsl.trim_end_matches(char::is_numeric) {
        "vec" => "float",
        "ivec" => "int",
        "uvec" => "uint",
        other => other,
    };
    format!("{base}{components}")
}
