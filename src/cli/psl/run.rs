//! `uberc psl run`: pictures of a program.

use std::path::{Path, PathBuf};

use super::gif::Film;
use super::options::{Alpha, Backend, Gamma, Run, SelfFilter, WrongOption};
use super::{SOURCE_ERRORS, load, program, report, tell};
use crate::bounded_file;
use crate::cli::project::use_jobs;
use crate::cli::{Outcome, Stop, Terminal, WRONG_USAGE};
use crate::dialect::shaderception::bytecode::Program;
use crate::dialect::shaderception::machine::{
    Encoding, Environment, Filter, Frames, Image, Machine, Picture, draw, draw_with, from_png, to_png,
};
use crate::dialect::shaderception::typed::{Interpreter, TypedOptions, TypedProgram};
use crate::dialect::shaderception::{self, Semantics};

/// Pixels of one side.
const MOST_SIDE: usize = 8192;
/// Bytes of a picture that is read.
const MOST_PICTURE: u64 = 1 << 28;

/// What draws.
enum Drawer {
    Machine(Program),
    Typed(TypedProgram, TypedOptions),
}

impl Drawer {
    fn draw(&self, environment: &Environment<'_>) -> Picture {
        match self {
            Drawer::Machine(program) => draw(program, environment),
            Drawer::Typed(program, options) => {
                let size = environment.resolution.map(|size| size as usize);
                draw_with(
                    size,
                    || Interpreter::new(program, options, *environment),
                    |interpreter, uv| interpreter.run(uv),
                )
            }
        }
    }
}

/// Pictures that a program samples.
#[derive(Default)]
struct Textures {
    camera: Option<Image>,
    video: Option<Image>,
    audio: Option<Image>,
}

pub fn run(command: &Run, terminal: &Terminal) -> Outcome {
    use_jobs(command.jobs)?;
    let frames = match frames(command) {
        Ok(frames) => frames,
        Err((message, help)) => return report("psl/option", message, help, WRONG_USAGE, terminal),
    };
    let mut textures = Textures::default();
    for (path, place) in [
        (&command.camera, &mut textures.camera),
        (&command.video, &mut textures.video),
        (&command.audio, &mut textures.audio),
    ] {
        if let Some(path) = path {
            match picture(path)? {
                Ok(image) => *place = Some(image),
                Err(message) => return report("psl/option", message, "Name a PNG file.", WRONG_USAGE, terminal),
            }
        }
    }
    let drawer = match drawer(command, terminal)? {
        Ok(drawer) => drawer,
        Err(code) => return Ok(code),
    };
    if let Some(pixel) = &command.trace {
        return trace(pixel, &drawer, &frames, &textures, terminal);
    }
    animate(command, &drawer, &frames, &textures, terminal)
}

fn drawer(command: &Run, terminal: &Terminal) -> Result<Result<Drawer, u8>, Stop> {
    let is_source = command.file.extension().is_some_and(|extension| extension == "psl");
    if command.backend == Backend::Vm {
        if command.loop_guard.is_some() {
            let message = "`--loop-guard` is for `--backend typed`".to_owned();
            let help = "Leave it out: a pixel of the machine ends after 2000 jumps.";
            return report("psl/option-conflict", message, help, WRONG_USAGE, terminal).map(Err);
        }
        let loaded = program(&command.file, &command.source, Semantics::Sane, command.lenient, terminal)?;
        return Ok(loaded.map(|(program, _)| Drawer::Machine(program)));
    }
    let is_reference = command.source.semantics == Some(super::options::Meaning::Reference);
    if !is_source || is_reference {
        let what = if is_source { "`--semantics reference`" } else { "an image" };
        let message = format!("`--backend typed` does not take {what}");
        let help = "Leave `--backend` out: the machine takes both.";
        return report("psl/option-conflict", message, help, WRONG_USAGE, terminal).map(Err);
    }
    let (sources, file) = load(&command.file)?;
    let mut options = TypedOptions::default();
    options.loop_guard = command.loop_guard.unwrap_or(options.loop_guard);
    let (typed, found) = shaderception::translate(&file, &command.source.constants(), &Default::default(), &options);
    tell(found, &sources, terminal);
    Ok(typed.map(|typed| Drawer::Typed(typed, options)).ok_or(SOURCE_ERRORS))
}

fn frames(command: &Run) -> Result<Frames, WrongOption> {
    let size = size(&command.size)?;
    let four = |text: &str| -> Result<[f32; 4], WrongOption> {
        let numbers: Option<Vec<f32>> = text
            .split(',')
            .map(|number| number.trim().parse().ok().filter(|number: &f32| number.is_finite()))
            .collect();
        let wrong = || (format!("`{text}` is not four numbers"), "Separate them by commas: `0,1,0,0`.");
        numbers.and_then(|numbers| numbers.try_into().ok()).ok_or_else(wrong)
    };
    if !command.time.is_finite() || !command.dt.is_finite() || command.dt < 0.0 {
        return Err(("a time is no number of seconds".to_owned(), "Write numbers; `--dt` is not negative."));
    }
    Ok(Frames {
        size,
        time: command.time,
        delta: command.dt,
        button: four(&command.button)?,
        axis: four(&command.axis)?,
        filter: if command.self_filter == SelfFilter::Nearest { Filter::Nearest } else { Filter::Linear },
    })
}

fn picture(path: &Path) -> Result<Result<Image, String>, Stop> {
    let bytes = bounded_file::read(path, MOST_PICTURE)
        .map_err(|error| Stop::usage(format!("cannot read `{}`: {error}", path.display())))?;
    Ok(from_png(&bytes).map_err(|error| format!("`{}` is no picture: {error}", path.display())))
}

fn environment<'a>(
    frames: &Frames,
    number: u32,
    previous: Option<&'a Image>,
    textures: &'a Textures,
) -> Environment<'a> {
    Environment {
        camera: textures.camera.as_ref(),
        video: textures.video.as_ref(),
        audio: textures.audio.as_ref(),
        ..frames.environment(number, previous)
    }
}

fn trace(pixel: &str, drawer: &Drawer, frames: &Frames, textures: &Textures, terminal: &Terminal) -> Outcome {
    let Drawer::Machine(program) = drawer else {
        let message = "`--trace` is for `--backend vm`".to_owned();
        return report("psl/option-conflict", message, "Leave `--backend` out.", WRONG_USAGE, terminal);
    };
    let place: Option<Vec<usize>> = pixel.split(',').map(|part| part.trim().parse().ok()).collect();
    let Some(&[x, y]) = place.as_deref().filter(|place| place.iter().zip(frames.size).all(|(at, size)| *at < size))
    else {
        let message = format!("`{pixel}` is no pixel of the picture");
        return report("psl/option", message, "Write column and row, from 0: `8,8`.", WRONG_USAGE, terminal);
    };
    let uv = [(x as f32 + 0.5) / frames.size[0] as f32, (y as f32 + 0.5) / frames.size[1] as f32];
    let mut machine = Machine::with_trace();
    let (result, counters) = machine.run(program, &environment(frames, 0, None, textures), uv);
    terminal.data(machine.trace.as_deref().unwrap_or_default().trim_end());
    let [r, g, b, a] = result;
    terminal.data(&format!("result ({r} {g} {b} {a})"));
    terminal.data(&format!("{} steps, {} jumps, stack {}", counters.steps, counters.jumps, counters.stack));
    Ok(0)
}

/// Width and height of a picture.
pub fn size(text: &str) -> Result<[usize; 2], WrongOption> {
    let sides: Option<Vec<usize>> = text.split('x').map(|side| side.parse().ok()).collect();
    match sides.as_deref() {
        Some(&[width, height]) if (1..=MOST_SIDE).contains(&width) && (1..=MOST_SIDE).contains(&height) => {
            Ok([width, height])
        }
        _ => Err((format!("`{text}` is no size"), "Write width and height, up to 8192: `512x512`.")),
    }
}

fn animate(command: &Run, drawer: &Drawer, frames: &Frames, textures: &Textures, terminal: &Terminal) -> Outcome {
    let Some(output) = &command.output else { return Ok(0) };
    let encoding =
        Encoding { srgb: command.gamma == Gamma::Srgb, alpha: command.alpha == Alpha::Program, flip_y: command.flip_y };
    let is_gif = output.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("gif"));
    let mut film = match is_gif.then(|| Film::begin(frames, command.frames, command.every.unwrap_or(1))).transpose() {
        Ok(film) => film,
        Err((message, help)) => return report("psl/option", message, help, WRONG_USAGE, terminal),
    };
    let bar = terminal.progress(Some(u64::from(command.frames)));
    bar.set_message("frames");
    let mut previous: Option<Image> = None;
    for number in 0..command.frames {
        let drawn = drawer.draw(&environment(frames, number, previous.as_ref(), textures));
        let is_last = number + 1 == command.frames;
        if let Some(film) = &mut film {
            film.add(number, &drawn.image, encoding).map_err(|why| not_written(output, &why))?;
        } else if command.every.is_some_and(|every| number % every == 0) {
            save(&numbered(output, number), &drawn.image, encoding)?;
        }
        if is_last {
            match film.take() {
                Some(film) => {
                    let bytes = film.end().map_err(|why| not_written(output, &why))?;
                    crate::cli::output_file::write(output, &bytes)?;
                }
                None => save(output, &drawn.image, encoding)?,
            }
            if command.stats {
                let counters = drawn.counters;
                bar.suspend(|| {
                    terminal.data(&format!(
                        "{} steps of all pixels; of one pixel at most {} jumps and {} values on the stack",
                        counters.steps, counters.jumps, counters.stack
                    ));
                });
            }
        }
        previous = Some(drawn.image);
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(0)
}

/// `out.png` and 3 to `out.0003.png`.
fn numbered(output: &Path, number: u32) -> PathBuf {
    let extension = output.extension().map(|extension| extension.to_string_lossy().into_owned());
    output.with_extension(format!("{number:04}.{}", extension.as_deref().unwrap_or("png")))
}

fn save(path: &Path, image: &Image, encoding: Encoding) -> Result<(), Stop> {
    let bytes = to_png(image, encoding).map_err(|why| not_written(path, &why))?;
    crate::cli::output_file::write(path, &bytes)
}

fn not_written(path: &Path, why: &str) -> Stop {
    Stop::environment(format!("cannot write `{}`: {why}", path.display()))
}
