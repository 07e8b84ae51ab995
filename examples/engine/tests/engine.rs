//! The program for real: an archive of the mesh, pictures of it, and a shader that is edited while it runs.
//!
//! Without a Vulkan device the tests are shown as ignored; with `CI` set in the environment they run, and fail.

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use libtest_mimic::{Arguments, Failed, Trial};

fn main() {
    let words: Vec<String> = std::env::args().collect();
    if words.get(1).is_some_and(|word| word == AS_UBERC) {
        let words = std::iter::once("uberc".into()).chain(words.into_iter().skip(2).map(Into::into));
        std::process::exit(uberc::cli::run(words).into());
    }
    let mut trials = vec![
        Trial::test("engine::draws_a_scene", draws_a_scene),
        Trial::test("engine::draws_and_follows", draws_and_follows),
        Trial::test("engine::shows_what_a_shader_prints", shows_what_a_shader_prints),
        Trial::test("engine::swaps_programs_of_one_pipeline", swaps_programs_of_one_pipeline),
        Trial::test("engine::writes_on_sheets", writes_on_sheets),
    ];
    if let Some(package) = uberc_judge::runner::missing().filter(|_| std::env::var_os("CI").is_none()) {
        let skipped = |trial: Trial| trial.with_kind(format!("skipped: no {package}")).with_ignored_flag(true);
        trials = trials.into_iter().map(skipped).collect();
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

/// As the first argument: this program is `uberc`, which cargo builds for the tests of its own package alone.
const AS_UBERC: &str = "as-uberc";

/// So long may a build of the mesh take on a slow machine.
const PATIENCE: Duration = Duration::from_secs(300);

/// The shaders of the library that the passes of a picture are looked up in.
const SHADERS: [&str; 8] = ["antialias", "bloom", "deferred", "light_cull", "mesh", "sky", "ssao", "tonemap"];

/// A project with them and nothing else, compiled by what is built into uberc.
fn project(folder: &Path) -> Result<(), Failed> {
    let library = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shaders");
    for name in SHADERS.iter().flat_map(|name| [format!("{name}.fx"), format!("{name}.fx.lua")]) {
        std::fs::copy(library.join(&name), folder.join(&name))?;
    }
    for part in ["include", "lua"] {
        std::fs::create_dir(folder.join(part))?;
        for entry in std::fs::read_dir(library.join(part))? {
            let entry = entry?;
            std::fs::copy(entry.path(), folder.join(part).join(entry.file_name()))?;
        }
    }
    let settings = std::fs::read_to_string(library.join("uberc.toml"))?;
    Ok(std::fs::write(folder.join("uberc.toml"), settings + "\n[target.wgsl]\ncompilers = [\"embedded\"]\n")?)
}

fn uberc(arguments: &[&str]) -> Result<Command, Failed> {
    let mut command = Command::new(std::env::current_exe()?);
    command.arg(AS_UBERC).args(arguments);
    Ok(command)
}

/// Ends with the test, whatever its end.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        drop(self.0.kill());
        drop(self.0.wait());
    }
}

fn engine(archive: &Path, output: &Path, arguments: &[&str]) -> Command {
    engine_of_size(archive, output, ["160", "120"], arguments)
}

fn engine_of_size(archive: &Path, output: &Path, [width, height]: [&str; 2], arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_engine"));
    command.arg(archive).arg("--output").arg(output).args(["--width", width, "--height", height]).args(arguments);
    command.env("NODEVICE_SELECT", "1");
    command
}

/// What the program says, if it succeeds.
fn run(mut command: Command) -> Result<String, Failed> {
    let result = command.output()?;
    assert!(result.status.success(), "{command:?}: {}", String::from_utf8_lossy(&result.stderr));
    Ok(String::from_utf8_lossy(&result.stdout).into_owned())
}

/// The archive of a project in this folder.
fn built(folder: &Path) -> Result<PathBuf, Failed> {
    project(folder)?;
    let archive = folder.join("shaders.fxo");
    let (root, file) = (folder.display().to_string(), archive.display().to_string());
    run(uberc(&["build", &root, "--target", "wgsl", "--output", &file, "-q"])?)?;
    Ok(archive)
}

/// Width, height and pixels.
fn decoded(path: &Path) -> Result<([usize; 2], Vec<[u8; 4]>), Failed> {
    let mut reader = png::Decoder::new(BufReader::new(std::fs::File::open(path)?)).read_info()?;
    let mut pixels = vec![0; reader.output_buffer_size().ok_or("a picture too large")?];
    let size = reader.next_frame(&mut pixels)?;
    Ok(([size.width as usize, size.height as usize], pixels.as_chunks().0.to_vec()))
}

/// A part of a picture: its left, top, right and lower edge in hundredths of the picture's.
type Region = [usize; 4];

/// The mean of each colour in a part of a picture, 0 to 255.
fn mean(([width, height], pixels): &([usize; 2], Vec<[u8; 4]>), [left, top, right, bottom]: Region) -> [f64; 3] {
    let (rows, columns) = (top * height / 100..bottom * height / 100, left * width / 100..right * width / 100);
    let part = || rows.clone().flat_map(|row| columns.clone().map(move |column| pixels[row * width + column]));
    [0, 1, 2].map(|color| part().map(|pixel| f64::from(pixel[color])).sum::<f64>() / part().count() as f64)
}

fn luminance([r, g, b]: [f64; 3]) -> f64 {
    0.2126 * r + 0.7152 * g + 0.0722 * b
}

/// A picture's colours, which are more than one.
fn picture(path: &Path) -> Result<Vec<u8>, Failed> {
    let (size, pixels) = decoded(path)?;
    assert_eq!(size, [160, 120]);
    let colors: BTreeSet<&[u8; 4]> = pixels.iter().collect();
    // What glows is little, the rest of that picture is one colour.
    assert!(colors.len() > 30, "{}: only {} colours", path.display(), colors.len());
    Ok(pixels.into_flattened())
}

/// Where the scene's picture shows what, and what is seen there.
const SUNLIT_FLOOR: Region = [60, 66, 66, 70];
const SHADED_FLOOR: Region = [4, 84, 14, 94];
const SKY: Region = [0, 2, 12, 8];

/// The scene has a sky, light, and shadows where something stands before the sun; the same picture each time.
fn draws_a_scene() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let archive = built(folder.path())?;
    let draw = |name: &str| -> Result<([usize; 2], Vec<[u8; 4]>), Failed> {
        let output = folder.path().join(name);
        run(engine_of_size(&archive, &output, ["480", "270"], &[]))?;
        decoded(&output)
    };
    let scene = draw("scene.png")?;
    let (lit, shaded, sky) = (mean(&scene, SUNLIT_FLOOR), mean(&scene, SHADED_FLOOR), mean(&scene, SKY));
    let told = format!("lit {lit:.0?}, shaded {shaded:.0?}, sky {sky:.0?}");
    assert!(luminance(lit) > 1.7 * luminance(shaded) && luminance(lit) > 110.0, "no shadow on the floor: {told}");
    // The sun is warm, and what it does not reach is lit by the sky.
    assert!(lit[0] > lit[2] && sky[2] > sky[0] + 15.0, "colours of sun and sky: {told}");
    assert_eq!(scene, draw("again.png")?, "two pictures of one scene");
    Ok(())
}

/// Each technique has its picture and its name on a sheet.
fn writes_on_sheets() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let archive = built(folder.path())?;
    let output = folder.path().join("sheet.png");
    let said = run(engine(&archive, &output, &["--sheet"]))?;
    assert_eq!(said.lines().count(), 12, "{said}");
    cells(&output, 12, 4)?;
    let some = "g_bTransparent,g_bShadowRec,g_bShadowProjected,g_bDebug";
    let said = run(engine(&archive, &output, &["--sheet-all", "--branches", some]))?;
    let count = said.lines().count();
    assert!(count > 4 && said.lines().all(|line| some.split(',').all(|branch| line.contains(branch))), "{said}");
    let columns = said.lines().filter(|line| line.starts_with("row 1 ")).count();
    cells(&output, count, columns)
}

/// Pictures of 160 by 120 pixels with text below: none is empty, each has a name of its own.
fn cells(path: &Path, count: usize, columns: usize) -> Result<(), Failed> {
    const GAP: usize = 6;
    let ([width, height], pixels) = decoded(path)?;
    let room = (height - GAP) / count.div_ceil(columns) - 120 - GAP;
    let part = |at: usize, rows: std::ops::Range<usize>| -> Vec<[u8; 4]> {
        let (left, top) = (GAP + at % columns * (160 + GAP), GAP + at / columns * (120 + room + GAP));
        rows.flat_map(|row| pixels[(top + row) * width + left..][..160].to_vec()).collect()
    };
    let mut seen = BTreeSet::new();
    for at in 0..count {
        let (drawn, name) = (part(at, 0..120), part(at, 120..120 + room));
        assert!(drawn.iter().collect::<BTreeSet<_>>().len() > 30, "{}: picture {at} is empty", path.display());
        assert_eq!(
            name.iter().collect::<BTreeSet<_>>().len().min(2),
            2,
            "{}: picture {at} has no name",
            path.display()
        );
        assert!(seen.insert(name), "{}: picture {at} has the name of another", path.display());
    }
    Ok(())
}

fn draws_and_follows() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let archive = built(folder.path())?;
    pictures(folder.path(), &archive)?;
    mistakes(folder.path(), &archive)?;
    let (root, file) = (folder.path().display().to_string(), archive.display().to_string());
    let _watch = Running(uberc(&["watch", &root, "--target", "wgsl", "--output", &file, "-q"])?.spawn()?);
    reload(folder.path(), &archive)
}

/// A shader that prints from one invocation, and asserts what does not hold in another.
const PRINTING: &str = "struct Data { [[storage(0, write)]] float (&results)[]; };\n\
    [[compute, local_size(4)]] void print_cs([[resource_table]] Data &srt, [[global_invocation_id]] const uint3 id)\n\
    {\n\
    \x20   float half_of_it = float(id.x) * 0.5f;\n\
    \x20   if (id.x == 3u) {\n\
    \x20       printf(\"half of %u \" \"is %f, %d, %x\\n\", id.x, half_of_it, -7, 255u);\n\
    \x20   }\n\
    \x20   assert(id.x != 6u);\n\
    \x20   srt.results[id.x] = half_of_it;\n\
    }\n";

/// `printf` and `assert` of BSL, with text, file and line; without the options nothing is printed.
fn shows_what_a_shader_prints() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    std::fs::write(folder.path().join("uberc.toml"), "[target.wgsl]\ncompilers = [\"embedded\"]\n")?;
    std::fs::write(folder.path().join("print.bsl"), PRINTING)?;
    let sidecar = "local print = Shader(\"Print\")\nprint.Technique.ComputeShader = \"print_cs\"\n";
    let options = "print.Options = { printf = \"buffer\", assertions = true }\n";
    let archive = folder.path().join("print.fxo");
    let (root, file) = (folder.path().display().to_string(), archive.display().to_string());
    let run = |sidecar: String| -> Result<(bool, String), Failed> {
        std::fs::write(folder.path().join("print.bsl.lua"), sidecar)?;
        let built = uberc(&["build", &root, "--target", "wgsl", "--output", &file, "-q"])?.output()?;
        assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
        let output =
            engine(&archive, &folder.path().join("none.png"), &["--shader", "Print", "--print", "2"]).output()?;
        let said = [output.stdout, output.stderr].concat();
        Ok((output.status.success(), String::from_utf8_lossy(&said).into_owned()))
    };
    let (printed, said) = run(format!("{sidecar}{options}"))?;
    assert!(printed, "{said}");
    let mut lines: Vec<&str> = said.lines().collect();
    lines.sort_unstable();
    let expected = ["print.bsl:6: half of 3 is 1.5, -7, ff", "print.bsl:8: assertion failed in invocation (6, 0, 0)"];
    assert_eq!(lines, expected);
    let (printed, said) = run(sidecar.to_owned())?;
    assert!(!printed && said.contains("prints nothing"), "{said}");
    Ok(())
}

/// The two programs that are swapped; the second has other functions and more registers.
const PROGRAMS: [&str; 2] = [
    "let p = uv();\nif (g_bWarm) { p = p.yx; }\nfloat4(p.x, p.y, 0.5 + 0.5 * sin(time().y + p.x * 9), 1)\n",
    "let d = length(xy());\nlet c = 0;\nfor (let i = 0; i < 4; i++) { c += float3(frac(d * i), uv().x, 0.1 * i); }\nc * 0.3\n",
];

/// `uberc watch` rebuilds an edited program, and the engine draws it with the pipeline that it has. The pictures are those of uberc's
/// own machine on the processor.
fn swaps_programs_of_one_pipeline() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let machine = Path::new(env!("CARGO_MANIFEST_DIR")).join("../psl/machine");
    for name in ["psl_machine.fx", "psl_machine.fx.lua", "psl_values.fxh", "psl_functions.fxh"] {
        std::fs::copy(machine.join(name), folder.path().join(name))?;
    }
    std::fs::write(folder.path().join("uberc.toml"), "[target.wgsl]\ncompilers = [\"embedded\"]\n")?;
    let program = folder.path().join("glow.psl");
    std::fs::write(&program, PROGRAMS[0])?;
    let sidecar = "local s = Shader(\"Glow\")\ns.Branches = { \"g_bWarm\" }\ns.Output = \"bytecode\"\n";
    std::fs::write(folder.path().join("glow.psl.lua"), sidecar)?;
    let (root, archive) = (folder.path().display().to_string(), folder.path().join("psl.fxo"));
    let file = archive.display().to_string();
    let arguments = [root.as_str(), "--target", "wgsl", "--output", file.as_str(), "-q"];
    assert!(uberc(&[&["build"], &arguments[..]].concat())?.status()?.success(), "the programs are not built");
    let _watch = Running(uberc(&[&["watch"], &arguments[..]].concat())?.spawn()?);
    let output = folder.path().join("program.png");
    let asked = ["--shader", "Glow", "--machine", "PslMachine", "--branches", "g_bWarm", "--time", "1.5", "--watch"];
    let mut child = Running(engine(&archive, &output, &asked).stdout(Stdio::piped()).spawn()?);
    let lines = lines(&mut child)?;
    let ends = ["1 pipelines made, 0 kept", "0 pipelines made, 1 kept", "0 pipelines made, 1 kept"];
    for (number, (which, end)) in [0, 1, 0].into_iter().zip(ends).enumerate() {
        if number > 0 {
            std::fs::write(&program, PROGRAMS[which])?;
        }
        let line = lines.recv_timeout(PATIENCE).map_err(|_| format!("no line with `{end}`"))?;
        if !line.starts_with(&format!("archive {number}, ")) || !line.ends_with(end) {
            return Err(format!("`{line}` instead of `archive {number}, … {end}`").into());
        }
        let differing = differing(&picture(&output)?, PROGRAMS[which])?;
        assert!(differing < 40, "program {which}: {differing} of 19200 pixels differ");
    }
    Ok(())
}

/// Pixels of a picture of 160 by 120 that differ by more than 1 from what the machine on the processor draws, with `g_bWarm` on.
fn differing(pixels: &[u8], program: &str) -> Result<usize, Failed> {
    use uberc::dialect::shaderception::machine::{Environment, draw, to_bytes};
    use uberc::dialect::shaderception::{Semantics, compile};
    let sources = uberc::diag::Sources::in_memory([("glow.psl", program.as_bytes().to_vec())]);
    let file = sources.load(Path::new("glow.psl")).map_err(|error| format!("{error:?}"))?;
    let constants = [("g_bWarm".to_owned(), 1.0)].into();
    let (program, _) = compile(&file, Semantics::Reference, &constants).0.ok_or("no program")?;
    let environment = Environment { time: 1.5, resolution: [160.0, 120.0], ..Environment::default() };
    let expected = to_bytes(&draw(&program, &environment).image, Default::default());
    let pairs = pixels.as_chunks::<4>().0.iter().zip(expected.as_chunks::<4>().0);
    let differs = |(a, b): &(&[u8; 4], &[u8; 4])| a[..3].iter().zip(&b[..3]).any(|(a, b)| a.abs_diff(*b) > 1);
    Ok(pairs.filter(differs).count())
}

/// Branches change the picture.
fn pictures(folder: &Path, archive: &Path) -> Result<(), Failed> {
    let sets = [
        "",
        "g_bShadowRec",
        "g_bBinaryAlpha",
        "g_bMultiLayer",
        "g_bFoliage",
        "g_bSkinning",
        "g_bTransparent",
        "g_bTransparent,g_bShadowRec",
        "g_bTransparent,g_bShadowRec,g_bShadowProjected",
        "g_bBloom",
        "g_bDebug",
        "g_bDepth",
    ];
    let mut drawn: Vec<(&str, Vec<u8>)> = Vec::new();
    for set in sets {
        let output: PathBuf = folder.join(format!("{set}.png"));
        run(engine(archive, &output, &["--branches", set]))?;
        let pixels = picture(&output)?;
        if let Some((same, _)) = drawn.iter().find(|(_, known)| *known == pixels) {
            return Err(format!("`{set}` and `{same}` are one picture").into());
        }
        drawn.push((set, pixels));
    }
    Ok(())
}

/// What is asked for and not there gets an answer.
fn mistakes(folder: &Path, archive: &Path) -> Result<(), Failed> {
    let asked = [
        (archive, "g_bSkining", "g_bSkinning"),
        (archive, "g_bSkinning=7", "cannot be `7`"),
        (&folder.join("none.fxo"), "g_bSkinning", "none.fxo"),
        (&folder.join("mesh.fx"), "g_bSkinning", "mesh.fx"),
    ];
    for (archive, branches, told) in asked {
        let result = engine(archive, &folder.join("wrong.png"), &["--branches", branches]).output()?;
        let message = String::from_utf8_lossy(&result.stderr);
        assert!(!result.status.success() && message.contains(told), "{branches}: {message}");
    }
    Ok(())
}

/// A saved shader is a new picture, and only what it changed is a new pipeline.
fn reload(folder: &Path, archive: &Path) -> Result<(), Failed> {
    let output = folder.join("watched.png");
    let branches = ["--watch", "--branches", "g_bTransparent,g_bShadowRec"];
    let mut child = Running(engine(archive, &output, &branches).stdout(Stdio::piped()).spawn()?);
    let lines = lines(&mut child)?;
    let next = |wanted: &str| -> Result<(), Failed> {
        let line = lines.recv_timeout(PATIENCE).map_err(|_| format!("no line with `{wanted}`"))?;
        if line.ends_with(wanted) { Ok(()) } else { Err(format!("`{line}` instead of `{wanted}`").into()) }
    };
    next("archive 0, 14 pipelines made, 0 kept")?;
    let before = picture(&output)?;
    let source = folder.join("mesh.fx");
    let text = std::fs::read_to_string(&source)?;
    let edited = text
        .replace("float3 color = surface.emissive + AmbientLight(surface);", "float3 color = surface.emissive.bgr;");
    assert_ne!(text, edited, "the mesh has changed; edit another line of it");
    std::fs::write(&source, edited)?;
    // The caster of shadows is another entry point, and the passes over the screen are other shaders.
    next("archive 1, 1 pipelines made, 13 kept")?;
    let after = picture(&output)?;
    assert_ne!(before, after);
    // A mistake leaves the archive as it is; the next save brings back what was.
    std::fs::write(&source, text.replace("MeshPS(", "MeshPS(("))?;
    std::thread::sleep(Duration::from_millis(500));
    std::fs::write(&source, text)?;
    next("archive 2, 1 pipelines made, 13 kept")?;
    assert_eq!(before, picture(&output)?);
    Ok(())
}

/// The program's lines, as they come.
fn lines(child: &mut Running) -> Result<Receiver<String>, Failed> {
    let (send, receive) = channel();
    let stdout = child.0.stdout.take().ok_or("stdout is a pipe")?;
    std::thread::spawn(move || {
        for line in BufReader::new(stdout).lines().map_while(Result::ok) {
            if send.send(line).is_err() {
                return;
            }
        }
    });
    Ok(receive)
}
