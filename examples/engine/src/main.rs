//! An engine's renderer in small: it opens an archive, draws a scene whose every pass is a technique of it, and follows the archive when
//! `uberc watch` replaces it.

mod archive;
mod constants;
mod frame;
mod gpu;
mod image;
mod matrix;
mod paint;
mod pipelines;
mod prints;
mod programs;
mod resources;
mod scene;
mod sheet;
#[cfg(feature = "window")]
mod window;

use std::error::Error;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Parser;

use archive::{Archive, Pass};
use frame::Renderer;
use gpu::Gpu;
use image::Image;
use programs::Player;
use scene::{Specimen, courtyard, stage};

/// Draws a scene with the techniques of an uberc archive.
#[derive(Parser)]
struct Arguments {
    /// An archive of `shaders/` with the target `wgsl`.
    archive: PathBuf,
    /// The shader of meshes; it must want what `mesh.fx` wants.
    #[arg(long, default_value = "RenderMesh")]
    shader: String,
    /// Draws some objects, all of them with this technique: branches that are on, or with a value: `g_bSkinning,g_bShadowRec=1`, or
    /// an empty text for none. Without it a scene is drawn, in which each object has branches of its own.
    #[arg(long, value_delimiter = ',')]
    branches: Option<Vec<String>>,
    /// The picture.
    #[arg(short, long, default_value = "engine.png")]
    output: PathBuf,
    /// Pixels.
    #[arg(long, default_value_t = 960)]
    width: u32,
    /// Pixels.
    #[arg(long, default_value_t = 540)]
    height: u32,
    /// What `g_bDebug` shows: a number of debug_views.fxh.
    #[arg(long, default_value_t = 1)]
    debug_view: u32,
    /// Seconds; moves the wind.
    #[arg(long, default_value_t = 0.4)]
    time: f32,
    /// Twelve techniques of the mesh that tell most on one picture, each with its name.
    #[arg(long, conflicts_with_all = ["watch", "branches"])]
    sheet: bool,
    /// Every technique that has the branches on one picture, each with its name.
    #[arg(long, conflicts_with_all = ["watch", "sheet"])]
    sheet_all: bool,
    /// Runs a compute shader of BSL once, with so many groups, and shows what its `printf` and `assert` say: `4`, `8x8x1`.
    #[arg(long, value_name = "GROUPS", conflicts_with_all = ["watch", "sheet", "sheet_all"], value_parser = groups)]
    print: Option<[u32; 3]>,
    /// Draws a program of PSL, whose sidecar sets `Output = "bytecode"`: `--shader` is the program, and this the shader that is its
    /// machine.
    #[arg(long, value_name = "SHADER", conflicts_with_all = ["sheet", "sheet_all", "print"])]
    machine: Option<String>,
    /// Draws again whenever the archive is replaced.
    #[arg(long)]
    watch: bool,
    /// Shows the picture in a window, and follows the archive.
    #[cfg(feature = "window")]
    #[arg(long)]
    window: bool,
}

fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            complain(&format!("error: {error}"));
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &Arguments) -> Result<(), Box<dyn Error>> {
    if [arguments.width, arguments.height].iter().any(|side| !(1..=8192).contains(side)) {
        return Err("a picture has 1 to 8192 pixels a side".into());
    }
    let mut archive = Archive::open(&arguments.archive)?;
    let shader = arguments.shader.as_str();
    let none = Vec::new();
    let branches = arguments.branches.as_ref().unwrap_or(&none);
    if let Some(groups) = arguments.print {
        let pass = archive.pass(shader, branches)?;
        return prints::run(&Gpu::open()?, &archive, &pass, groups)?.iter().try_for_each(|line| say(line));
    }
    if let Some(machine) = &arguments.machine {
        let program = archive.pass(shader, branches)?;
        return play(&Gpu::open()?, &mut archive, &program, arguments, machine);
    }
    let forced = arguments.branches.as_ref().map(|branches| archive.pass(shader, branches)).transpose()?;
    let staged = forced.is_some() || arguments.sheet || arguments.sheet_all;
    let scene = if staged { stage(Specimen::Group) } else { courtyard() };
    let gpu = Gpu::open()?;
    let size = [arguments.width, arguments.height];
    let mut renderer = Renderer::new(&gpu, &archive, shader, scene, (size, arguments.time, arguments.debug_view))?;
    #[cfg(feature = "window")]
    if arguments.window {
        return window::run(gpu, renderer, archive, forced);
    }
    if arguments.sheet || arguments.sheet_all {
        let sheet = match arguments.sheet {
            true => sheet::telling_ones(&gpu, renderer, &archive, shader)?,
            false => sheet::all(&gpu, renderer, &archive, (shader, branches))?,
        };
        sheet.image.save(&arguments.output)?;
        return sheet.legend.iter().try_for_each(|line| say(line));
    }
    loop {
        match draw(&gpu, &mut renderer, &archive, forced.as_ref(), &arguments.output) {
            Ok(line) => say(&line)?,
            // What is on the disk may be fixed by the next save.
            Err(error) if arguments.watch => complain(&format!("error: {error}")),
            Err(error) => return Err(error),
        }
        if !arguments.watch {
            return Ok(());
        }
        archive.wait(&mut complain);
    }
}

/// Draws a program, and again whenever the archive has another.
fn play(
    gpu: &Gpu,
    archive: &mut Archive,
    program: &Pass,
    arguments: &Arguments,
    machine: &str,
) -> Result<(), Box<dyn Error>> {
    const NONE: [&str; 0] = [];
    let machine = archive.pass(machine, &NONE)?.shader();
    let size = [arguments.width, arguments.height];
    let mut player = Player::new(gpu, size, arguments.time);
    loop {
        let generation = archive.live.current();
        let drawn = program
            .choice(&generation)
            .and_then(|choice| player.draw(gpu, &generation, (choice.shader, choice.key), machine));
        match drawn {
            Ok(drawn) => {
                Image { size, pixels: drawn.pixels }.save(&arguments.output)?;
                let (number, made) = (generation.number(), u8::from(drawn.is_made));
                let instructions = drawn.instructions;
                say(&format!(
                    "archive {number}, {instructions} instructions, {made} pipelines made, {} kept",
                    1 - made
                ))?;
            }
            Err(error) if arguments.watch => complain(&format!("error: {error}")),
            Err(error) => return Err(error),
        }
        if !arguments.watch {
            return Ok(());
        }
        archive.wait(&mut complain);
    }
}

/// One to three numbers with `x` between them.
fn groups(text: &str) -> Result<[u32; 3], String> {
    let mut groups = [1; 3];
    let numbers: Vec<&str> = text.split('x').collect();
    for (group, number) in groups.iter_mut().zip(&numbers) {
        *group = number.parse().map_err(|_| format!("`{number}` is not a number"))?;
    }
    let fits = numbers.len() <= 3 && groups.iter().all(|group| (1..=65535).contains(group));
    if fits { Ok(groups) } else { Err("one to three numbers from 1 to 65535".into()) }
}

/// One picture into a file; a line about it.
fn draw(
    gpu: &Gpu,
    renderer: &mut Renderer,
    archive: &Archive,
    forced: Option<&Pass>,
    output: &Path,
) -> Result<String, Box<dyn Error>> {
    let generation = archive.live.current();
    (renderer.pipelines.made, renderer.pipelines.kept) = (0, 0);
    let choice = forced.map(|pass| pass.choice(&generation)).transpose()?;
    let shown = renderer.draw(gpu, &generation, choice)?;
    renderer.picture(gpu, shown)?.save(output)?;
    let (made, kept) = (renderer.pipelines.made, renderer.pipelines.kept);
    let archive = generation.number();
    Ok(format!("{}: archive {archive}, {made} pipelines made, {kept} kept", output.display()))
}

fn say(line: &str) -> Result<(), Box<dyn Error>> {
    let mut out = std::io::stdout().lock();
    writeln!(out, "{line}")?;
    Ok(out.flush()?)
}

fn complain(line: &str) {
    // Nobody is left to tell when stderr is closed.
    drop(writeln!(std::io::stderr(), "{line}"));
}
