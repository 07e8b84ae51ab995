//! MaterialX: reading the node library, generating full surfaces, and 200 documents to SPIR-V, against MaterialX's own
//! generator with a process of glslangValidator for each stage.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use uberc::diag::Sources;
use uberc::dialect::materialx::opened::Opened;
use uberc::dialect::materialx::options::{Options as Generation, STANDARD_LIGHTS};

use crate::medians::median;
use crate::processes::{timed, uberc};
use crate::{Failure, Options};

const MATERIALS: usize = 200;
/// Generations of each surface that are averaged.
const REPEATED: usize = 50;

/// Surfaces of the library: category, colour, roughness.
const SURFACES: [(&str, &str, &str); 5] = [
    ("standard_surface", "base_color", "specular_roughness"),
    ("open_pbr_surface", "base_color", "specular_roughness"),
    ("gltf_pbr", "base_color", "roughness"),
    ("UsdPreviewSurface", "diffuseColor", "roughness"),
    ("disney_principled", "baseColor", "roughness"),
];

/// The package that `cargo xtask install` puts there.
fn package() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/outside/materialx")
}

pub(crate) fn run(options: &Options) -> Result<(), Failure> {
    let library = package().join("MaterialX/libraries");
    if !library.is_dir() {
        return Err("MaterialX is not installed: run `cargo xtask install`".into());
    }
    let folder = tempfile::tempdir()?;
    let names = write_documents(folder.path())?;
    let (mut own_library, mut other_library) = (Vec::new(), Vec::new());
    let (mut own_surface, mut other_surface) = (vec![Vec::new(); SURFACES.len()], vec![Vec::new(); SURFACES.len()]);
    let (mut own_all, mut shared_all, mut other_all) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..options.rounds {
        // A process of its own reads the library anew.
        let (said, _) = timed(Command::new(std::env::current_exe()?).arg(CHILD).arg(&library))?;
        let mut numbers = said.split_whitespace().map(str::parse::<f64>);
        let mut next = || numbers.next().ok_or("a number is missing")?.map_err(Failure::from);
        own_library.push(next()?);
        for times in &mut own_surface {
            times.push(next()?);
        }
        let (said, _) = timed(&mut reference(&["speed"], folder.path()))?;
        let mut numbers = said.split_whitespace().map(str::parse::<f64>);
        let mut next = || numbers.next().ok_or("a number is missing")?.map_err(Failure::from);
        other_library.push(next()?);
        for times in &mut other_surface {
            times.push(next()?);
        }
        for (naming, times) in [("canonical_names=false", &mut own_all), ("canonical_names=true", &mut shared_all)] {
            let mut command =
                uberc(folder.path(), &["mtlx", "generate", "--target", "spirv", "-o", "own", "-O", naming])?;
            command.args(["--jobs", &options.jobs.to_string()]).args(&names).env("UBERC_MTLX_LIBRARIES", &library);
            let (said, cost) = timed(&mut command)?;
            if said.lines().filter(|line| line.ends_with("(spirv)")).count() != MATERIALS {
                let last = said.lines().last().unwrap_or_default();
                return Err(format!("not all materials were compiled: {last}").into());
            }
            times.push(cost.cpu);
        }
        let (_, generating) = timed(&mut reference(&["documents"], folder.path()))?;
        let (_, compiling) = timed(Command::new("sh").args(["-c", &script(folder.path())?]))?;
        other_all.push(generating.cpu + compiling.cpu);
    }
    println!("medians of {} rounds, CPU time", options.rounds);
    println!("{:<34} {:>10} {:>10}", "", "uberc", "MaterialX");
    println!("{:<34} {:>7.1} ms {:>7.1} ms", "node library", median(own_library) * 1e3, median(other_library) * 1e3);
    for ((surface, own), other) in SURFACES.iter().zip(own_surface).zip(other_surface) {
        println!("{:<34} {:>7.2} ms {:>7.2} ms", surface.0, median(own) * 1e3, median(other) * 1e3);
    }
    let other = median(other_all);
    for (what, own) in [("names of nodes", median(own_all)), ("materials share shaders", median(shared_all))] {
        println!("{:<34} {own:>8.2} s {other:>8.2} s", format!("{MATERIALS} documents, {what}"));
        println!("ratio {:.1} (MaterialX with `glslangValidator -V` for each stage)", other / own);
    }
    Ok(())
}

/// The verb with which this program measures itself.
pub(crate) const CHILD: &str = "materialx-child";

/// Prints seconds: of reading the library, then of generating each surface.
pub(crate) fn child(library: &str) -> Result<(), Failure> {
    let sources = Sources::new("");
    let lights = STANDARD_LIGHTS.iter().map(|(id, name)| (*id, (*name).to_owned())).collect();
    let options = Generation { lights, ..Generation::default() };
    let library = [PathBuf::from(library)];
    let empty = sources.add("empty.mtlx", "<materialx version=\"1.39\"/>");
    let start = cpu_seconds()?;
    let opened = Opened::read(&sources, &empty, &library).map_err(|problem| problem.message)?;
    drop(opened);
    println!("{}", cpu_seconds()? - start);
    for (category, ..) in SURFACES {
        let file = sources.add(format!("{category}.mtlx"), &plain(category));
        let opened = Opened::read(&sources, &file, &library).map_err(|problem| problem.message)?;
        let generate = || -> Result<(), Failure> {
            let mut problems = Vec::new();
            let element = opened.element("material").map_err(|problem| problem.message)?;
            let shader = opened.generate(element, &options, &mut problems);
            if shader.is_some() && problems.is_empty() { Ok(()) } else { Err(format!("{problems:?}").into()) }
        };
        // The first one reads the implementations of its nodes.
        generate()?;
        let start = Instant::now();
        (0..REPEATED).try_for_each(|_| generate())?;
        println!("{}", start.elapsed().as_secs_f64() / REPEATED as f64);
    }
    Ok(())
}

/// Processor time of this process so far.
fn cpu_seconds() -> Result<f64, Failure> {
    let stat = std::fs::read_to_string("/proc/self/schedstat")?;
    let nanoseconds: f64 = stat.split_whitespace().next().ok_or("schedstat is empty")?.parse()?;
    Ok(nanoseconds / 1e9)
}

fn reference(arguments: &[&str], folder: &Path) -> Command {
    let mut command = Command::new("python3");
    command.arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("materialx.py")).args(arguments).current_dir(folder);
    command.env("PYTHONPATH", package()).env("PYTHONDONTWRITEBYTECODE", "1");
    command
}

/// A process for each stage that the reference wrote.
fn script(folder: &Path) -> Result<String, Failure> {
    let mut script = String::new();
    let mut count = 0;
    for entry in std::fs::read_dir(folder.join("reference"))? {
        let path = entry?.path();
        writeln!(script, "glslangValidator -V '{}' -o /dev/null > /dev/null || exit 1", path.display())?;
        count += 1;
    }
    if count != 2 * MATERIALS { Err(format!("the reference wrote {count} stages").into()) } else { Ok(script) }
}

fn plain(category: &str) -> String {
    format!(
        "<materialx version=\"1.39\"><{category} name=\"s\" type=\"surfaceshader\"/><surfacematerial name=\"material\" \
         type=\"material\"><input name=\"surfaceshader\" type=\"surfaceshader\" nodename=\"s\"/></surfacematerial></materialx>"
    )
}

/// Materials with textures, noise and constants: 40 graphs, each with five sets of values.
fn write_documents(folder: &Path) -> Result<Vec<String>, Failure> {
    let mut names = Vec::new();
    for at in 0..MATERIALS {
        let graph = at % 40;
        let (category, color, roughness) = SURFACES[graph % SURFACES.len()];
        let value = |place: usize| ((at * 37 + place * 11) % 100) as f64 / 100.0;
        let texture = format!(
            "<image name=\"pic\" type=\"color3\"><input name=\"file\" type=\"filename\" value=\"{at}.png\"/></image>"
        );
        let other = match (graph / SURFACES.len()) % 4 {
            0 => "<noise2d name=\"other\" type=\"float\"/>".to_owned(),
            1 => "<fractal3d name=\"other\" type=\"float\"/>".to_owned(),
            2 => "<cellnoise2d name=\"other\" type=\"float\"/>".to_owned(),
            _ => format!(
                "<constant name=\"other\" type=\"float\"><input name=\"value\" type=\"float\" value=\"{}\"/></constant>",
                value(3)
            ),
        };
        let blend = if graph < 20 { "multiply" } else { "add" };
        let text = format!(
            "<materialx version=\"1.39\"><nodegraph name=\"g\">{texture}{other}\
             <{blend} name=\"blend\" type=\"color3\"><input name=\"in1\" type=\"color3\" nodename=\"pic\"/>\
             <input name=\"in2\" type=\"float\" nodename=\"other\"/></{blend}>\
             <output name=\"out\" type=\"color3\" nodename=\"blend\"/></nodegraph>\
             <{category} name=\"s\" type=\"surfaceshader\"><input name=\"{color}\" type=\"color3\" nodegraph=\"g\" output=\"out\"/>\
             <input name=\"{roughness}\" type=\"float\" value=\"{}\"/></{category}>\
             <surfacematerial name=\"material_{at}\" type=\"material\"><input name=\"surfaceshader\" type=\"surfaceshader\" \
             nodename=\"s\"/></surfacematerial></materialx>",
            value(1)
        );
        let name = format!("material_{at}.mtlx");
        std::fs::write(folder.join(&name), text)?;
        names.push(name);
    }
    Ok(names)
}
