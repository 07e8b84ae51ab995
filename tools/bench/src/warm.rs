//! Builds of the mesh with an empty cache, without a cache, and with nothing to do.

use crate::medians::median;
use crate::processes::{Cost, build};
use crate::{Failure, Options, project};

pub(crate) fn run(options: &Options) -> Result<(), Failure> {
    let mut costs: [Vec<Cost>; 3] = Default::default();
    let mut variants = 0;
    for _ in 0..options.rounds {
        let folder = project::copy_of("mesh")?;
        let arguments = ["mesh.fx", "--target", "spirv", "--output", "mesh.fxo"];
        let without: Vec<&str> = arguments.iter().copied().chain(["--no-cache"]).collect();
        for (kind, arguments) in [(0, &arguments[..]), (1, &without), (2, &arguments)] {
            let (compiled, all, cost) = build(folder.path(), arguments, options.jobs)?;
            let expected = if kind == 2 { 0 } else { all };
            if compiled != expected {
                return Err(format!("{compiled} of {all} variants were compiled, not {expected}").into());
            }
            costs[kind].push(cost);
            variants = all;
        }
    }
    println!("mesh, spirv, {variants} variants, {} jobs, medians of {} rounds", options.jobs, options.rounds);
    for (name, costs) in ["empty cache", "no cache", "nothing to do"].iter().zip(costs) {
        let wall = median(costs.iter().map(|cost| cost.wall).collect());
        let cpu = median(costs.iter().map(|cost| cost.cpu).collect());
        println!("{name:<14} {:>8.0} ms wall  {:>8.0} ms CPU", wall * 1e3, cpu * 1e3);
    }
    Ok(())
}
