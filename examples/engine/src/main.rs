//! An engine's renderer in small: it opens an archive, draws its mesh with the branches that are asked for, and follows the
//! archive when `uberc watch` replaces it.

mod archive;
mod constants;
mod gpu;
mod matrix;
mod meshes;
mod pipelines;
mod prints;
mod programs;
mod renderer;
mod sheet;
mod textures;
#[cfg(feature = "window")]
mod window;

use std::error::Error;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Parser;

use archive::Archive;
use gpu::Gpu;
use programs::Player;
use renderer::Renderer;

/// Draws a scene with a technique of an uberc archive.
#[derive(Parser)]
struct Arguments {
    /// An archive with the target `wgsl`.
    archive: PathBuf,
    /// The shader; it must want what `mesh.fx` wants.
    #[arg(long, default_value = "RenderMesh")]
    shader: String,
    /// Branches that are on, or with a value: `g_bSkinning,g_bShadowRec=1`.
    #[arg(long, value_delimiter = ',')]
    branches: Vec<String>,
    /// The picture.
    #[arg(short, long, default_value = "engine.png")]
    output: PathBuf,
    /// Pixels.
    #[arg(long, default_value_t = 640)]
    width: u32,
    /// Pixels.
    #[arg(long, default_value_t = 480)]
    height: u32,
    /// What `g_bDebug` shows: a number of debug_views.fxh.
    #[arg(long, default_value_t = 1)]
    debug_view: i32,
    /// Seconds; moves the wind.
    #[arg(long, default_value_t = 0.4)]
    time: f32,
    /// Every technique that has the branches, on one picture.
    #[arg(long, conflicts_with = "watch")]
    sheet: bool,
    /// Runs a compute shader of BSL once, with so many groups, and shows what its `printf` and `assert` say: `4`, `8x8x1`.
    #[arg(long, value_name = "GROUPS", conflicts_with_all = ["watch", "sheet"], value_parser = groups)]
    print: Option<[u32; 3]>,
    /// Draws a program of PSL, whose sidecar sets `Output = "bytecode"`: `--shader` is the program, and this the shader that is its
    /// machine.
    #[arg(long, value_name = "SHADER", conflicts_with_all = ["sheet", "print"])]
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
    let mut archive = Archive::open(&arguments.archive, &arguments.shader, &arguments.branches)?;
    let gpu = Gpu::open()?;
    if let Some(groups) = arguments.print {
        return prints::run(&gpu, &archive, groups)?.iter().try_for_each(|line| say(line));
    }
    let size = [arguments.width, arguments.height];
    if let Some(machine) = &arguments.machine {
        return play(&gpu, &mut archive, arguments, machine);
    }
    let mut renderer = Renderer::new(&gpu, size, arguments.debug_view, arguments.time);
    #[cfg(feature = "window")]
    if arguments.window {
        return window::run(gpu, renderer, archive);
    }
    if arguments.sheet {
        let sheet = sheet::draw(&gpu, &mut renderer, &archive)?;
        write_png(&arguments.output, sheet.size, &sheet.pixels)?;
        return sheet.legend.iter().try_for_each(|line| say(line));
    }
    loop {
        match draw(&gpu, &mut renderer, &archive, &arguments.output) {
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
fn play(gpu: &Gpu, archive: &mut Archive, arguments: &Arguments, machine: &str) -> Result<(), Box<dyn Error>> {
    let machine = archive.another(machine)?;
    let size = [arguments.width, arguments.height];
    let mut player = Player::new(gpu, size, arguments.time);
    loop {
        let generation = archive.live.current();
        let drawn = archive
            .choice(&generation)
            .and_then(|choice| player.draw(gpu, &generation, (choice.shader, choice.picture), machine));
        match drawn {
            Ok(drawn) => {
                write_png(&arguments.output, size, &drawn.pixels)?;
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
fn draw(gpu: &Gpu, renderer: &mut Renderer, archive: &Archive, output: &Path) -> Result<String, Box<dyn Error>> {
    let generation = archive.live.current();
    (renderer.pipelines.made, renderer.pipelines.kept) = (0, 0);
    let colored = renderer.draw(gpu, &generation, archive.choice(&generation)?)?;
    write_png(output, renderer.size, &renderer.picture(gpu, colored)?)?;
    let (made, kept) = (renderer.pipelines.made, renderer.pipelines.kept);
    let archive = generation.number();
    Ok(format!("{}: archive {archive}, {made} pipelines made, {kept} kept", output.display()))
}

/// Written aside and renamed, so that who looks finds a whole picture.
fn write_png(path: &Path, size: [u32; 2], pixels: &[u8]) -> Result<(), Box<dyn Error>> {
    let aside = path.with_extension("png.new");
    let file = std::fs::File::create(&aside).map_err(|error| format!("{}: {error}", aside.display()))?;
    let mut encoder = png::Encoder::new(std::io::BufWriter::new(file), size[0], size[1]);
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(pixels)?;
    writer.finish()?;
    Ok(std::fs::rename(&aside, path)?)
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
