//! Exploration of the reference mesh sidecar against calling `Specialize` for each of its 16,384 permutations; then of
//! sidecars with 10 to 60 branches and the same 200 results, as cubes, diagram, counts and cubes to pack.
//!
//! `cargo bench --bench explore`: medians, printed as `name value unit` lines. `-- mesh` (without its brute
//! force) or `-- many` runs one of the two.
#![allow(clippy::print_stdout)] // A bench's output is its purpose.

use std::path::{Path, PathBuf};
use std::time::Instant;

use uberc::diag::Sources;
use uberc::dialect::Registry;
use uberc::explore::{OutcomeDiagram, brute_force, count_finals, explore};
use uberc::model::{Cube, Limits, MacroDefinition, MacroTable, SourceUnit, Target};
use uberc::pack::decide;
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
    let only: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let wanted = |name: &str| only.is_empty() || only.iter().any(|word| word == name);
    if wanted("mesh") {
        mesh(only.is_empty());
    }
    if !wanted("many") {
        return;
    }
    for passing in [false, true] {
        let mut first = None;
        for branches in [10, 20, 40, 60] {
            let time = many(branches, passing);
            println!("many_{branches} ratio_to_10 {:.2}", time / *first.get_or_insert(time));
        }
    }
}

/// Time to explore, in microseconds; the diagram and what is made of it are printed as well.
fn many(branches: u32, passing: bool) -> f64 {
    let sources = Sources::new(Path::new(env!("CARGO_MANIFEST_DIR")).join("benches"));
    let unit = SourceUnit { sidecar: PathBuf::from("many_branches.fx.lua"), source: Some(PathBuf::from("many.fx")) };
    let limits = Limits::default();
    let mut macros = MacroTable::new();
    for (name, value) in [("BRANCHES", branches), ("PASS", u32::from(passing))] {
        let expanded = value.to_string();
        let known = MacroDefinition { name: name.into(), defined: None, function_like: false, expanded };
        macros.insert(name.into(), known);
    }
    let registry = Registry::standard();
    let dialect = registry.first();
    let request = Request {
        infos: &std::collections::BTreeMap::new(),
        info_files: &[],
        unit: &unit,
        registry: &registry,
        dialect,
        target: Target::Spirv,
        macros: &macros,
        generator_options: &std::collections::BTreeMap::new(),
        lua_paths: &[],
        limits: &limits,
        cancelled: &Default::default(),
    };
    let (Some(sidecar), found) = load(&request, &sources) else { panic!("the sidecar loads") };
    assert!(found.is_empty(), "{found:?}");
    let shader = &sidecar.shaders[0];
    let layout = &shader.branches;
    let exploration = explore(shader, &mut sidecar.specializer(0), &limits).0;
    assert_eq!(exploration.final_cubes().len(), 200);
    let exploring = median_us(31, || drop(explore(shader, &mut sidecar.specializer(0), &limits)));
    let Ok(diagram) = OutcomeDiagram::of(layout, &exploration) else { panic!("the diagram is small") };
    let building = median_us(31, || drop(OutcomeDiagram::of(layout, &exploration)));
    let counting = median_us(31, || assert!(count_finals(layout, &exploration, Cube::ALL).is_ok()));
    // As if nothing that passes through were live in the source.
    let parts = || {
        let parts = exploration.cubes.iter().flat_map(|cube| cube.parts(layout, 0)).zip(0u32..);
        parts.map(|((cube, _), number)| (cube, number)).collect::<Vec<_>>()
    };
    let deciding = median_us(31, || drop(decide(layout, parts())));
    let name = format!("many_{branches}{}", if passing { "_passing" } else { "" });
    println!("{name} runs {}", exploration.runs);
    println!("{name} diagram_nodes {}", diagram.diagram.nodes());
    println!("{name} finals {}", count_finals(layout, &exploration, Cube::ALL).unwrap_or(0));
    println!("{name} explore {exploring:.0} us");
    println!("{name} diagram {building:.0} us");
    println!("{name} count {counting:.0} us");
    println!("{name} decide {deciding:.0} us");
    exploring
}

fn mesh(compared: bool) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/explore/mesh_rules");
    let sources = Sources::new(folder);
    let unit = SourceUnit { sidecar: PathBuf::from("mesh.fx.lua"), source: Some(PathBuf::from("mesh.fx")) };
    let limits = Limits::default();
    let macros = MacroTable::new();
    for target in [Target::Spirv, Target::Dx9] {
        let registry = Registry::standard();
        let dialect = registry.first();
        let request = Request {
            infos: &std::collections::BTreeMap::new(),
            info_files: &[],
            unit: &unit,
            registry: &registry,
            dialect,
            target,
            macros: &macros,
            generator_options: &std::collections::BTreeMap::new(),
            lua_paths: &[],
            limits: &limits,
            cancelled: &Default::default(),
        };
        let loading = median_us(101, || drop(load(&request, &sources)));
        let (Some(sidecar), _) = load(&request, &sources) else { panic!("the reference sidecar loads") };
        let shader = &sidecar.shaders[0];
        let exploration = explore(shader, &mut sidecar.specializer(0), &limits).0;
        // As a build does it: a sidecar that was just loaded is explored once.
        let mut times: Vec<f64> = (0..101)
            .map(|_| {
                let (Some(sidecar), _) = load(&request, &sources) else { panic!("the reference sidecar loads") };
                let started = Instant::now();
                drop(explore(&sidecar.shaders[0], &mut sidecar.specializer(0), &limits));
                started.elapsed().as_secs_f64() * 1e6
            })
            .collect();
        times.sort_by(f64::total_cmp);
        let exploring = times[times.len() / 2];
        let name = target.name();
        println!("{name} runs {}", exploration.runs);
        println!("{name} finals {}", count_finals(&shader.branches, &exploration, Cube::ALL).unwrap_or(0));
        println!("{name} load {loading:.0} us");
        println!("{name} explore {exploring:.0} us");
        if compared {
            let plain = median_us(5, || drop(brute_force(shader, &mut sidecar.plain_specializer(0))));
            println!("{name} brute_force {plain:.0} us");
            println!("{name} ratio {:.0}", plain / exploring);
        }
    }
}
