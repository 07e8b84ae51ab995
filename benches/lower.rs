//! Speed of the embedded chain behind the analysis, for the shader library's mesh: `cargo bench --bench lower`. Prints the best
//! of several rounds for each distinct variant, on one core.

use std::io::Write as _;
use std::path::Path;
use std::time::{Duration, Instant};

use uberc::dialect::hlsl::analyse::{Session, Version, analyse};
use uberc::dialect::hlsl::lower::{BindingRule, Options, lower};
use uberc::model::Target;
use uberc::pipeline::{World, front};

fn main() -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    let mesh = Path::new(env!("CARGO_MANIFEST_DIR")).join("shaders/mesh.fx.lua");
    let (world, _) = World::open(std::slice::from_ref(&mesh));
    let known = front(&world, &[Target::Spirv]);
    let options =
        Options { bindings: BindingRule::Shift { b: 0, t: 100, s: 300, u: 400 }, debug_names: false, direct3d9: false };
    let spirv = naga::back::spv::Options {
        lang_version: (1, 3),
        flags: naga::back::spv::WriterFlags::empty(),
        zero_initialize_workgroup_memory: naga::back::spv::ZeroInitializeWorkgroupMemoryMode::None,
        force_loop_bounding: false,
        emit_int_div_checks: false,
        ..naga::back::spv::Options::default()
    };
    for shader in &known.shaders {
        let session = Session::new();
        let mut programs = Vec::new();
        let start = Instant::now();
        for variant in &shader.variants.variants {
            let text = &shader.variants.sources[variant.source as usize];
            let (program, _) = analyse(text, variant.stage, &variant.entry_point, Version::default(), &session);
            programs.extend(program);
        }
        let analysed = start.elapsed();
        let count = programs.len();
        let (mut lowered, mut written, mut bytes) = (Vec::new(), Vec::new(), 0);
        for program in &programs {
            let (mut best_lower, mut best_write) = (Duration::MAX, Duration::MAX);
            for _ in 0..10 {
                let start = Instant::now();
                let Ok(made) = lower(program, &options) else { continue };
                best_lower = best_lower.min(start.elapsed());
                let start = Instant::now();
                let words = naga::back::spv::write_vec(&made.module, &made.info, &spirv, None);
                best_write = best_write.min(start.elapsed());
                bytes = bytes.max(words.map_or(0, |words| words.len() * 4));
            }
            lowered.push(best_lower);
            written.push(best_write);
        }
        let told = |times: &mut Vec<Duration>| {
            times.sort();
            let sum: Duration = times.iter().sum();
            let count = times.len().max(1);
            format!("mean {:?}, longest {:?}", sum / count as u32, times.last().copied().unwrap_or_default())
        };
        writeln!(out, "{}: {count} of {} variants", shader.declaration.name, shader.variants.variants.len())?;
        writeln!(out, "analysis, shared by all: {:?} a variant", analysed / count.max(1) as u32)?;
        writeln!(out, "lowering and validation: {}", told(&mut lowered))?;
        writeln!(out, "SPIR-V: {}, up to {bytes} bytes", told(&mut written))?;
    }
    Ok(())
}
