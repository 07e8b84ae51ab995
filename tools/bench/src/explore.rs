//! Exploration against a call of `Specialize` for each permutation.

use std::time::Instant;

use uberc::explore::{brute_force, count_finals, explore, mismatches};
use uberc::model::{Cube, Target};

use crate::medians::{median, table};
use crate::{Failure, Options, project};

pub(crate) fn run(options: &Options) -> Result<(), Failure> {
    let context = project::open(&[project::library()])?;
    let headings = ["shader", "permutations", "runs", "techniques", "explored ms", "brute force ms", "ratio"];
    let mut rows = vec![headings.map(str::to_owned).to_vec()];
    for unit in &context.units {
        let sidecar = project::sidecar(&context, unit, Target::Spirv)?;
        for (index, shader) in sidecar.shaders.iter().enumerate() {
            let mut quick = Vec::new();
            let mut slow = Vec::new();
            let mut counts = (0, 0_u128);
            // Both in each round, so that neither has the quieter machine.
            for _ in 0..options.rounds {
                // As a build does it: a sidecar that was just loaded is explored once.
                let sidecar = project::sidecar(&context, unit, Target::Spirv)?;
                let started = Instant::now();
                let (explored, _) = explore(shader, &mut sidecar.specializer(index), &context.project.limits);
                quick.push(started.elapsed().as_secs_f64() * 1e3);
                let started = Instant::now();
                let brute = brute_force(shader, &mut sidecar.plain_specializer(index))
                    .map_err(|diagnostic| diagnostic.message)?;
                slow.push(started.elapsed().as_secs_f64() * 1e3);
                let wrong = mismatches(shader, &explored, &brute);
                if !wrong.is_empty() {
                    return Err(format!("{}: exploration and brute force differ at {wrong:?}", shader.name).into());
                }
                counts = (explored.runs, count_finals(&shader.branches, &explored, Cube::ALL).unwrap_or(0));
            }
            let (quick, slow) = (median(quick), median(slow));
            rows.push(vec![
                shader.name.clone(),
                shader.branches.permutations().to_string(),
                counts.0.to_string(),
                counts.1.to_string(),
                format!("{quick:.3}"),
                format!("{slow:.3}"),
                format!("{:.1}", slow / quick),
            ]);
        }
    }
    println!("spirv, medians of {} rounds", options.rounds);
    print!("{}", table(&rows));
    Ok(())
}
