//! The judge itself: it computes what it should, tells programs apart, and survives those that break a driver.

use libtest_mimic::{Failed, Trial};
use uberc_judge::batch::{Job, Outcome, Stage, Work};
use uberc_judge::compare::{Tolerance, compare};
use uberc_judge::scene::{Part, Prepared, Scene};
use uberc_judge::{glslang, runner};

use crate::harness;

pub fn trials() -> Vec<Trial> {
    let trial = |name: &str, test: fn() -> Result<(), Failed>| {
        harness::needs_device(harness::trial(format!("judge::{name}"), test))
    };
    vec![
        trial("a_buffer_holds_what_was_computed", a_buffer_holds_what_was_computed),
        trial("a_texture_is_sampled", a_texture_is_sampled),
        trial("a_small_change_shows", a_small_change_shows),
        trial("vertices_are_captured", vertices_are_captured),
        trial("the_same_seed_is_the_same_picture", the_same_seed_is_the_same_picture),
        trial("one_bad_job_spoils_no_other", one_bad_job_spoils_no_other),
    ]
}

fn part(text: &str, stage: Stage) -> Result<Part, String> {
    Part::new(glslang::hlsl(text, stage, "main")?, "main")
}

/// Alone, with seed 1.
fn prepared(text: &str, stage: Stage) -> Result<Prepared, String> {
    let part = part(text, stage)?;
    Scene::of(1, &[&part.shape]).alone(&part)
}

fn run(prepared: &Prepared) -> Result<Outcome, String> {
    runner::run(std::slice::from_ref(&prepared.job))?.pop().ok_or_else(|| "no outcome".to_owned())
}

/// What the first job writes under a name, as 32-bit words.
fn words(prepared: &Prepared, outcome: &Outcome, name: &str) -> Vec<u32> {
    let written = prepared.written(outcome).unwrap_or_else(|| panic!("{outcome:?}"));
    let written = written.get(name).unwrap_or_else(|| panic!("{:?}", written.keys()));
    written.bytes.as_chunks().0.iter().map(|word| u32::from_le_bytes(*word)).collect()
}

const SQUARES: &str = "RWStructuredBuffer<uint> squares : register(u0);
[numthreads(8, 1, 1)] void main(uint3 id : SV_DispatchThreadID) { squares[id.x] = id.x * id.x; }";

fn a_buffer_holds_what_was_computed() -> Result<(), Failed> {
    let mut squares = prepared(SQUARES, Stage::Compute)?;
    squares.job.work = Work::Dispatch([4, 1, 1]);
    let found = words(&squares, &run(&squares)?, "squares");
    assert!((0..32).all(|at| found[at as usize] == at * at), "{found:?}");
    Ok(())
}

fn a_texture_is_sampled() -> Result<(), Failed> {
    let text = "Texture2D<float4> picture : register(t0);
float4 main(float4 position : SV_Position) : SV_Target0 { return picture.Load(int3(position.xy, 0)); }";
    let part = part(text, Stage::Pixel)?;
    let scene = Scene::of(1, &[&part.shape]);
    let prepared = scene.alone(&part)?;
    let uberc_judge::shape::Type::Image(ty) = part.shape.bindings[0].ty else { return Err("no image".into()) };
    let image = scene.image("picture", &ty, false)?;
    let target = prepared.written(&run(&prepared)?).ok_or("the job ran")?.remove("target 0").ok_or("a target")?;
    // The first level is as large as the picture.
    assert_eq!(target.bytes, image.bytes[..target.bytes.len()]);
    Ok(())
}

fn a_small_change_shows() -> Result<(), Failed> {
    let text = |factor: &str| {
        format!(
            "cbuffer Constants : register(b0) {{ float4 tint; }}
float4 main(float2 uv : TEXCOORD0) : SV_Target0 {{ return tint * uv.xyxy * {factor}; }}"
        )
    };
    let jobs = [prepared(&text("1.0"), Stage::Pixel)?, prepared(&text("1.001"), Stage::Pixel)?];
    let outcomes = runner::run(&jobs.each_ref().map(|prepared| prepared.job.clone()))?;
    let written = [jobs[0].written(&outcomes[0]).ok_or("ran")?, jobs[1].written(&outcomes[1]).ok_or("ran")?];
    let differences = compare(&written[0], &written[1], Tolerance::ROUNDING);
    assert!(differences.iter().any(|difference| difference.name == "target 0"), "{differences:?}");
    assert!(compare(&written[0], &written[0], Tolerance::EXACT).is_empty());
    Ok(())
}

fn vertices_are_captured() -> Result<(), Failed> {
    let text =
        "struct Vertex { float4 position : SV_Position; float2 uv : TEXCOORD0; nointerpolation uint id : INDEX; };
Vertex main(float4 position : POSITION, uint id : SV_VertexID)
{ Vertex v; v.position = position; v.uv = position.xy * 0.5; v.id = id; return v; }";
    let vertices = prepared(text, Stage::Vertex)?;
    let outcome = run(&vertices)?;
    let ids = words(&vertices, &outcome, "INDEX");
    let uv = words(&vertices, &outcome, "TEXCOORD");
    assert_eq!(ids[..4], [0, 1, 2, 3]);
    assert_eq!(uv.len(), ids.len() * 2);
    let distinct: std::collections::BTreeSet<&u32> = uv.iter().collect();
    // The lines of the grid.
    assert_eq!(distinct.len(), 7, "{distinct:?}");
    Ok(())
}

fn the_same_seed_is_the_same_picture() -> Result<(), Failed> {
    let text = "Texture2D<float4> picture; SamplerState linearly;
float4 main(float2 uv : TEXCOORD0) : SV_Target0 { return picture.Sample(linearly, uv); }";
    let part = part(text, Stage::Pixel)?;
    let job = |seed| Scene::of(seed, &[&part.shape]).alone(&part).map(|prepared| prepared.job);
    let outcomes = runner::run(&[job(1)?, job(1)?, job(2)?])?;
    assert_eq!(outcomes[0], outcomes[1]);
    assert_ne!(outcomes[0], outcomes[2]);
    Ok(())
}

/// Bytes that are no SPIR-V, a capability that the device has not, loops that take hours, a driver that is brought down.
fn one_bad_job_spoils_no_other() -> Result<(), Failed> {
    let good = prepared(SQUARES, Stage::Compute)?;
    let change = |change: &dyn Fn(&mut Job)| {
        let mut job = good.job.clone();
        change(&mut job);
        job
    };
    let garbage = change(&|job| job.modules[0].spirv = b"neither words nor a number".to_vec());
    // OpCapability Kernel, before all others.
    let kernel = change(&|job| {
        let spirv = &mut job.modules[0].spirv;
        spirv.splice(20..20, [17u32 | 2 << 16, 6].into_iter().flat_map(u32::to_le_bytes));
    });
    // llvmpipe leaves a loop after 65,535 rounds, so one alone is not endless; four thousand million groups of it are.
    let endless = "RWStructuredBuffer<uint> squares : register(u0);
[numthreads(8, 1, 1)] void main(uint3 id : SV_DispatchThreadID)
{ for (uint i = 0; i < 60000; i++) squares[id.x % 8] = squares[id.x % 8] * 3u + i; }";
    let mut endless = prepared(endless, Stage::Compute)?.job;
    endless.work = Work::Dispatch([65_535, 65_535, 1]);
    endless.limit = std::time::Duration::from_millis(300);
    // A result type of an instruction in a function body is an id that nothing defines; the reader of the driver aborts.
    let fatal = change(&|job| {
        let spirv = &mut job.modules[0].spirv;
        let (words, _) = spirv.as_chunks::<4>();
        let words: Vec<u32> = words.iter().map(|word| u32::from_le_bytes(*word)).collect();
        let mut at = 5;
        while words[at] & 0xffff != 61 {
            at += (words[at] >> 16) as usize;
        }
        spirv[(at + 1) * 4..(at + 2) * 4].copy_from_slice(&(words[3] - 1).to_le_bytes());
    });
    let jobs =
        [good.job.clone(), garbage, good.job.clone(), kernel, endless, good.job.clone(), fatal, good.job.clone()];
    let outcomes = runner::run(&jobs)?;
    let right = |outcome: &Outcome| words(&good, outcome, "squares")[..8] == [0, 1, 4, 9, 16, 25, 36, 49];
    assert!([0, 2, 5, 7].iter().all(|at| right(&outcomes[*at])));
    assert!(matches!(&outcomes[1], Outcome::Failed(why) if why == "not SPIR-V"), "{:?}", outcomes[1]);
    assert!(matches!(&outcomes[3], Outcome::Unsupported(why) if why == "capability 6"), "{:?}", outcomes[3]);
    assert_eq!(outcomes[4], Outcome::TimedOut);
    assert!(matches!(&outcomes[6], Outcome::Crashed(_) | Outcome::Failed(_)), "{:?}", outcomes[6]);
    Ok(())
}
