//! Exploration of the reference mesh sidecar against calling `Specialize` for each of its 16,384 permutations.
//!
//! `cargo bench --bench explore`: medians, printed as `name value unit` lines.
#![allow(clippy::print_stdout)] // A bench's output is its purpose.

use std::path::{Path, PathBuf};
use std::time::Instant;

use uberc::diag::Sources;
use uberc::explore::{brute_force, explore};
use uberc::model::{Limits, MacroTable, SourceUnit, Target};
use uberc::sidecar::{Request, load};

fn median_us(rounds: usize, mut run: impl FnMut()) -> f64 {
    let mut times: Vec<f64> = (0..rounds)
        .map(|_| {
            let started = Instant::now();
            run();
            started.elapsed().as_secs_f64() * 1e6
        })
        .collect();
    times.sort_by(f64::total_cmp);
    times[rounds / 2]
}

fn main() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/explore/mesh_rules");
    let sources = Sources::new(folder);
    let unit = SourceUnit { sidecar: PathBuf::from("mesh.fx.lua"), source: Some(PathBuf::from("mesh.fx")) };
    let limits = Limits::default();
    let macros = MacroTable::new();
    for target in [Target::Spirv, Target::Dx9] {
        let request = Request { unit: &unit, target, macros: &macros, lua_paths: &[], limits: &limits };
        let loading = median_us(101, || drop(load(&request, &sources)));
        let (Some(sidecar), _) = load(&request, &sources) else { panic!("the reference sidecar loads") };
        let shader = &sidecar.shaders[0];
        let exploration = explore(shader, &mut sidecar.specializer(0), &limits).0;
        let exploring = median_us(101, || drop(explore(shader, &mut sidecar.specializer(0), &limits)));
        let plain = median_us(5, || drop(brute_force(shader, &mut sidecar.plain_specializer(0))));
        let name = target.name();
        println!("{name} runs {}", exploration.runs);
        println!("{name} finals {}", exploration.finals.len());
        println!("{name} load {loading:.0} us");
        println!("{name} explore {exploring:.0} us");
        println!("{name} brute_force {plain:.0} us");
        println!("{name} ratio {:.0}", plain / exploring);
    }
}
