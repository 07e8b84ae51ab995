//! Pipelines are create-infos: equal to those that Lua declares.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use libtest_mimic::{Failed, Trial};
use uberc::diag::Sources;
use uberc::dialect::bsl::infos::PipelineInfos;
use uberc::dialect::bsl::program::Stage as BslStage;
use uberc::dialect::create_info::{
    AssembleOptions, BindingPolicy, Library, PUSH_CONSTANT_LIMIT, TextForm, assemble, build_library, explain, layout,
};
use uberc::model::{Limits, Stage};
use uberc::report::Ending;
use uberc::sidecar::create_infos::{Request, load};
use uberc_judge::batch::Stage as JudgeStage;

use crate::harness;

pub fn trials() -> Vec<Trial> {
    let same = harness::trial("bsl::pipelines_are_the_infos_of_lua", pipelines_are_the_infos_of_lua);
    let units = harness::trial("bsl::units_with_stages_infos_and_prints_are_built", units_are_built);
    vec![harness::needs("glslangValidator", harness::needs("spirv-opt", same)), units]
}

/// Files that ask for their stage, that name create-infos of the project, and that print: as units of a project. A changed
/// file of infos is an input.
fn units_are_built() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let case = |file: &str| std::fs::read_to_string(harness::suite_dir("bsl").join(file));
    let settings = "create-infos = [\"infos.lua\", \"stages.lua\"]\ntargets = [\"spirv\"]\n[target.spirv]\ncompilers = [\"embedded\"]\n";
    let compute = |name: &str, entry: &str, more: &str| {
        format!("local a = Shader(\"{name}\")\n{more}a.Technique.ComputeShader = \"{entry}\"\n")
    };
    let quad = "local quad = Shader(\"Quad\")\n\
        quad.Technique.VertexShader, quad.Technique.PixelShader = \"quad_vs\", \"quad_fs\"\n";
    let stages = "local mesh, sums = Shader(\"Mesh\"), Shader(\"Sums\")\n\
        mesh.Technique.VertexShader, mesh.Technique.PixelShader = \"mesh_vs\", \"mesh_fs\"\n\
        sums.Technique.ComputeShader = \"sums_cs\"\n";
    let heights = "local b = Shader(\"Heights\")\nb.Technique.ComputeShader = \"heights_cs\"\n";
    let options = "a.Options = { printf = \"buffer\", assertions = true }\n";
    let infos = case("legacy/infos.lua")?;
    let files = [
        ("uberc.toml", settings.to_owned()),
        ("infos.lua", infos.clone()),
        ("view_shared.hh", case("legacy/view_shared.hh")?),
        ("quad.bsl", case("stages/main.bsl")?),
        ("quad.bsl.lua", quad.to_owned()),
        ("legacy.bsl", case("legacy/main.bsl")?),
        ("legacy.bsl.lua", compute("Legacy", "textured_cs", "") + heights),
        ("stages.lua", case("legacy_stages/infos.lua")?),
        ("stages.bsl", case("legacy_stages/main.bsl")?),
        ("stages.bsl.lua", stages.to_owned()),
        ("print.bsl", case("printing/main.bsl")?),
        ("print.bsl.lua", compute("Print", "main_cs", options)),
    ];
    let files: Vec<(&str, &str)> = files.iter().map(|(name, text)| (*name, text.as_str())).collect();
    let (report, said) = super::built(folder.path(), &files)?;
    assert_eq!((report.ending, said.as_str(), report.summary.compiled), (Ending::Success, "", 8));
    let (report, _) = super::built(folder.path(), &[("infos.lua", &infos.replace("2.5", "3.5"))])?;
    assert_eq!((report.ending, report.summary.compiled), (Ending::Success, 1));
    Ok(())
}

/// The infos of pipelines as a library, as if Lua had declared them.
pub fn library_of(pipelines: &[PipelineInfos]) -> Library {
    let mut library = Library::default();
    for made in pipelines {
        library.infos.insert(made.info.name.clone(), made.info.clone());
        if let Some(interface) = &made.interface {
            library.interfaces.insert(interface.name.clone(), interface.clone());
        }
    }
    library
}

/// An info without places and without the files of its sources, which BSL does not have.
fn entries(library: &Library, name: &str, sources: &Sources) -> Result<String, Failed> {
    let text = explain(library, name, sources).ok_or("there is no such info")?;
    let lines = text.lines().map(|line| line.split("  -- ").next().unwrap_or_default());
    let of_files = ["typedef_source", "vertex_source", "fragment_source", "compute_source"];
    let kept = lines.filter(|line| !of_files.iter().any(|word| line.trim().starts_with(word)));
    Ok(kept.map(|line| format!("{line}\n")).collect())
}

/// The infos of a Lua file.
pub fn by_hand(sources: &Sources, file: &str) -> Result<Library, Failed> {
    let files = [PathBuf::from(file)];
    let request = Request {
        files: &files,
        lua_paths: &["".into()],
        limits: &Limits::default(),
        cancelled: &Arc::new(AtomicBool::new(false)),
    };
    let (declared, found) = load(&request, sources);
    let mut declared = declared.ok_or_else(|| harness::diagnostics(&found, sources))?;
    let declarations = std::mem::take(&mut declared.declarations);
    let (library, wrong) = build_library(&declarations, &mut declared, sources);
    assert!(wrong.is_empty(), "{}", harness::diagnostics(&wrong, sources));
    Ok(library)
}

/// SPIR-V of glslang without names, its ids in the order of their use.
fn code(folder: &Path, text: &str, stage: JudgeStage) -> Result<String, Failed> {
    let spirv = uberc_judge::glslang::glsl_with(text, stage, &uberc_judge::glslang::Options::default())?;
    let (made, bare) = (folder.join("made.spv"), folder.join("bare.spv"));
    std::fs::write(&made, spirv)?;
    let mut command = Command::new("spirv-opt");
    command.args(["-O", "--strip-debug", "--compact-ids", "-o"]).arg(&bare).arg(&made);
    assert!(command.status()?.success(), "{command:?}");
    Ok(uberc::compile::canonical_spirv(&std::fs::read(&bare)?)?)
}

fn pipelines_are_the_infos_of_lua() -> Result<(), Failed> {
    let folder = harness::suite_dir("bsl").join("infos");
    let (translation, _, sources) = super::translated(&folder)?;
    let hand_sources = Sources::new(&folder);
    let hand = by_hand(&hand_sources, "hand.lua")?;
    let ours = library_of(&translation.pipelines);
    assert_eq!(ours.infos.keys().collect::<Vec<_>>(), hand.infos.keys().collect::<Vec<_>>());
    let place = tempfile::tempdir()?;
    for made in &translation.pipelines {
        let name = &made.info.name;
        assert!(made.left_out.is_empty(), "{:?}", made.left_out);
        let (one, other) = (entries(&ours, name, &sources)?, entries(&hand, name, &hand_sources)?);
        harness::same(&format!("the info `{name}` of Lua"), &other, &one)?;
        let info = &hand.infos[name];
        let (places, _) = layout(info, BindingPolicy::Packed, TextForm::Vulkan, PUSH_CONSTANT_LIMIT);
        let of = |layout: &uberc::dialect::create_info::Layout| {
            let bound = layout.resources.iter().chain(&layout.subpasses);
            bound.map(|one| (one.name.clone(), one.kind, one.slot, one.set, one.binding)).collect::<Vec<_>>()
        };
        assert_eq!(of(&places), of(&made.layout), "{name}");
        let options = AssembleOptions {
            form: TextForm::Vulkan,
            policy: BindingPolicy::Packed,
            push_constant_limit: PUSH_CONSTANT_LIMIT,
            remaps_depth: false,
            specializes: true,
            target_define: "GPU_VULKAN",
            defines: Vec::new(),
            specialized: BTreeMap::new(),
        };
        let written = assemble(&hand.interfaces, info, &options, &hand_sources, &[]);
        let said = harness::diagnostics(&written.diagnostics, &hand_sources);
        assert!(said.is_empty(), "{said}");
        let stages: Vec<_> = translation.stages.iter().filter(|stage| stage.pipeline == *name).collect();
        assert_eq!(stages.len(), written.stages.len());
        for stage in stages {
            let (model, judge) = match stage.stage {
                BslStage::Vertex => (Stage::Vertex, JudgeStage::Vertex),
                BslStage::Fragment => (Stage::Pixel, JudgeStage::Pixel),
                BslStage::Compute => (Stage::Compute, JudgeStage::Compute),
            };
            let other = code(place.path(), &written.stages[&model], judge)?;
            harness::same(&format!("{name} {judge:?}"), &other, &code(place.path(), &stage.text, judge)?)?;
        }
    }
    Ok(())
}
