//! PSL: the machine on the processor, the compiler, and on the software device a program as a shader of its own against the machine
//! that reads it from a buffer, and against that machine without what the program does not use.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use uberc::diag::{SourceFile, Sources};
use uberc::dialect::shaderception::bytecode::{Program, to_image};
use uberc::dialect::shaderception::machine::{Environment, Frames, Image, draw};
use uberc::dialect::shaderception::{Semantics, compile, features};
use uberc_judge::batch::{Content, Kind, Module, Outcome, Stage, Usage};
use uberc_judge::format::RGBA32_FLOAT;
use uberc_judge::runner;
use uberc_judge::triangle::{Resource, picture, triangle};
use uberc_runtime::{Binding, BindingKind, Pack, Technique};

use crate::medians::median;
use crate::processes::{timed, uberc};
use crate::{Failure, Options};

/// Pixels of a side of a picture on the processor, and on the software device.
const SIDE: usize = 256;
const DEVICE_SIDE: usize = 128;
/// Compilations whose mean is a round.
const COMPILATIONS: u32 = 100;
/// For a job of the device, with what its compiler takes.
const LIMIT: Duration = Duration::from_secs(300);

const HEADING: [&str; 8] =
    ["program", "instructions", "compile µs", "M instr/s", "typed ms", "machine ms", "pruned ms", "machine/typed"];

/// What is measured of a program: seconds, and instructions a second.
struct Figures {
    compile: f64,
    speed: f64,
    typed: f64,
    machine: f64,
    pruned: f64,
}

pub(crate) fn run(options: &Options) -> Result<(), Failure> {
    if let Some(package) = runner::missing() {
        return Err(format!("{package} is not installed (cargo xtask install)").into());
    }
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/psl");
    let mut programs = programs(&examples)?;
    if let Some(only) = &options.only {
        programs.retain(|name, _| name == only);
        if programs.is_empty() {
            return Err(format!("examples/psl has no program `{only}`").into());
        }
    }
    let folder = tempfile::tempdir()?;
    write_project(folder.path(), &examples, &programs)?;
    timed(&mut uberc(folder.path(), &["build", "--output", "psl.fxo", "-q"])?)?;
    let bytes = std::fs::read(folder.path().join("psl.fxo"))?;
    let pack = Pack::open(&bytes[..])?;
    let pack = pack.target("spirv")?;
    println!(
        "medians of {} rounds; processor: {SIDE} by {SIDE} pixels on all cores; device: {DEVICE_SIDE} by {DEVICE_SIDE} on one thread",
        options.rounds
    );
    print_row(&HEADING.map(str::to_owned));
    let mut all = Vec::new();
    for (name, (program, file)) in &programs {
        let (compile, speed) = on_the_processor(file, program, options.rounds);
        let image = to_image(program, false);
        let machine = pack.shader("PslMachine")?;
        let mut key = machine.key();
        for (branch, is_on) in features::features(program) {
            key = key.with(machine.branch(branch)?, is_on);
        }
        let of = |name: &str| -> Result<Technique<'_>, Failure> {
            let shader = pack.shader(name)?;
            shader.technique(shader.key()).map_err(|miss| miss.to_string().into())
        };
        let expected = draw(program, &environment(DEVICE_SIDE)).image;
        let on_the_device = |what: &str, technique: &Technique<'_>| {
            let (picture, seconds) = on_the_device(technique, &image, options.rounds)?;
            check(name, what, &expected, &picture)?;
            Ok::<f64, Failure>(seconds)
        };
        let typed = on_the_device("typed", &of(name)?)?;
        let machine = machine.technique(key).map_err(|miss| miss.to_string())?;
        let machine = on_the_device("machine", &machine)?;
        let pruned = on_the_device("pruned", &of(&format!("pruned_{name}"))?)?;
        let figures = Figures { compile, speed, typed, machine, pruned };
        print_row(&row(name, program.instructions.len(), &figures));
        all.push(figures);
    }
    let of = |figure: fn(&Figures) -> f64| median(all.iter().map(figure).collect());
    println!(
        "medians over programs: compile {:.0} µs, machine on the processor {:.1} million instructions/s on all cores,",
        of(|figures| figures.compile) * 1e6,
        of(|figures| figures.speed) / 1e6
    );
    println!(
        "machine / typed {:.1}, machine / pruned machine {:.2}",
        of(|figures| figures.machine / figures.typed),
        of(|figures| figures.machine / figures.pruned)
    );
    Ok(())
}

fn row(name: &str, instructions: usize, figures: &Figures) -> [String; 8] {
    [
        name.to_owned(),
        instructions.to_string(),
        format!("{:.0}", figures.compile * 1e6),
        format!("{:.1}", figures.speed / 1e6),
        format!("{:.2}", figures.typed * 1e3),
        format!("{:.1}", figures.machine * 1e3),
        format!("{:.1}", figures.pruned * 1e3),
        format!("{:.1}", figures.machine / figures.typed),
    ]
}

/// A row as soon as it is measured, in columns as wide as the heading.
fn print_row(cells: &[String; 8]) {
    let cells = HEADING.iter().zip(cells).enumerate().map(|(column, (heading, cell))| match column {
        0 => format!("{cell:<12}"),
        _ => format!("{cell:>width$}", width = heading.chars().count()),
    });
    println!("{}", cells.collect::<Vec<_>>().join("  "));
}

type Programs = BTreeMap<String, (Program, Arc<SourceFile>)>;

fn programs(folder: &Path) -> Result<Programs, Failure> {
    let sources = Sources::new(folder);
    let mut all = Programs::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_none_or(|extension| extension != "psl") {
            continue;
        }
        let name = path.file_stem().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let file = sources.load(&path).map_err(|error| format!("{}: {error:?}", path.display()))?;
        let (program, _) = compile(&file, Semantics::Sane, &BTreeMap::new());
        let (program, _) = program.ok_or_else(|| format!("{name} has a mistake"))?;
        all.insert(name, (program, file));
    }
    Ok(all)
}

/// Each program as a unit of its own, the machine, and for each program the machine without the rest.
fn write_project(folder: &Path, examples: &Path, programs: &Programs) -> Result<(), Failure> {
    let settings = "fallback = \"deny\"\nsources = [\"*.psl\", \"*.fx\"]\ntargets = [\"spirv\"]\n";
    std::fs::write(folder.join("uberc.toml"), settings)?;
    for name in ["psl_machine.fx", "psl_machine.fx.lua", "psl_values.fxh", "psl_functions.fxh"] {
        std::fs::copy(examples.join("machine").join(name), folder.join(name))?;
    }
    let machine = std::fs::read_to_string(examples.join("machine/psl_machine.fx"))?;
    for (name, (program, file)) in programs {
        let path = |name: String| -> PathBuf { folder.join(name) };
        std::fs::write(path(format!("{name}.psl")), &*file.text)?;
        let technique = |stages: &str| {
            format!("technique.VertexShader, technique.PixelShader = {stages}\n    return technique, p\nend\n")
        };
        let sidecar = |shader: &str, rest: &str| format!("local s = Shader(\"{shader}\")\n{rest}");
        let begin = "function s.Specialize(p)\n    local technique = Technique()\n    ";
        let typed = sidecar(name, &format!("{begin}{}", technique("\"PslVS\", \"PslPS\"")));
        std::fs::write(path(format!("{name}.psl.lua")), typed)?;
        let mut fixed = String::new();
        let mut branches = Vec::new();
        // A branch that is not declared would be a constant of the shader.
        let others = [("g_bProgramTexture", false), ("g_bTrace", false)];
        for (branch, is_on) in features::features(program).into_iter().chain(others) {
            // The header says how many registers there are.
            let is_on = is_on && branch != "g_bSmall";
            fixed += &format!("p.{branch} = {is_on}\n    ");
            branches.push(format!("\"{branch}\""));
        }
        let declared = format!("s.Branches = {{ {} }}\n", branches.join(", "));
        let pruned = declared + begin + &fixed + &technique("\"MachineVS\", \"MachinePS\"");
        let shader = format!("pruned_{name}");
        std::fs::write(path(format!("{shader}.fx.lua")), sidecar(&shader, &pruned))?;
        std::fs::write(path(format!("{shader}.fx")), features::header(program) + &machine)?;
    }
    Ok(())
}

/// The inputs of a picture.
fn environment(side: usize) -> Environment<'static> {
    let frames = Frames {
        size: [side, side],
        time: 1.5,
        delta: 1.0 / 60.0,
        button: [0.0; 4],
        axis: [0.0; 4],
        filter: Default::default(),
    };
    frames.environment(0, None)
}

/// Seconds of a compilation, and instructions a second of the machine.
fn on_the_processor(file: &SourceFile, program: &Program, rounds: usize) -> (f64, f64) {
    let none = BTreeMap::new();
    let (mut compilations, mut speeds) = (Vec::new(), Vec::new());
    for _ in 0..rounds {
        let start = Instant::now();
        for _ in 0..COMPILATIONS {
            std::hint::black_box(compile(file, Semantics::Sane, &none));
        }
        compilations.push(start.elapsed().as_secs_f64() / f64::from(COMPILATIONS));
        let start = Instant::now();
        let picture = draw(program, &environment(SIDE));
        speeds.push(picture.counters.steps as f64 / start.elapsed().as_secs_f64());
    }
    (median(compilations), median(speeds))
}

/// A picture of the software device, and the seconds of one. The first, in which its compiler runs, does not count.
fn on_the_device(technique: &Technique<'_>, program: &[u8], rounds: usize) -> Result<(Vec<u8>, f64), Failure> {
    let (mut modules, mut resources) = (Vec::new(), Vec::new());
    for (stage, variant) in [(Stage::Vertex, technique.vertex()), (Stage::Pixel, technique.pixel())] {
        let variant = variant.ok_or("a stage is missing")?;
        modules.push(Module { stage, entry: variant.entry_point().to_owned(), spirv: variant.code()? });
        resources.extend(variant.bindings().map(|binding| resource(&binding, program)));
    }
    let mut job = triangle([DEVICE_SIDE as u32; 2], modules, resources, LIMIT);
    job.again = vec![Vec::new(); rounds];
    let (outcome, times) = runner::run_timed(&job)?;
    let Outcome::Done(mut read) = outcome else { return Err(format!("the device: {outcome:?}").into()) };
    let picture = read.remove(&0).ok_or("nothing was read back")?;
    Ok((picture, median(times.iter().skip(1).map(Duration::as_secs_f64).collect()).max(1e-6)))
}

/// What is measured must have drawn the program: all but a hundredth of the pixels, whose control flow may depend on
/// rounding, are within one step of 8 bits.
fn check(name: &str, what: &str, expected: &Image, picture: &[u8]) -> Result<(), Failure> {
    let byte = |lane: f32| (lane.clamp(0.0, 1.0) * 255.0 + 0.5) as i32;
    let lanes = picture.chunks_exact(4).map(|lane| f32::from_le_bytes([lane[0], lane[1], lane[2], lane[3]]));
    let lanes: Vec<i32> = lanes.map(byte).collect();
    let pixels = expected.pixels.iter().zip(lanes.chunks_exact(4));
    let differs =
        |(one, other): &(&[f32; 4], &[i32])| one.iter().zip(*other).any(|(one, other)| (byte(*one) - other).abs() > 1);
    let (count, all) = (pixels.filter(differs).count(), expected.pixels.len());
    if picture.len() != all * 16 || count * 100 > all {
        return Err(format!("{name}, {what}: {count} of {all} pixels are not those of the program").into());
    }
    Ok(())
}

fn resource(binding: &Binding<'_>, program: &[u8]) -> Resource {
    let (kind, content) = match binding.kind {
        BindingKind::UniformBuffer => {
            (Kind::UniformBuffer, Content::Buffer { format: None, bytes: environment(DEVICE_SIDE).constants() })
        }
        BindingKind::Sampler => (Kind::Sampler, Content::Sampler { linear: true, repeat: false, compare: false }),
        BindingKind::SampledTexture => (Kind::SampledImage, picture(RGBA32_FLOAT, [1, 1], Usage::Sampled, vec![0; 16])),
        _ => (Kind::StorageBuffer, Content::Buffer { format: None, bytes: program.to_vec() }),
    };
    Resource { set: binding.set, binding: binding.binding, kind, content }
}
