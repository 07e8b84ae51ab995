//! What WGSL for browsers does with arrays of resources is what SPIR-V does.

use libtest_mimic::Failed;
use uberc::model::{Reflection, Target};
use uberc_judge::batch::{self, Descriptor, Outcome};
use uberc_judge::compare::{Tolerance, compare};
use uberc_judge::partner::move_sets;
use uberc_judge::runner;
use uberc_judge::scene::{Part, Prepared, Scene};

use super::{Settings, setting, settings};
use crate::harness;
use crate::harness::embedded::{compile, for_judge};

/// A device rounds its own derivatives otherwise than those that a shader gives it.
const GRADIENTS: Tolerance = Tolerance { relative: 1e-3, absolute: 1e-4, outliers: 0.002 };

/// The cases that say `// split: compared`: the device gets the same objects for the arrays and for the elements by themselves. With
/// `REFERENCE` they choose in another way, because the device has no indices that differ between invocations.
pub fn split_arrays_do_what_arrays_do() -> Result<(), Failed> {
    let mut folders: Vec<_> = std::fs::read_dir(harness::suite_dir("hlsl_lower"))?.collect::<Result<_, _>>()?;
    folders.sort_by_key(std::fs::DirEntry::path);
    let mut prepared = Vec::new();
    for folder in folders {
        let text = std::fs::read_to_string(folder.path().join("main.fx"))?;
        if setting(&text, "split") != Some("compared") {
            continue;
        }
        let name = folder.file_name().to_string_lossy().into_owned();
        let (arrays, split) = both(&text).map_err(|error| format!("{name}: {error}"))?;
        prepared.push((name, arrays, split));
    }
    assert!(prepared.len() > 1, "only {} cases", prepared.len());
    let jobs: Vec<batch::Job> =
        prepared.iter().flat_map(|(_, arrays, split)| [arrays.job.clone(), split.job.clone()]).collect();
    let outcomes = runner::run(&jobs)?;
    for ((name, arrays, split), outcomes) in prepared.iter().zip(outcomes.as_chunks::<2>().0) {
        let (Some(arrays), Some(split)) = (arrays.written(&outcomes[0]), split.written(&outcomes[1])) else {
            let why = outcomes.iter().filter(|outcome| !matches!(outcome, Outcome::Done(_)));
            return Err(format!("{name}: not run: {:?}", why.collect::<Vec<_>>()).into());
        };
        assert!(arrays.values().any(|written| written.bytes.iter().any(|byte| *byte != 0)), "{name} writes nothing");
        let found = compare(&arrays, &split, GRADIENTS);
        assert!(found.is_empty(), "{name}: {found:?}");
    }
    Ok(())
}

/// A case with its arrays, and as naga reads the WGSL that is written for browsers.
fn both(text: &str) -> Result<(Prepared, Prepared), String> {
    let Settings { stage, entry, version, .. } = settings(text).map_err(|error| format!("{error:?}"))?;
    let stage_of_job = match stage {
        uberc::model::Stage::Vertex => batch::Stage::Vertex,
        uberc::model::Stage::Compute => batch::Stage::Compute,
        _ => batch::Stage::Pixel,
    };
    let reference = format!("#define REFERENCE\n{text}");
    let part = Part::new(for_judge(&reference, stage_of_job, entry, version)?, entry)?;
    let arrays = Scene::of(1, &[&part.shape]).alone(&part)?;
    let result = compile(text, stage, entry, version, Target::Wgsl, false)?;
    let written = String::from_utf8(result.output).map_err(|error| error.to_string())?;
    let mut spirv = spirv_of(&written)?;
    let mut split = arrays.clone();
    // The judge moves the sets of a pixel stage beside a vertex stage of its own.
    let by = if stage_of_job == batch::Stage::Pixel { 2 } else { 0 };
    spirv = move_sets(&spirv, by)?;
    let module = split.job.modules.iter_mut().find(|module| module.stage == stage_of_job).ok_or("no module")?;
    module.spirv = spirv;
    module.entry = result.entry_point.unwrap_or_else(|| entry.to_owned());
    let names = part.shape.bindings.iter().map(|binding| ((binding.set + by, binding.binding), binding.name.as_str()));
    let names = names.collect::<std::collections::BTreeMap<_, _>>();
    let reflection = result.reflection.unwrap_or_default();
    split.job.descriptors =
        arrays.job.descriptors.iter().flat_map(|one| elements(one, &names, &reflection, by)).collect();
    Ok((arrays, split))
}

/// The descriptors of an array's elements that the reflection has; of what is no array, itself.
fn elements(
    of: &Descriptor,
    names: &std::collections::BTreeMap<(u32, u32), &str>,
    reflection: &Reflection,
    by: u32,
) -> Vec<Descriptor> {
    let name = names.get(&(of.set, of.binding)).copied().unwrap_or_default();
    let element = |number: usize| {
        let wanted = format!("{name}[{number}]");
        let found = reflection.bindings.iter().find(|binding| binding.name == wanted && binding.set + by == of.set)?;
        Some(Descriptor { binding: found.binding, elements: vec![of.elements[number]], ..of.clone() })
    };
    if of.elements.len() > 1 { (0..of.elements.len()).filter_map(element).collect() } else { vec![of.clone()] }
}

fn spirv_of(text: &str) -> Result<Vec<u8>, String> {
    let module = naga::front::wgsl::parse_str(text).map_err(|error| error.emit_to_string(text))?;
    let (flags, capabilities) = (naga::valid::ValidationFlags::all(), naga::valid::Capabilities::all());
    let info = naga::valid::Validator::new(flags, capabilities)
        .validate(&module)
        .map_err(|error| error.emit_to_string(text))?;
    let options = naga::back::spv::Options { fake_missing_bindings: true, ..naga::back::spv::Options::default() };
    let words = naga::back::spv::write_vec(&module, &info, &options, None).map_err(|error| error.to_string())?;
    Ok(words.into_iter().flat_map(u32::to_le_bytes).collect())
}
