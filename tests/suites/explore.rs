//! Exploration against brute force, for hand-written sidecars (with their counts) and generated ones.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use libtest_mimic::{Failed, Trial};
use uberc::diag::{Diagnostic, Sources};
use uberc::dialect::Registry;
use uberc::explore::{BRUTE_FORCE_BITS, brute_force, count_finals, explore, mismatches};
use uberc::model::{Cube, Limits, MacroTable, Outcome, SourceUnit, Target};
use uberc::sidecar::{self, Request, Sidecar};

use crate::harness;

pub fn trials() -> Vec<Trial> {
    let mut trials = harness::cases("explore", case);
    trials.push(harness::trial("explore::mesh_has_356_techniques_and_428_on_dx9", mesh_figures));
    trials
}

/// Loads a sidecar that stands alone.
fn load(folder: &Path, name: &str, target: Target, limits: &Limits) -> (Sources, Option<Sidecar>, Vec<Diagnostic>) {
    let sources = Sources::new(folder);
    let unit = SourceUnit { sidecar: PathBuf::from(name), source: Some(PathBuf::from(name.trim_end_matches(".lua"))) };
    let registry = Registry::standard();
    let request = Request {
        infos: &std::collections::BTreeMap::new(),
        info_files: &[],
        unit: &unit,
        registry: &registry,
        dialect: registry.first(),
        target,
        macros: &MacroTable::new(),
        generator_options: &std::collections::BTreeMap::new(),
        lua_paths: &[PathBuf::from("lua")],
        limits,
        cancelled: &Default::default(),
    };
    let (sidecar, diagnostics) = sidecar::load(&request, &sources);
    (sources, sidecar, diagnostics)
}

/// `expected.txt`: for each sidecar and target, the figures, the cubes, and what went wrong.
fn case(folder: &Path) -> Result<(), Failed> {
    let mut out = String::new();
    for target in [Target::Dx9, Target::Spirv] {
        for name in sidecars(folder)? {
            let (sources, sidecar, mut diagnostics) = load(folder, &name, target, &Limits::default());
            let sidecar = sidecar.ok_or("the sidecar has no result")?;
            writeln!(out, "# {name}, {}", target.name())?;
            for (at, shader) in sidecar.shaders.iter().enumerate() {
                let (exploration, found) = explore(shader, &mut sidecar.specializer(at), &Limits::default());
                diagnostics.extend(found);
                let layout = &shader.branches;
                writeln!(
                    out,
                    "{}: {} permutations, {} runs, {} cubes, {} techniques, {} with final values",
                    shader.name,
                    layout.permutations(),
                    exploration.runs,
                    exploration.cubes.len(),
                    exploration.techniques.len(),
                    count_finals(layout, &exploration, Cube::ALL)?
                )?;
                for cube in &exploration.cubes {
                    let reads: Vec<String> = cube
                        .reads
                        .iter()
                        .map(|(id, line)| {
                            let branch = layout.get(*id);
                            let value = branch.display_value(branch.extract(cube.cube.value));
                            format!("{}={value}@{line}", branch.name)
                        })
                        .collect();
                    let outcome = match cube.outcome {
                        Outcome::Built { technique, .. } => format!("technique {}", technique.0),
                        Outcome::NotBuilt => "not built".to_owned(),
                        Outcome::Failed => "failed".to_owned(),
                    };
                    writeln!(out, "  [{}] {outcome}", reads.join(" "))?;
                }
                if layout.bits() <= BRUTE_FORCE_BITS {
                    let brute = brute_force(shader, &mut sidecar.plain_specializer(at))
                        .map_err(|diagnostic| diagnostic.message)?;
                    let wrong = mismatches(shader, &exploration, &brute);
                    if let Some(first) = wrong.first() {
                        let text = layout.describe(first.0);
                        return Err(
                            format!("{}: {} permutations differ, first {text}", shader.name, wrong.len()).into()
                        );
                    }
                }
            }
            out += &harness::diagnostics(&diagnostics, &sources);
        }
    }
    harness::golden(&folder.join("expected.txt"), &out)
}

fn sidecars(folder: &Path) -> Result<Vec<String>, Failed> {
    let mut names = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        if name.ends_with(".fx.lua") {
            names.push(name);
        }
    }
    names.sort();
    Ok(names)
}

fn mesh_figures() -> Result<(), Failed> {
    let folder = harness::suite_dir("explore").join("mesh_rules");
    for (target, techniques) in [(Target::Spirv, 356), (Target::Dx9, 428)] {
        let limits = Limits::default();
        let (sources, sidecar, diagnostics) = load(&folder, "mesh.fx.lua", target, &limits);
        harness::same("diagnostics", "", &harness::diagnostics(&diagnostics, &sources))?;
        let sidecar = sidecar.ok_or("the sidecar has no result")?;
        let shader = &sidecar.shaders[0];
        let (exploration, diagnostics) = explore(shader, &mut sidecar.specializer(0), &limits);
        harness::same("diagnostics", "", &harness::diagnostics(&diagnostics, &sources))?;
        assert_eq!(shader.branches.permutations(), 16_384);
        assert_eq!(count_finals(&shader.branches, &exploration, Cube::ALL), Ok(techniques));
        assert!(exploration.runs <= 40, "{} runs", exploration.runs);
        assert!(sidecar.target_globals_read());
        let brute = brute_force(shader, &mut sidecar.plain_specializer(0)).map_err(|found| found.message)?;
        assert_eq!(brute.len(), 16_384);
        assert_eq!(mismatches(shader, &exploration, &brute), []);
    }
    Ok(())
}
