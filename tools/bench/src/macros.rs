//! A file of 512 macro permutations, whose techniques differ in defines alone: ninja with a process a permutation, a compiler that is
//! kept resident, and uberc.

use tempfile::TempDir;

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
    let (mut variants, mut by_dxc, mut folders) = (0, 0, Vec::new());
    for round in 0..options.rounds {
        eprintln!("round {} of {}", round + 1, options.rounds);
        by_hand.push(ninja::by_hand(PASSES, &edges.iter().collect::<Vec<_>>(), options.jobs, &mut folders)?);
        let (compiled, cost) =
            ninja::cold(PASSES, ninja::EMBEDDED, &["--output", "out.fxo"], options.jobs, &mut folders)?;
        variants = compiled;
        own.push(cost);
        if let Some((measured, cost)) = compile_with_dxc(options.jobs, &mut folders)? {
            by_dxc = measured;
            resident.push(cost);
        }
    }
    println!("{} permutations, {variants} variants, medians of {} rounds; seconds", edges.len(), options.rounds);
    println!(
        "half of the permutations differ in a define that makes no difference; dxc optimises and makes DXIL, the others SPIR-V"
    );
    println!(
        "dxc: {by_dxc} variants were compiled and their cost, less that of a build with all of them stored, taken for each permutation"
    );
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
            format!("{:.1}x", cpu / uberc),
            bar,
        ]);
    }
    print!("{}", table(&rows));
    match named
        .iter()
        .find(|(_, costs, bar)| !costs.is_empty() && middle(costs, |cost| cost.cpu) < bar.unwrap_or(0.0) * uberc)
    {
        None => Ok(()),
        Some((name, ..)) => Err(format!("{name}: below the bar").into()),
    }
}

/// What all permutations would cost with workers of dxc, each of which keeps the library, and how many variants were measured.
fn compile_with_dxc(jobs: usize, folders: &mut Vec<TempDir>) -> Result<Option<(u64, Cost)>, Failure> {
    let folder = (PASSES.copy)()?;
    let Some(program) = workers::own_dxc(folder.path())? else { return Ok(None) };
    let settings = folder.path().join("uberc.toml");
    let text = std::fs::read_to_string(&settings)?;
    let own = format!("\n[compiler.dxc]\nprogram = \"{}\"\nworkers = true\n", program.display());
    std::fs::write(&settings, text + &own)?;
    let arguments = ["--target", "dxil", "--output", "out.fxo"];
    let (compiled, all, cost) = build(folder.path(), &arguments, jobs)?;
    if compiled != all || all == 0 {
        return Err(format!("{compiled} of {all} variants were compiled by dxc").into());
    }
    // Reading, exploring and packing, without a compiler.
    std::fs::write(
        folder.path().join("upscale.fx"),
        std::fs::read_to_string(folder.path().join("upscale.fx"))? + "\n",
    )?;
    let (compiled, _, other) = build(folder.path(), &arguments, jobs)?;
    if compiled != 0 {
        return Err(format!("{compiled} variants were compiled again").into());
    }
    folders.push(folder);
    let each = index::TECHNIQUES as f64 / all as f64;
    Ok(Some((all, Cost { cpu: (cost.cpu - other.cpu) * each, wall: (cost.wall - other.wall) * each })))
}
