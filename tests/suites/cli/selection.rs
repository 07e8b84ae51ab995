//! A command about one shader runs each sidecar once, and explores the shader once.

use uberc::model::Target;
use uberc::pipeline::{BuildContext, Selection, declarations, run_frontend};

use super::*;

pub fn trials() -> Vec<Trial> {
    vec![
        harness::trial("cli::build_only_runs_each_sidecar_once", build_only),
        harness::trial("cli::a_front_after_declarations_runs_no_sidecar_again", declared_then_front),
    ]
}

/// Two units, of which the first declares two shaders.
fn project() -> Result<tempfile::TempDir, Failed> {
    let place = tempfile::tempdir()?;
    let sidecar = |name: &str| {
        format!(
            "local {name} = Shader(\"{name}\")\n{name}.Branches = {{ \"g_bOn\" }}\n\
             {name}.Technique.ComputeShader = \"Main\"\n"
        )
    };
    let source = "bool g_bOn;\nRWByteAddressBuffer Out;\n\
                  [numthreads(1, 1, 1)] void Main() { Out.Store(0, g_bOn ? 1 : 2); }\n";
    std::fs::write(place.path().join("a.fx.lua"), sidecar("A") + &sidecar("B"))?;
    std::fs::write(place.path().join("c.fx.lua"), sidecar("C"))?;
    for name in ["a.fx", "c.fx"] {
        std::fs::write(place.path().join(name), source)?;
    }
    Ok(place)
}

fn build_only() -> Result<(), Failed> {
    let place = project()?;
    for (selection, compiled) in
        [("B", &["compile B compute 0", "compile B compute 1"][..]), ("B:g_bOn", &["compile B compute 1"])]
    {
        let arguments = ["build", "--only", selection, "--target", "spirv", "--no-cache", "--trace", "trace.json"];
        let said = uberc(place.path(), &arguments, true)?;
        let trace: serde_json::Value = serde_json::from_slice(&std::fs::read(place.path().join("trace.json"))?)?;
        let events = trace["traceEvents"].as_array().ok_or("the trace has no events")?;
        let of_stage = |stage: &str| {
            let events = events.iter().filter(|event| event["cat"] == stage);
            events.map(|event| event["name"].as_str().unwrap_or_default()).collect::<Vec<_>>()
        };
        let mut sidecars = of_stage("sidecar");
        sidecars.sort_unstable();
        assert_eq!(sidecars, ["sidecar a.fx.lua", "sidecar c.fx.lua"], "--only {selection}: {said}");
        assert_eq!(of_stage("explore"), ["explore B"], "--only {selection}: {said}");
        assert_eq!(of_stage("specialise"), ["specialise B"], "--only {selection}: {said}");
        let mut steps = of_stage("compile");
        steps.sort_unstable();
        assert_eq!(steps, compiled, "--only {selection} builds each variant once: {said}");
        assert_eq!(of_stage("pack"), Vec::<&str>::new(), "--only {selection}: {said}");
    }
    Ok(())
}

/// As `explain` and `dump --shader` do.
fn declared_then_front() -> Result<(), Failed> {
    let place = project()?;
    let (mut context, found) = BuildContext::open(&[place.path().to_owned()]);
    assert_eq!(found, []);
    let selection = Selection { shader: "C".to_owned(), permutation: None };
    context.selection = Some(selection);
    let (declared, wrong) = declarations(&context, Target::Spirv);
    assert_eq!(wrong, []);
    let names: Vec<&str> = declared.iter().map(|(_, shader)| shader.name.as_str()).collect();
    assert_eq!(names, ["A", "B", "C"]);
    let units = [declared[2].0.clone()];
    context.retain_units(&units);
    let runs = |context: &BuildContext| {
        let work = context.trace.work();
        ["sidecar", "explore"].map(|stage| work.iter().filter(|work| work.stage == stage).count())
    };
    assert_eq!(runs(&context), [2, 1]);
    let known = run_frontend(&context, &[Target::Spirv]);
    assert_eq!(known.shaders.iter().map(|shader| shader.declaration.name.as_str()).collect::<Vec<_>>(), ["C"]);
    assert_eq!(runs(&context), [2, 1], "the front runs nothing again");
    // A second front has nothing to take.
    assert_eq!(run_frontend(&context, &[Target::Spirv]).shaders.len(), 1);
    assert_eq!(runs(&context), [3, 2]);
    Ok(())
}
