//! Mesh and amplification stages: what DXC's SPIR-V and uberc's write, run as compute stages.

use libtest_mimic::Failed;
use uberc::dialect::hlsl::analyse::Version;
use uberc::model::{BindingRule, Shifts, Stage, Target};
use uberc_judge::compare::{Tolerance, compare};
use uberc_judge::direct3d::{Compiled, Source, spirv};
use uberc_judge::mesh_as_compute::mesh_as_compute;
use uberc_judge::runner;
use uberc_judge::scene::{Part, Scene};

use crate::harness;
use crate::harness::embedded::compile_bound;

const CASES: [(&str, Stage, &str); 3] = [
    ("mesh_stage", Stage::Mesh, "ms_6_5"),
    ("mesh_stage_of_lines", Stage::Mesh, "ms_6_5"),
    ("amplification_stage", Stage::Amplification, "as_6_5"),
];

pub fn mesh_stages_write_what_dxc_writes() -> Result<(), Failed> {
    // As the judge asks DXC for them.
    let bindings = BindingRule::Shift(Shifts { b: 0, t: 64, s: 128, u: 192 });
    let options = ["-HV", "2018", "-fspv-target-env=vulkan1.1spirv1.4"].map(str::to_owned);
    let mut prepared = Vec::new();
    for (name, stage, profile) in CASES {
        let text = std::fs::read_to_string(harness::suite_dir("hlsl_lower").join(name).join("main.fx"))?;
        let source = Source { text: &text, file: None, entry: "main", profile, options: &options };
        let reference = match spirv(&source) {
            Compiled::Accepted(spirv) => spirv,
            Compiled::Rejected(message) | Compiled::Broken(message) => {
                return Err(format!("{name}: dxc: {message}").into());
            }
        };
        let own = compile_bound(&text, stage, "main", Version::V2018, Target::Spirv, bindings, true)?.output;
        let part = |spirv: &[u8]| mesh_as_compute(spirv).and_then(|spirv| Part::new(spirv, "main"));
        let told = |error: String| format!("{name}: {error}");
        let (reference, own) = (part(&reference).map_err(told)?, part(&own).map_err(told)?);
        let scene = Scene::of(1, &[&reference.shape]);
        prepared.push((name, scene.alone(&reference).map_err(told)?, scene.alone(&own).map_err(told)?));
    }
    let jobs: Vec<_> = prepared.iter().flat_map(|(_, one, other)| [one.job.clone(), other.job.clone()]).collect();
    let outcomes = runner::run(&jobs)?;
    let mut wrong = Vec::new();
    for ((name, reference, own), outcomes) in prepared.iter().zip(outcomes.as_chunks::<2>().0) {
        let (Some(reference), Some(own)) = (reference.written(&outcomes[0]), own.written(&outcomes[1])) else {
            wrong.push(format!("{name}: not run: {outcomes:?}"));
            continue;
        };
        assert!(reference.keys().eq(own.keys()), "{name}: {:?} and {:?}", reference.keys(), own.keys());
        assert!(reference.values().any(|written| written.bytes.iter().any(|byte| *byte != 0)), "{name} writes nothing");
        wrong.extend(compare(&reference, &own, Tolerance::ROUNDING).iter().map(|found| format!("{name}: {found}")));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    Ok(())
}
