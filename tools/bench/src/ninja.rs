//! The upscaler as it is built without uberc: one glslangValidator a permutation and pass, under ninja.

use std::fmt::Write;
use std::process::Command;

use tempfile::TempDir;
use uberc::explore::{BruteOutcome, brute_force};
use uberc::model::{Stage, Target};
use uberc::pipeline;

use crate::medians::{median, table};
use crate::processes::{Cost, build, timed};
use crate::{Failure, Options, project};

/// One process of the ninja build.
pub(crate) struct Edge {
    shader: String,
    permutation: u64,
    stage: Stage,
    entry: String,
    /// `-D` options.
    defines: String,
}

/// An upscaler, in one of the languages.
#[derive(Clone, Copy)]
pub(crate) struct Subject {
    pub(crate) file: &'static str,
    /// What ninja compiles: for GLSL the same text without the declarations of its branches, which are macros then.
    pub(crate) by_hand: &'static str,
    /// The options of glslangValidator, with ninja's variables.
    pub(crate) options: &'static str,
    pub(crate) copy: fn() -> Result<TempDir, Failure>,
}

pub(crate) const HLSL: Subject = Subject {
    file: "upscale.fx",
    by_hand: "upscale.fx",
    options: "-D -V -S $stage -e $entry --target-env vulkan1.1 -Iinclude $defines",
    copy: || project::copy_of("upscale"),
};

const GLSL: Subject = Subject {
    file: "upscale.comp",
    by_hand: "by_hand.comp",
    options: "-V -S $stage --target-env vulkan1.1 --auto-map-bindings --auto-map-locations -Iinclude $defines",
    copy: || {
        let folder = project::copy_of_glsl("upscale.comp")?;
        let text = std::fs::read_to_string(folder.path().join("upscale.comp"))?;
        let lines = text.lines().filter(|line| !line.starts_with("uniform bool "));
        std::fs::write(folder.path().join("by_hand.comp"), lines.collect::<Vec<_>>().join("\n"))?;
        Ok(folder)
    },
};

/// How a permutation is compiled by hand.
#[derive(Clone, Copy)]
enum Recipe {
    /// glslangValidator alone.
    Plain,
    /// The steps that uberc takes as well: optimised and validated.
    SameSteps,
}

const RECIPES: [Recipe; 2] = [Recipe::Plain, Recipe::SameSteps];

impl Recipe {
    fn command(self, subject: Subject) -> String {
        let glslang = |output: &str| format!("glslangValidator {} -o {output} $in", subject.options);
        match self {
            Recipe::Plain => glslang("$out"),
            Recipe::SameSteps => format!(
                "{} && spirv-opt -O $out.raw -o $out && spirv-val --target-env vulkan1.1 $out",
                glslang("$out.raw")
            ),
        }
    }
}

/// uberc's chains, as the ends of project files: the two recipes, and the embedded compiler, whose SPIR-V naga has validated.
const CHAINS: [&str; 3] = [
    "\n[target.spirv]\ncompilers = [\"glslangValidator\"]\n",
    "\n[target.spirv]\ncompilers = [\"glslangValidator\", \"spirv-opt\", \"spirv-val\"]\n",
    EMBEDDED,
];

pub(crate) const EMBEDDED: &str = "\n[target.spirv]\ncompilers = [\"embedded\"]\n";

/// Costs of one pass, or of all, in the rounds; by recipe and by chain.
#[derive(Default)]
struct Costs {
    by_hand: [Vec<Cost>; 2],
    uberc: [Vec<Cost>; 3],
}

/// The passes of `shaders/upscale.fx`.
pub(crate) fn run(options: &Options) -> Result<(), Failure> {
    measure(options, HLSL)
}

/// The pass `shaders/glsl/upscale.comp`.
pub(crate) fn run_glsl(options: &Options) -> Result<(), Failure> {
    measure(options, GLSL)
}

fn measure(options: &Options, subject: Subject) -> Result<(), Failure> {
    let edges = edges(subject)?;
    let mut names: Vec<&str> = edges.iter().map(|edge| edge.shader.as_str()).collect();
    names.dedup();
    let mut passes: Vec<(&str, usize, u64, Costs)> = Vec::new();
    for name in names {
        let permutations = edges.iter().filter(|edge| edge.shader == name).count();
        passes.push((name, permutations, 0, Costs::default()));
    }
    let mut whole = (0, Costs::default());
    // Removed at the end: for some seconds after files are removed, ext4 looks longer for a place for new ones, at the cost of
    // whoever is measured next.
    let mut folders = Vec::new();
    for round in 0..options.rounds {
        eprintln!("round {} of {}", round + 1, options.rounds);
        for (name, _, variants, costs) in &mut passes {
            for (kind, recipe) in RECIPES.into_iter().enumerate() {
                let edges: Vec<&Edge> = edges.iter().filter(|edge| edge.shader == *name).collect();
                costs.by_hand[kind].push(ninja(subject, &edges, recipe, options.jobs, &mut folders)?);
            }
            for (kind, chain) in CHAINS.into_iter().enumerate() {
                // `--only` builds a whole shader and writes no archive; the folder is new, so the cache is empty.
                let (compiled, cost) = cold(subject, chain, &["--only", name], options.jobs, &mut folders)?;
                *variants = compiled;
                costs.uberc[kind].push(cost);
            }
        }
        for (kind, chain) in CHAINS.into_iter().enumerate() {
            let (compiled, cost) = cold(subject, chain, &["--output", "upscale.fxo"], options.jobs, &mut folders)?;
            whole.0 = compiled;
            whole.1.uberc[kind].push(cost);
        }
        for kind in 0..RECIPES.len() {
            // All of it by hand is its passes one after the other.
            let sum = |figure: fn(&Cost) -> f64| {
                passes.iter().filter_map(|pass| pass.3.by_hand[kind].last()).map(figure).sum::<f64>()
            };
            whole.1.by_hand[kind].push(Cost { cpu: sum(|cost| cost.cpu), wall: sum(|cost| cost.wall) });
        }
    }
    report(options, &passes, edges.len(), &whole);
    Ok(())
}

fn report(options: &Options, passes: &[(&str, usize, u64, Costs)], all: usize, whole: &(u64, Costs)) {
    println!("spirv, {} jobs, medians of {} rounds; seconds", options.jobs, options.rounds);
    println!(
        "A: glslangValidator -D   B: glslangValidator -D, spirv-opt -O, spirv-val (uberc's chain of programs)   E: embedded"
    );
    for (what, figure) in [("CPU", (|cost: &Cost| cost.cpu) as fn(&Cost) -> f64), ("wall", |cost: &Cost| cost.wall)] {
        let headings = [
            what,
            "permutations",
            "variants",
            "ninja A",
            "ninja B",
            "uberc A",
            "uberc B",
            "uberc E",
            "A / A",
            "B / B",
            "ninja A / uberc B",
            "ninja A / uberc E",
        ];
        let mut rows = vec![headings.map(str::to_owned).to_vec()];
        let total = ("all passes", all, whole.0, &whole.1);
        for (name, permutations, variants, costs) in
            passes.iter().map(|pass| (pass.0, pass.1, pass.2, &pass.3)).chain([total])
        {
            let of = |costs: &[Cost]| median(costs.iter().map(figure).collect());
            let [hand_a, hand_b] = [0, 1].map(|kind| of(&costs.by_hand[kind]));
            let [uberc_a, uberc_b, uberc_e] = [0, 1, 2].map(|kind| of(&costs.uberc[kind]));
            let mut row = vec![name.to_owned(), permutations.to_string(), variants.to_string()];
            row.extend([hand_a, hand_b, uberc_a, uberc_b, uberc_e].map(|seconds| format!("{seconds:.2}")));
            let ratios = [hand_a / uberc_a, hand_b / uberc_b, hand_a / uberc_b, hand_a / uberc_e];
            row.extend(ratios.map(|ratio| format!("{ratio:.2}x")));
            rows.push(row);
        }
        println!("\n{}", table(&rows).trim_end());
    }
}

/// A build of the upscaler with an empty cache; the variants, and the cost.
pub(crate) fn cold(
    subject: Subject,
    chain: &str,
    arguments: &[&str],
    jobs: usize,
    folders: &mut Vec<TempDir>,
) -> Result<(u64, Cost), Failure> {
    let folder = (subject.copy)()?;
    let settings = folder.path().join("uberc.toml");
    let text = std::fs::read_to_string(&settings)?;
    std::fs::write(&settings, text + chain)?;
    let arguments: Vec<&str> = [subject.file, "--target", "spirv"].iter().chain(arguments).copied().collect();
    let (compiled, all, cost) = build(folder.path(), &arguments, jobs)?;
    folders.push(folder);
    if compiled != all {
        return Err(format!("{compiled} of {all} variants were compiled: the cache was not empty").into());
    }
    Ok((compiled, cost))
}

/// Every permutation of every pass that the sidecar says is built, by asking it for each: nobody writes fewer by hand.
pub(crate) fn edges(subject: Subject) -> Result<Vec<Edge>, Failure> {
    let folder = (subject.copy)()?;
    let context = project::open(&[folder.path().join(subject.file)])?;
    let front = pipeline::run_frontend(&context, &[Target::Spirv]);
    let [unit] = &context.units[..] else { return Err(format!("{} is one unit", subject.file).into()) };
    let sidecar = project::sidecar(&context, unit, Target::Spirv)?;
    let mut edges = Vec::new();
    for (index, shader) in sidecar.shaders.iter().enumerate() {
        let used = front.shaders.iter().any(|known| known.declaration.name == shader.name);
        if !used {
            return Err(format!("{} was not found by the pipeline", shader.name).into());
        }
        let outcomes =
            brute_force(shader, &mut sidecar.plain_specializer(index)).map_err(|diagnostic| diagnostic.message)?;
        for (permutation, outcome) in outcomes {
            let BruteOutcome::Built { technique, values } = outcome else { continue };
            let mut defines = format!("-D{}=1", Target::Spirv.platform_global());
            for (name, value) in &technique.defines {
                write!(defines, " -D{name}={}", value.replacement())?;
            }
            for branch in shader.branches.branches().iter().filter(|_| subject.by_hand != subject.file) {
                let value = branch.source_value(branch.extract(values.0)) != 0;
                write!(defines, " -D{}={value}", branch.name)?;
            }
            for (stage, entry) in &technique.entry_points {
                edges.push(Edge {
                    shader: shader.name.clone(),
                    permutation: permutation.0,
                    stage: *stage,
                    entry: entry.clone(),
                    defines: defines.clone(),
                });
            }
        }
    }
    Ok(edges)
}

/// Compiles these permutations from nothing, each by a process of glslangValidator alone.
pub(crate) fn by_hand(
    subject: Subject,
    edges: &[&Edge],
    jobs: usize,
    folders: &mut Vec<TempDir>,
) -> Result<Cost, Failure> {
    ninja(subject, edges, Recipe::Plain, jobs, folders)
}

fn ninja(
    subject: Subject,
    edges: &[&Edge],
    recipe: Recipe,
    jobs: usize,
    folders: &mut Vec<TempDir>,
) -> Result<Cost, Failure> {
    let folder = (subject.copy)()?;
    std::fs::write(folder.path().join("build.ninja"), build_file(subject, edges, recipe)?)?;
    let mut command = Command::new("ninja");
    let (_, cost) = timed(command.args(["--quiet", "-j", &jobs.to_string()]).current_dir(folder.path()))?;
    for edge in edges {
        let output = folder.path().join(output(edge));
        if !std::fs::metadata(&output).is_ok_and(|file| file.len() > 0) {
            return Err(format!("{} was not written", output.display()).into());
        }
    }
    folders.push(folder);
    Ok(cost)
}

fn output(edge: &Edge) -> String {
    format!("{}.{:02x}.{}.spv", edge.shader, edge.permutation, edge.entry)
}

fn build_file(subject: Subject, edges: &[&Edge], recipe: Recipe) -> Result<String, Failure> {
    let mut text = format!("rule compile\n  command = {}\n", recipe.command(subject));
    for edge in edges {
        let stage = match edge.stage {
            Stage::Vertex => "vert",
            Stage::Pixel => "frag",
            Stage::Compute => "comp",
            other => return Err(format!("no pass of the upscaler is a {} shader", other.name()).into()),
        };
        writeln!(text, "build {}: compile {}", output(edge), subject.by_hand)?;
        writeln!(text, "  stage = {stage}\n  entry = {}\n  defines = {}", edge.entry, edge.defines)?;
    }
    Ok(text)
}
