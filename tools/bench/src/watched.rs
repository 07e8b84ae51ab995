//! From a save to an archive that a game can read, under `uberc watch`.

use std::io::{BufRead, BufReader};
use std::process::Stdio;
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use uberc_runtime::Pack;

use crate::medians::median;
use crate::processes::uberc;
use crate::{Failure, Options, project};

/// One line that the vertex shader of mesh alone reaches, and one of its pixel shader.
const EDITS: [(&str, &str); 2] = [("vertex", "skinning.fxh"), ("pixel", "brdf.fxh")];

/// Compilers by name: the target, and what the project file says of it.
const CHAINS: [(&str, &str, &str); 3] = [
    ("embedded", "spirv", "\n[target.spirv]\ncompilers = [\"embedded\"]\n"),
    (
        "a compiler that copies",
        "dx11",
        "\n[target.dx11]\ncompilers = [\"copy\"]\n[compiler.copy]\nprogram = \"cp\"\nargs = [\"{input}\", \"{output}\"]\n",
    ),
    (
        "glslangValidator, spirv-opt, spirv-val",
        "spirv",
        "\n[target.spirv]\ncompilers = [\"glslangValidator\", \"spirv-opt\", \"spirv-val\"]\n",
    ),
];

pub(crate) fn run(options: &Options) -> Result<(), Failure> {
    println!("mesh, spirv, {} jobs, medians of {} saves", options.jobs, options.rounds);
    for (what, target, project) in CHAINS {
        measure(options, what, target, project)?;
    }
    Ok(())
}

fn measure(options: &Options, what: &str, target: &str, chain: &str) -> Result<(), Failure> {
    let folder = project::copy_of("mesh")?;
    let root = folder.path();
    let text = std::fs::read_to_string(root.join("uberc.toml"))?;
    std::fs::write(root.join("uberc.toml"), text + chain)?;
    let jobs = options.jobs.to_string();
    let arguments =
        ["watch", ".", "--message-format", "json", "--target", target, "--output", "out.fxo", "--jobs", &jobs];
    let mut child = uberc(root, &arguments)?.stdout(Stdio::piped()).stderr(Stdio::null()).spawn()?;
    let result = saves(options, root, what, child.stdout.take().ok_or("stdout is piped")?);
    child.kill()?;
    child.wait()?;
    result
}

fn saves(
    options: &Options,
    root: &std::path::Path,
    what: &str,
    stdout: impl std::io::Read + Send + 'static,
) -> Result<(), Failure> {
    let (sender, lines) = channel();
    std::thread::spawn(move || {
        for line in BufReader::new(stdout).lines().map_while(Result::ok) {
            if sender.send(line).is_err() {
                break;
            }
        }
    });
    let archive = root.join("out.fxo");
    next(&lines, Duration::from_secs(600))?;
    for (stage, file) in EDITS {
        let path = root.join("include").join(file);
        let text = std::fs::read_to_string(&path)?;
        // A number in a function that the stage reaches.
        let at = text.rfind("return ").ok_or("a function returns something")? + "return ".len();
        let (mut latencies, mut told, mut compiled) = (Vec::new(), Vec::new(), Vec::new());
        for round in 0..options.rounds {
            // Never by one: an optimiser would see that nothing changed.
            let edited = format!("{}(1.0 + {}.0 * 0.0625) * {}", &text[..at], round + 1, &text[at..]);
            let before = std::fs::read(&archive)?;
            std::thread::sleep(Duration::from_millis(300));
            let begin = Instant::now();
            std::fs::write(&path, &edited)?;
            loop {
                let now = std::fs::read(&archive)?;
                if now != before {
                    let pack = Pack::open(&now).map_err(|error| format!("{error:?}"))?;
                    let shaders = pack.targets().map(|target| target.name().to_owned()).collect::<Vec<_>>();
                    assert!(!shaders.is_empty(), "an archive has a target");
                    break;
                }
                if begin.elapsed() > Duration::from_secs(120) {
                    return Err("the archive did not change".into());
                }
                std::thread::sleep(Duration::from_micros(300));
            }
            latencies.push(begin.elapsed().as_secs_f64() * 1e3);
            let (variants, latency) = next(&lines, Duration::from_secs(60))?;
            compiled.push(variants);
            told.push(latency);
        }
        std::fs::write(&path, &text)?;
        next(&lines, Duration::from_secs(120))?;
        println!(
            "{what:<40} {stage:<7} {:>4.0} variants: {:>6.0} ms from save to a read archive, {:>6.0} ms as uberc tells",
            median(compiled),
            median(latencies),
            median(told)
        );
    }
    Ok(())
}

/// The end of the next build: variants compiled, and the latency it told.
fn next(lines: &Receiver<String>, patience: Duration) -> Result<(f64, f64), Failure> {
    let mut compiled = 0.0;
    loop {
        let line: serde_json::Value = serde_json::from_str(&lines.recv_timeout(patience)?)?;
        match line["reason"].as_str() {
            Some("summary") => compiled = line["compiled"].as_f64().unwrap_or(0.0),
            Some("watched") if line["ending"] == "success" => {
                return Ok((compiled, line["latency_ms"].as_f64().unwrap_or(0.0)));
            }
            Some("watched") => return Err(format!("a build failed: {line}").into()),
            _ => {}
        }
    }
}
