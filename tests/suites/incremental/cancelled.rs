//! Work that would take for ever ends soon after Ctrl-C, and under `watch` after a newer save.

use std::process::{Child, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

use super::watching::Watching;
use super::*;

/// A project whose build is busy for as long as nobody ends it: a file, and its text.
struct Stuck {
    name: &'static str,
    files: fn() -> [(&'static str, String); 2],
}

const STUCK: &[Stuck] = &[
    Stuck { name: "analysis", files: || [("a.fx", calls_without_end()), ("a.fx.lua", sidecar(""))] },
    Stuck { name: "preprocessing", files: || [("a.fx", macros_without_end()), ("a.fx.lua", sidecar(""))] },
    Stuck { name: "sidecar", files: || [("a.fx", String::new()), ("a.fx.lua", "while true do end".to_owned())] },
    Stuck { name: "exploring", files: || [("a.fx", branches()), ("a.fx.lua", specialize("if p.b% then end"))] },
    Stuck { name: "specialising", files: || [("a.fx", branches()), ("a.fx.lua", specialize(""))] },
];

pub fn trials() -> Vec<Trial> {
    let one = |stuck: &'static Stuck| {
        [
            harness::trial(format!("incremental::ctrl_c_ends_{}", stuck.name), || ctrl_c(stuck)),
            harness::trial(format!("incremental::a_newer_save_ends_{}", stuck.name), || newer_save(stuck)),
        ]
    };
    STUCK.iter().flat_map(one).collect()
}

/// Time until a build is busy, in a build of uberc that is not optimised.
const BUSY: Duration = Duration::from_millis(1200);
/// An answer takes some milliseconds; other tests run at the same time.
const SOON: Duration = Duration::from_secs(3);

const PROJECT: &str = "[target.spirv]\ncompilers = [\"embedded\"]\n[limits]\ntechniques = 4000000000\ncubes = 4000000000\n\
                       tokens = 4000000000\ncompile-steps = 9000000000000000\nsidecar-instructions = 9000000000000000\n\
                       sidecar-time = \"1h\"\ncompile-timeout = \"1h\"\n";
const GOOD: &str = "float4 main() : SV_Target { return 1; }\n";

fn sidecar(more: &str) -> String {
    format!("local s = Shader(\"S\")\ns.Technique.PixelShader = \"main\"\n{more}")
}

/// Each function's default arguments call the one before twice: 2^50 calls.
fn calls_without_end() -> String {
    let next = |at: usize| format!("float f{}(float a = f{at}(), float b = f{at}()) {{ return a + b; }}\n", at + 1);
    let functions: String = (0..50).map(next).collect();
    format!("float f0() {{ return 1; }}\n{functions}float4 main() : SV_Target {{ return f50(); }}\n")
}

/// Each macro has the one before twice, and gives nothing in the end: 2^50 expansions.
fn macros_without_end() -> String {
    let macros: String = (0..50).map(|at| format!("#define M{} M{at} M{at}\n", at + 1)).collect();
    format!("#define M0\n{macros}M50\n{GOOD}")
}

const BRANCHES: usize = 30;

/// Each branch changes the code.
fn branches() -> String {
    let declared: String = (0..BRANCHES).map(|at| format!("bool b{at};\n")).collect();
    let read: String = (0..BRANCHES).map(|at| format!("if (b{at}) u += {at};\n")).collect();
    format!("{declared}float4 main() : SV_Target {{ float u = 1;\n{read}return u; }}\n")
}

fn specialize(each: &str) -> String {
    let names: String = (0..BRANCHES).map(|at| format!("\"b{at}\", ")).collect();
    let reads: String = (0..BRANCHES).map(|at| each.replace('%', &at.to_string()) + "\n").collect();
    sidecar(&format!(
        "s.Branches = {{ {names} }}\nlocal t = Technique()\nt.PixelShader = \"main\"\nfunction s.Specialize(p)\n{reads}return t, p\n\
         end\n"
    ))
}

fn place(stuck: &Stuck) -> Result<Place, Failed> {
    let place = Place { folder: tempfile::tempdir()? };
    place.write("uberc.toml", PROJECT)?;
    for (file, text) in (stuck.files)() {
        place.write(file, &text)?;
    }
    Ok(place)
}

/// The end of a process, if it comes soon.
fn ends_soon(child: &mut Child) -> Result<ExitStatus, Failed> {
    let begin = Instant::now();
    while begin.elapsed() < SOON {
        if let Some(status) = child.try_wait()? {
            return Ok(status);
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    child.kill()?;
    child.wait()?;
    Err(format!("it did not end within {SOON:?}").into())
}

fn ctrl_c(stuck: &Stuck) -> Result<(), Failed> {
    for command in ["build", "watch"] {
        let place = place(stuck)?;
        let mut uberc = Command::new(env!("CARGO_BIN_EXE_uberc"));
        uberc.arg(command).current_dir(place.root()).stdout(Stdio::null()).stderr(Stdio::piped());
        let mut child = uberc.spawn()?;
        std::thread::sleep(BUSY);
        assert_eq!(child.try_wait()?, None, "`{command}` is busy");
        kill_process(Pid::from_child(&child), Signal::INT)?;
        let status = ends_soon(&mut child).map_err(|error| format!("{command}: {}", error.message().unwrap_or("")))?;
        let said = std::io::read_to_string(child.stderr.take().ok_or("stderr is piped")?)?;
        assert_eq!(status.code(), Some(130), "`{command}`: {said}");
        // A part of a unit has no mistake that the whole unit does not have.
        assert!(!said.contains("error"), "`{command}`: {said}");
        assert!(!place.file("shaders.fxo").exists());
    }
    Ok(())
}

fn newer_save(stuck: &Stuck) -> Result<(), Failed> {
    let place = place(stuck)?;
    let watching = Watching::start(&place)?;
    std::thread::sleep(BUSY);
    let saved = Instant::now();
    // The sidecar first: with the new source alone, its `Specialize` is what keeps the build busy.
    place.write("a.fx.lua", &sidecar(""))?;
    place.write("a.fx", GOOD)?;
    let round = watching.next()?;
    let waited = saved.elapsed();
    assert_eq!(round.watched["ending"], "success", "{round:?}");
    assert!(waited < SOON, "the build ended after {waited:?}");
    // What the cancelled build had of the unit is not taken for its result.
    assert!(place.is_clean()?);
    Ok(())
}
