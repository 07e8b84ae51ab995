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
    let mut processors = Vec::new();
    let mut peaks = Vec::new();
    let mut counts = String::new();
    for _ in 0..options.rounds {
        let (said, _) = timed(Command::new(std::env::current_exe()?).arg(CHILD))?;
        let words: Vec<&str> = said.split_whitespace().collect();
        let [milliseconds, processor, kibibytes, techniques, variants] = words[..] else {
            return Err(format!("unexpected: {said}").into());
        };
        times.push(milliseconds.parse()?);
        processors.push(processor.parse()?);
        peaks.push(kibibytes.parse::<f64>()? / 1024.0);
        counts = format!("{techniques} techniques, {variants} variants");
    }
    println!("mesh, spirv, {counts}; one thread, a fresh process each round, medians of {}", options.rounds);
    println!("front  {:.1} ms   (files, sidecar, exploration, preprocessing, substitution, hashes)", median(times));
    println!("CPU    {:.1} ms   (of all threads; the fair figure where others use the machine)", median(processors));
    println!("peak   {:.1} MiB (VmHWM of the whole process)", median(peaks));
    Ok(())
}

/// Prints milliseconds that passed and that all threads ran, the peak of resident memory in KiB, techniques and variants.
pub(crate) fn child() -> Result<(), Failure> {
    // As the program has it: work within limits needs a deep stack, and starts a thread of its own where a worker has none.
    uberc::compile::start_workers(1)?;
    let before = processor_milliseconds()?;
    let started = Instant::now();
    let context = project::open(&[project::library().join("mesh.fx")])?;
    let front = pipeline::run_frontend(&context, &[Target::Spirv]);
    let milliseconds = started.elapsed().as_secs_f64() * 1e3;
    let processor = processor_milliseconds()? - before;
    let [mesh] = &front.shaders[..] else { return Err("mesh.fx declares one shader".into()) };
    let report = mesh.report();
    let variants: usize = report.variants.iter().flatten().map(|(_, count)| count).sum();
    println!("{milliseconds:.3} {processor:.3} {} {} {variants}", peak_kibibytes()?, report.techniques.unwrap_or(0));
    Ok(())
}

/// `VmHWM` of proc(5)'s `status`: the most memory that was ever resident.
fn peak_kibibytes() -> Result<u64, Failure> {
    let status = std::fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).ok_or("/proc/self/status has no VmHWM")?;
    Ok(line.trim().trim_end_matches("kB").trim().parse()?)
}

/// Time that the threads of this process ran, finer than the ticks of `stat`: the first field of each one's `schedstat`,
/// in nanoseconds (the kernel's `Documentation/scheduler/sched-stats.rst`). Threads that ended are not in it; rayon's stay.
fn processor_milliseconds() -> Result<f64, Failure> {
    let mut nanoseconds = 0.0;
    for task in std::fs::read_dir("/proc/self/task")? {
        let text = std::fs::read_to_string(task?.path().join("schedstat"))?;
        nanoseconds += text.split_whitespace().next().ok_or("schedstat is empty")?.parse::<f64>()?;
    }
    Ok(nanoseconds / 1e6)
}
