//! A first build of the whole shader library for SPIR-V and WGSL: the processor time of a variant.

use crate::medians::{median, table};
use crate::processes::{Cost, build};
use crate::{Failure, Options, project};

/// The bar: milliseconds of processor time that a variant of each target takes.
const BAR: f64 = 0.5;

/// What is compared: names, and the arguments of the build.
const BUILDS: [(&str, &[&str]); 2] = [("no cache", &["--no-cache"]), ("a cache", &[])];

pub(crate) fn run(options: &Options) -> Result<(), Failure> {
    let mut costs: [Vec<Cost>; BUILDS.len()] = Default::default();
    let mut variants = 0;
    for _ in 0..options.rounds {
        for ((_, arguments), costs) in BUILDS.iter().zip(&mut costs) {
            let folder = project::copy_of_all()?;
            let targets = ["--target", "spirv", "--target", "wgsl", "--output", "out.fxo"];
            let (compiled, all, cost) = build(folder.path(), &[&targets, *arguments].concat(), options.jobs)?;
            if compiled != all || all == 0 {
                return Err(format!("{compiled} of {all} variants were compiled").into());
            }
            variants = all;
            costs.push(cost);
        }
    }
    println!("{variants} variants of the library, spirv and wgsl, medians of {} rounds", options.rounds);
    println!("the cache's files are in the folder for temporary files");
    let mut rows = vec![["", "CPU ms", "wall ms", "CPU ms a variant", "bar"].map(str::to_owned).to_vec()];
    let mut missed = None;
    for ((name, _), costs) in BUILDS.iter().zip(&costs) {
        let middle = |of: fn(&Cost) -> f64| median(costs.iter().map(of).collect()) * 1e3;
        let (cpu, wall) = (middle(|cost| cost.cpu), middle(|cost| cost.wall));
        let each = cpu / variants as f64;
        if each > BAR {
            missed.get_or_insert(*name);
        }
        rows.push(vec![
            (*name).to_owned(),
            format!("{cpu:.0}"),
            format!("{wall:.0}"),
            format!("{each:.2}"),
            format!("{BAR}"),
        ]);
    }
    print!("{}", table(&rows));
    match missed {
        None => Ok(()),
        Some(name) => Err(format!("{name}: a variant takes more than {BAR} ms").into()),
    }
}
