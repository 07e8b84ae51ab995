//! A file of 512 macro permutations, whose techniques differ in defines alone: ninja with a process a permutation, a compiler that is
//! kept resident, and uberc.

use crate::medians::{median, table};
use crate::ninja::{self, Subject};
use crate::processes::{Cost, build};
use crate::{Failure, Options, index, project, workers};

/// The bars: what ninja and the resident compiler take, by what uberc takes.
const BARS: [f64; 2] = [200.0, 300.0];

/// Eight passes of 64.
const PASSES: Subject = Subject {
    copy: || {
        let folder = project::copy_of("upscale")?;
        std::fs::write(folder.path().join("upscale.fx.lua"), index::passes()?)?;
        Ok(folder)
    },
    ..ninja::HLSL
};

pub(crate) fn run(options: &Options) -> Result<(), Failure> {
    let edges = ninja::edges(PASSES)?;
    let (mut by_hand, mut resident, mut own) = (Vec::new(), Vec::new(), Vec::new());
    let (mut variants, mut folders) = (0, Vec::new());
    for round in 0..options.rounds {
        eprintln!("round {} of {}", round + 1, options.rounds);
        by_hand.push(ninja::by_hand(PASSES, &edges.iter().collect::<Vec<_>>(), options.jobs, &mut folders)?);
        let (compiled, cost) =
            ninja::cold(PASSES, ninja::EMBEDDED, &["--output", "out.fxo"], options.jobs, &mut folders)?;
        variants = compiled;
        own.push(cost);
        if let Some(cost) = compile_with_dxc(options.jobs)? {
            resident.push(cost);
        }
    }
    println!("{} permutations, {variants} variants, medians of {} rounds; seconds", edges.len(), options.rounds);
    let mut rows = vec![["", "CPU", "wall", "of uberc's CPU", "bar"].map(str::to_owned).to_vec()];
    let middle = |costs: &[Cost], of: fn(&Cost) -> f64| median(costs.iter().map(of).collect());
    let uberc = middle(&own, |cost| cost.cpu);
    let named =
        [("ninja + glslangValidator", &by_hand, Some(BARS[0])), ("dxc, kept resident", &resident, Some(BARS[1]))];
    for (name, costs, bar) in named.into_iter().chain([("uberc", &own, None)]) {
        if costs.is_empty() {
            println!("not measured: {name}");
            continue;
        }
        let (cpu, wall) = (middle(costs, |cost| cost.cpu), middle(costs, |cost| cost.wall));
        let bar = bar.map(|bar| format!("{bar:.0}x")).unwrap_or_default();
        rows.push(vec![
            name.to_owned(),
            format!("{cpu:.2}"),
            format!("{wall:.2}"),
            format!("{:.0}x", cpu / uberc),
            bar,
        ]);
    }
    print!("{}", table(&rows));
    Ok(())
}

/// All permutations by workers of dxc, each of which keeps the library: what one variant takes, for each permutation.
fn compile_with_dxc(jobs: usize) -> Result<Option<Cost>, Failure> {
    let folder = (PASSES.copy)()?;
    let Some(program) = workers::own_dxc(folder.path())? else { return Ok(None) };
    let settings = folder.path().join("uberc.toml");
    let text = std::fs::read_to_string(&settings)?;
    let own = format!("\n[compiler.dxc]\nprogram = \"{}\"\nworkers = true\n", program.display());
    std::fs::write(&settings, text + &own)?;
    let (compiled, _, cost) = build(folder.path(), &["--target", "dxil", "--output", "out.fxo"], jobs)?;
    let each = index::TECHNIQUES as f64 / compiled.max(1) as f64;
    Ok(Some(Cost { cpu: cost.cpu * each, wall: cost.wall * each }))
}
