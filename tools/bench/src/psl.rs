//! PSL: the machine on the processor, the compiler, and on the software device a program as a shader of its own against the machine
//! that reads it from a buffer, and against that machine without what the program does not use.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use uberc::diag::{SourceFile, Sources};
use uberc::dialect::shaderception::bytecode::{Program, to_image};
use uberc::dialect::shaderception::machine::{Frames, draw};
use uberc::dialect::shaderception::{Semantics, compile, features};
use uberc_judge::batch::{
    Content, Descriptor, Draw, Image, Job, Kind, Module, Object, Outcome, Stage, Topology, Usage, View, Work,
};
use uberc_judge::format::RGBA32_FLOAT;
use uberc_judge::runner;
use uberc_runtime::{BindingKind, Pack, Technique};

use crate::medians::{median, table};
use crate::processes::{timed, uberc};
use crate::{Failure, Options};

/// Pixels of a side.
const SIDE: usize = 256;
/// Pictures that the device draws with one pipeline, besides the first.
const AGAIN: usize = 8;
/// Compilations whose mean is a round.
const COMPILATIONS: u32 = 100;

pub(crate) fn run(options: &Options) -> Result<(), Failure> {
    if let Some(package) = runner::missing() {
        return Err(format!("{package} is not installed (cargo xtask install)").into());
    }
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/psl");
    let programs = programs(&examples)?;
    let folder = tempfile::tempdir()?;
    write_project(folder.path(), &examples, &programs)?;
    timed(&mut uberc(folder.path(), &["build", "--output", "psl.fxo", "-q"])?)?;
    let bytes = std::fs::read(folder.path().join("psl.fxo"))?;
    let pack = Pack::open(&bytes[..])?;
    let pack = pack.target("spirv")?;
    let heading =
        ["program", "instructions", "compile µs", "M instr/s", "typed ms", "machine", "pruned", "machine/typed"];
    let mut rows = vec![heading.map(str::to_owned).to_vec()];
    let (mut ratios, mut pruned_ratios, mut speeds, mut times) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
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
        let typed = on_the_device(&of(name)?, &image, options.rounds)?;
        let whole = machine.technique(key).map_err(|miss| miss.to_string())?;
        let whole = on_the_device(&whole, &image, options.rounds)?;
        let pruned = on_the_device(&of(&format!("pruned_{name}"))?, &image, options.rounds)?;
        ratios.push(whole / typed);
        pruned_ratios.push(whole / pruned);
        speeds.push(speed);
        times.push(compile);
        rows.push(vec![
            name.clone(),
            program.instructions.len().to_string(),
            format!("{:.0}", compile * 1e6),
            format!("{:.1}", speed / 1e6),
            format!("{:.1}", typed * 1e3),
            format!("{:.1}", whole * 1e3),
            format!("{:.1}", pruned * 1e3),
            format!("{:.1}", whole / typed),
        ]);
    }
    println!(
        "{SIDE} by {SIDE} pixels, medians of {} rounds; the device's times are of one picture on one thread",
        options.rounds
    );
    print!("{}", table(&rows));
    println!(
        "medians over programs: compile {:.0} µs, machine on the processor {:.1} million instructions/s on all cores,",
        median(times) * 1e6,
        median(speeds) / 1e6
    );
    println!("machine / typed {:.1}, machine / pruned machine {:.2}", median(ratios), median(pruned_ratios));
    Ok(())
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
        for (branch, is_on) in features::features(program) {
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

/// Seconds of a compilation, and instructions a second of the machine.
fn on_the_processor(file: &SourceFile, program: &Program, rounds: usize) -> (f64, f64) {
    let none = BTreeMap::new();
    let frames = Frames {
        size: [SIDE, SIDE],
        time: 1.5,
        delta: 1.0 / 60.0,
        button: [0.0; 4],
        axis: [0.0; 4],
        filter: Default::default(),
    };
    let (mut compilations, mut speeds) = (Vec::new(), Vec::new());
    for _ in 0..rounds {
        let start = Instant::now();
        for _ in 0..COMPILATIONS {
            std::hint::black_box(compile(file, Semantics::Sane, &none));
        }
        compilations.push(start.elapsed().as_secs_f64() / f64::from(COMPILATIONS));
        let start = Instant::now();
        let picture = draw(program, &frames.environment(0, None));
        speeds.push(picture.counters.steps as f64 / start.elapsed().as_secs_f64());
    }
    (median(compilations), median(speeds))
}

/// Seconds of a picture on the software device, without what is done once.
fn on_the_device(technique: &Technique<'_>, program: &[u8], rounds: usize) -> Result<f64, Failure> {
    let (one, many) = (job(technique, program, 0)?, job(technique, program, AGAIN)?);
    let mut times = Vec::new();
    for _ in 0..rounds {
        let mut taken = [0.0; 2];
        for (seconds, job) in taken.iter_mut().zip([&one, &many]) {
            let start = Instant::now();
            let outcomes = runner::run(std::slice::from_ref(job))?;
            *seconds = start.elapsed().as_secs_f64();
            if !matches!(outcomes.as_slice(), [Outcome::Done(_)]) {
                return Err(format!("the device: {outcomes:?}").into());
            }
        }
        times.push((taken[1] - taken[0]) / AGAIN as f64);
    }
    Ok(median(times).max(1e-6))
}

fn job(technique: &Technique<'_>, program: &[u8], again: usize) -> Result<Job, Failure> {
    let picture = |size: u32, usage, bytes| {
        Content::Image(Image {
            view: View::D2,
            format: RGBA32_FLOAT,
            extent: [size, size, 1],
            layers: 1,
            levels: 1,
            samples: 1,
            usage,
            bytes,
        })
    };
    let target = picture(SIDE as u32, Usage::Target, vec![0; SIDE * SIDE * 16]);
    let mut job = Job {
        limit: Duration::from_secs(300),
        modules: Vec::new(),
        objects: vec![Object { read_back: true, content: target }],
        push: Vec::new(),
        descriptors: Vec::new(),
        work: Work::Draw(Draw {
            size: [SIDE as u32; 2],
            vertices: 3,
            instances: 1,
            topology: Topology::Triangles,
            buffers: Vec::new(),
            attributes: Vec::new(),
            targets: vec![Some(0)],
            depth: None,
            input_attachments: Vec::new(),
            feedback: None,
        }),
        again: vec![Vec::new(); again],
    };
    for (stage, variant) in [(Stage::Vertex, technique.vertex()), (Stage::Pixel, technique.pixel())] {
        let variant = variant.ok_or("a stage is missing")?;
        job.modules.push(Module { stage, entry: variant.entry_point().to_owned(), spirv: variant.code()? });
        for binding in variant.bindings() {
            let (kind, content) = match binding.kind {
                BindingKind::UniformBuffer => {
                    let t = 1.5;
                    let mut numbers = vec![t / 20.0, t, 2.0 * t, 3.0 * t];
                    numbers.resize(16, 0.0);
                    numbers.extend([SIDE as f32, SIDE as f32, 0.0, 0.0]);
                    let bytes = numbers.into_iter().flat_map(f32::to_le_bytes).collect();
                    (Kind::UniformBuffer, Content::Buffer { format: None, bytes })
                }
                BindingKind::Sampler => {
                    (Kind::Sampler, Content::Sampler { linear: true, repeat: false, compare: false })
                }
                BindingKind::SampledTexture => (Kind::SampledImage, picture(1, Usage::Sampled, vec![0; 16])),
                _ => (Kind::StorageBuffer, Content::Buffer { format: None, bytes: program.to_vec() }),
            };
            let elements = vec![(job.objects.len(), None)];
            job.objects.push(Object { read_back: false, content });
            job.descriptors.push(Descriptor { set: binding.set, binding: binding.binding, kind, elements });
        }
    }
    Ok(job)
}
