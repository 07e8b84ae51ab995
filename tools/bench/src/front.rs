//! Everything before compiling, for the mesh, in a process of one thread.

use std::process::Command;
use std::time::Instant;

use uberc::model::Target;
use uberc::pipeline;

use crate::medians::median;
use crate::processes::timed;
use crate::{Failure, Options, project};

/// Verb of the process that is measured.
pub(crate) const CHILD: &str = "front-child";

pub(crate) fn run(options: &Options) -> Result<(), Failure> {
    let mut times = Vec::new();
    let mut peaks = Vec::new();
    let mut counts = String::new();
    for _ in 0..options.rounds {
        // rayon's own variable: the front then runs on one core.
        let mut command = Command::new(std::env::current_exe()?);
        let (said, _) = timed(command.arg(CHILD).env("RAYON_NUM_THREADS", "1"))?;
        let words: Vec<&str> = said.split_whitespace().collect();
        let [milliseconds, kibibytes, techniques, variants] = words[..] else {
            return Err(format!("unexpected: {said}").into());
        };
        times.push(milliseconds.parse()?);
        peaks.push(kibibytes.parse::<f64>()? / 1024.0);
        counts = format!("{techniques} techniques, {variants} variants");
    }
    println!("mesh, spirv, {counts}; one thread, a fresh process each round, medians of {}", options.rounds);
    println!("front  {:.1} ms   (files, sidecar, exploration, preprocessing, substitution, hashes)", median(times));
    println!("peak   {:.1} MiB (VmHWM of the whole process)", median(peaks));
    Ok(())
}

/// Prints milliseconds, the peak of resident memory in KiB, techniques and variants.
pub(crate) fn child() -> Result<(), Failure> {
    let started = Instant::now();
    let world = project::open(&[project::library().join("mesh.fx")])?;
    let front = pipeline::front(&world, &[Target::Spirv]);
    let milliseconds = started.elapsed().as_secs_f64() * 1e3;
    let [mesh] = &front.shaders[..] else { return Err("mesh.fx declares one shader".into()) };
    let report = mesh.report();
    let variants: usize = report.variants.iter().map(|(_, count)| count).sum();
    println!("{milliseconds:.3} {} {} {variants}", peak_kibibytes()?, report.techniques);
    Ok(())
}

/// `VmHWM` of proc(5)'s `status`: the most memory that was ever resident.
fn peak_kibibytes() -> Result<u64, Failure> {
    let status = std::fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).ok_or("/proc/self/status has no VmHWM")?;
    Ok(line.trim().trim_end_matches("kB").trim().parse()?)
}
