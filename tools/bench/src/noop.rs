//! A build with nothing to do, of a thousand shaders in five thousand files, against ninja with the same files and edges.

use std::fmt::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, SystemTime};

use crate::medians::{median, table};
use crate::processes::{Cost, build, timed, uberc};
use crate::{Failure, Options};

const SHADERS: usize = 1000;
/// The bar, in KiB.
const MOST_MEMORY: u64 = 500 * 1024;
/// Of each shader alone; all include one more.
const HEADERS: usize = 3;

pub(crate) fn run(options: &Options) -> Result<(), Failure> {
    let folder = tempfile::tempdir()?;
    let root = folder.path();
    generate(root)?;
    let arguments = ["--output", "all.fxo"];
    let peaks = [
        ("a compiler that copies", peak_memory(root, &arguments, options.jobs)?),
        ("embedded", peak_memory(root, &["--output", "embedded.fxo", "--target", "spirv"], options.jobs)?),
    ];
    timed(Command::new("ninja").args(["--quiet", "-j", &options.jobs.to_string()]).current_dir(root))?;
    // Until files are two seconds old, a stat is no proof of what is in them.
    std::thread::sleep(Duration::from_millis(2500));
    let mut rows: [Vec<Cost>; 5] = Default::default();
    let mut compiled = [0; 3];
    build(root, &arguments, options.jobs)?;
    for round in 0..options.rounds {
        let (said, cost) = timed(Command::new("ninja").current_dir(root))?;
        if !said.contains("no work to do") {
            return Err(format!("ninja had work to do: {said}").into());
        }
        rows[0].push(cost);
        let (made, _, cost) = build(root, &arguments, options.jobs)?;
        expect(made, 0, "nothing changed")?;
        rows[1].push(cost);
        std::fs::File::options().write(true).open(root.join("include/common.fxh"))?.set_modified(SystemTime::now())?;
        let (made, _, cost) = build(root, &arguments, options.jobs)?;
        expect(made, 0, "a touched header")?;
        rows[2].push(cost);
        std::fs::write(root.join(own_header(7, 0)), header(7, 0, round))?;
        let (made, _, cost) = build(root, &arguments, options.jobs)?;
        expect(made, 0, "a comment in a header of one shader")?;
        rows[3].push(cost);
        std::fs::write(root.join("include/common.fxh"), common(round))?;
        let (made, _, cost) = build(root, &arguments, options.jobs)?;
        expect(made, 0, "a comment in a header of all shaders")?;
        rows[4].push(cost);
        compiled[0] += made;
        // The next round begins with both up to date, and with files that have settled.
        timed(Command::new("ninja").args(["--quiet", "-j", &options.jobs.to_string()]).current_dir(root))?;
        std::thread::sleep(Duration::from_millis(2500));
        build(root, &arguments, options.jobs)?;
    }
    let files = SHADERS * (2 + HEADERS) + 1;
    println!("{SHADERS} shaders, {files} files, {} jobs, medians of {} rounds", options.jobs, options.rounds);
    let names = [
        "ninja, nothing to do",
        "uberc, nothing to do",
        "uberc, a header of all touched",
        "uberc, a comment in a header of one",
        "uberc, a comment in a header of all",
    ];
    let figures = |costs: &[Cost]| {
        let of = |figure: fn(&Cost) -> f64| median(costs.iter().map(figure).collect());
        (of(|cost| cost.wall), of(|cost| cost.cpu))
    };
    let (ninja, _) = figures(&rows[0]);
    let mut lines = vec![["", "wall ms", "CPU ms", "of ninja's wall"].map(str::to_owned).to_vec()];
    for (name, costs) in names.iter().zip(&rows) {
        let (wall, cpu) = figures(costs);
        let row = [
            (*name).to_owned(),
            format!("{:.1}", wall * 1e3),
            format!("{:.0}", cpu * 1e3),
            format!("{:.2}x", wall / ninja),
        ];
        lines.push(row.to_vec());
    }
    print!("{}", table(&lines));
    println!("compiled in all of these: {}", compiled.iter().sum::<u64>());
    for (chain, peak) in peaks {
        println!("peak memory of the first build, {chain}: {:.0} MiB", peak as f64 / 1024.0);
        if peak > MOST_MEMORY {
            return Err(format!("more than {} MiB", MOST_MEMORY / 1024).into());
        }
    }
    Ok(())
}

fn expect(made: u64, wanted: u64, what: &str) -> Result<(), Failure> {
    if made == wanted { Ok(()) } else { Err(format!("{what}: {made} variants were compiled, not {wanted}").into()) }
}

/// Builds everything for the first time; `VmHWM` in KiB, as last seen before the end.
fn peak_memory(root: &Path, arguments: &[&str], jobs: usize) -> Result<u64, Failure> {
    let jobs = jobs.to_string();
    let mut command = uberc(root, &["build", "--jobs", &jobs])?;
    let mut child = command.args(arguments).stdout(Stdio::null()).stderr(Stdio::null()).spawn()?;
    let status = format!("/proc/{}/status", child.id());
    let mut peak = 0;
    loop {
        if let Some(ended) = child.try_wait()? {
            return if ended.success() { Ok(peak) } else { Err("the first build failed".into()) };
        }
        let text = std::fs::read_to_string(&status).unwrap_or_default();
        let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let figure = line.and_then(|line| line.split_whitespace().next()?.parse().ok());
        peak = peak.max(figure.unwrap_or(0));
        std::thread::sleep(Duration::from_millis(5));
    }
}

fn own_header(shader: usize, number: usize) -> String {
    format!("include/{}/own_{shader}_{number}.fxh", shader % 50)
}

fn header(shader: usize, number: usize, round: usize) -> String {
    format!("// round {round}\nfloat own_{shader}_{number}(float x) {{ return x * {shader}.0 + {number}.5; }}\n")
}

fn common(round: usize) -> String {
    let mut text = format!("// round {round}\n");
    for number in 0..20 {
        let _ = writeln!(text, "float common_{number}(float x) {{ return sin(x * {number}.0) * 0.5 + 0.5; }}");
    }
    text
}

/// The compiler copies its input: what is compared is everything else.
fn generate(root: &Path) -> Result<(), Failure> {
    let write = |name: String, text: String| -> Result<(), Failure> {
        let path = root.join(name);
        std::fs::create_dir_all(path.parent().ok_or("a file has a folder")?)?;
        Ok(std::fs::write(path, text)?)
    };
    write(
        "uberc.toml".to_owned(),
        "targets = [\"dx11\"]\ninclude = [\"include\"]\n[target.dx11]\ncompilers = [\"copy\"]\n[target.spirv]\ncompilers = [\"embedded\"]\n\
         [compiler.copy]\nprogram = \"cp\"\nargs = [\"{input}\", \"{output}\"]\n"
            .to_owned(),
    )?;
    write("include/common.fxh".to_owned(), common(usize::MAX))?;
    let mut ninja = "rule copy\n  command = cp $in $out\nrule join\n  command = cat $in > $out\n".to_owned();
    let mut outputs = String::new();
    for shader in 0..SHADERS {
        let name = format!("shaders/{}/shader_{shader}.fx", shader % 50);
        let mut text = "#include \"common.fxh\"\n".to_owned();
        let mut sum = "common_3(x)".to_owned();
        let mut inputs = "include/common.fxh".to_owned();
        for number in 0..HEADERS {
            let header_name = own_header(shader, number);
            write(header_name.clone(), header(shader, number, usize::MAX))?;
            writeln!(text, "#include \"{}\"", header_name.trim_start_matches("include/"))?;
            write!(sum, " + own_{shader}_{number}(x)")?;
            write!(inputs, " {header_name}")?;
        }
        write!(
            text,
            "RWStructuredBuffer<float> output : register(u0);\n[numthreads(64, 1, 1)]\nvoid Main(uint3 id : SV_DispatchThreadID)\n{{\n\
             \x20   float x = id.x;\n    output[id.x] = {sum};\n}}\n"
        )?;
        write(name.clone(), text)?;
        write(
            format!("{name}.lua"),
            format!(
                "local shader = Shader(\"Shader{shader}\")\nfunction shader.Specialize(permutation)\n    local technique = Technique()\n\
                 \x20   technique.ComputeShader = \"Main\"\n    return technique, permutation\nend\n"
            ),
        )?;
        writeln!(ninja, "build out/{shader}.cso: copy {name} | {name}.lua {inputs}")?;
        write!(outputs, " out/{shader}.cso")?;
    }
    writeln!(ninja, "build out/all: join{outputs}")?;
    write("build.ninja".to_owned(), ninja)
}
