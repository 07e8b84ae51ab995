//! `uberc watch` as a process, with the ways in which editors save files.

use std::io::BufRead;
use std::process::{Child, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use super::*;

pub fn trials() -> Vec<Trial> {
    [
        ("watch_builds_what_a_save_changes", saves as fn() -> Result<(), Failed>),
        ("watch_survives_how_editors_save", editors),
        ("watch_survives_folders_that_come_and_go", folders),
        ("watch_gives_up_a_build_that_a_save_made_stale", stale),
        ("watch_survives_the_project_going_and_coming_back", project),
        ("watch_keeps_the_cache_to_its_size", size),
        ("watch_with_the_embedded_compiler_is_as_if_nothing_was_in_memory", embedded),
        ("watch_takes_glsl", glsl),
    ]
    .into_iter()
    .map(|(name, run)| harness::trial(format!("incremental::{name}"), run))
    .collect()
}

/// Long enough for any machine; nothing is measured here.
const PATIENCE: Duration = Duration::from_secs(60);

pub struct Watching {
    child: Child,
    lines: Receiver<Value>,
}

impl Drop for Watching {
    fn drop(&mut self) {
        // Only its number is needed, and it may have ended.
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

/// The output of one build of `watch`: the units, and the last line.
#[derive(Debug)]
pub struct Round {
    pub rebuilt: Vec<Value>,
    /// `"reason": "diagnostic"`.
    pub said: Vec<Value>,
    summary: Value,
    pub watched: Value,
    /// Stages that did something.
    pub stages: Vec<String>,
}

impl Watching {
    pub fn start(place: &Place) -> Result<Watching, Failed> {
        Watching::start_with(place, &[])
    }

    pub fn start_with(place: &Place, arguments: &[&str]) -> Result<Watching, Failed> {
        let mut child = Command::new(env!("CARGO_BIN_EXE_uberc"))
            .args(["watch", "--timings", "--message-format", "json"])
            .args(arguments)
            .arg(place.root())
            .current_dir(place.folder.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let stdout = child.stdout.take().ok_or("stdout is piped")?;
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in std::io::BufReader::new(stdout).lines().map_while(Result::ok) {
                if let Ok(value) = serde_json::from_str(&line)
                    && sender.send(value).is_err()
                {
                    break;
                }
            }
        });
        Ok(Watching { child, lines })
    }

    /// The next build that is told of.
    pub fn next(&self) -> Result<Round, Failed> {
        let mut round = Round {
            rebuilt: Vec::new(),
            said: Vec::new(),
            summary: Value::Null,
            watched: Value::Null,
            stages: Vec::new(),
        };
        let until = Instant::now() + PATIENCE;
        loop {
            let left = until.saturating_duration_since(Instant::now());
            let line = self.lines.recv_timeout(left).map_err(|_| format!("no build was told of: {round:?}"))?;
            match line["reason"].as_str() {
                Some("rebuilt") => round.rebuilt.push(line),
                Some("diagnostic") => round.said.push(line),
                Some("summary") => round.summary = line,
                Some("timings") => {
                    let stages = line["stages"].as_array().into_iter().flatten();
                    round.stages = stages.filter_map(|stage| Some(stage["stage"].as_str()?.to_owned())).collect();
                }
                Some("watched") => {
                    round.watched = line;
                    return Ok(round);
                }
                _ => {}
            }
        }
    }

    /// The next build that ends so and whose archive is that of a clean build. An editor's steps may be builds of their
    /// own; what counts is where it comes to rest.
    pub fn until(&self, ending: &str, place: &Place) -> Result<Round, Failed> {
        loop {
            let round = self.next()?;
            if round.watched["ending"] == ending && (ending != "success" || place.is_clean()?) {
                return Ok(round);
            }
        }
    }
}

impl Place {
    /// Whether the archive is what a build without any memory makes. With errors in the sources it cannot be.
    pub fn is_clean(&self) -> Result<bool, Failed> {
        let output = self.uberc(&["build", "--no-cache", "--output", "clean.fxo"], &[])?;
        Ok(output.status.success() && fs::read(self.file("clean.fxo"))? == self.archive()?)
    }
}

fn saves() -> Result<(), Failed> {
    let place = Place::new()?;
    let watching = Watching::start(&place)?;
    let first = watching.until("success", &place)?;
    assert_eq!((first.rebuilt.len(), &first.watched["latency_ms"]), (2, &Value::Null), "{first:?}");
    let runs = place.runs();
    place.edit("two.fx", "return 2", "return 3")?;
    let round = watching.until("success", &place)?;
    assert_eq!(round.rebuilt.len(), 1, "{round:?}");
    assert_eq!(round.rebuilt[0]["unit"], "two.fx.lua");
    assert_eq!(round.watched["changed"], serde_json::json!(["two.fx"]));
    assert!(round.watched["latency_ms"].is_f64(), "{round:?}");
    assert_eq!(round.summary["compiled"], 1);
    // The clean build that compared has run the compiler for each variant.
    assert!(place.runs() > runs);
    // An error keeps the archive, and mending it is a build again.
    let good = place.archive()?;
    place.edit("two.fx", "return 3", "return BROKEN")?;
    let round = watching.until("source_errors", &place)?;
    assert_eq!((round.summary["failed"].as_u64(), place.archive()?), (Some(1), good));
    place.edit("two.fx", "return BROKEN", "return 4")?;
    watching.until("success", &place)?;
    // A header, a module, a setting, a new unit, a unit less.
    place.edit("include/shared.fxh", "1, 0, 0", "0, 1, 0")?;
    watching.until("success", &place)?;
    place.edit("lua/common.lua", "order = 1", "order = 2")?;
    watching.until("success", &place)?;
    place.edit("uberc.toml", "PROJECT = 1", "PROJECT = 2")?;
    watching.until("success", &place)?;
    fs::copy(place.file("two.fx"), place.file("three.fx"))?;
    place.write("three.fx.lua", &fs::read_to_string(place.file("two.fx.lua"))?.replace("Two", "Three"))?;
    let round = watching.until("success", &place)?;
    assert_eq!(round.summary["shaders"], 3);
    fs::remove_file(place.file("three.fx"))?;
    fs::remove_file(place.file("three.fx.lua"))?;
    let round = watching.until("success", &place)?;
    assert_eq!(round.summary["shaders"], 2);
    Ok(())
}

fn editors() -> Result<(), Failed> {
    let place = Place::new()?;
    let watching = Watching::start(&place)?;
    watching.until("success", &place)?;
    let path = place.file("include/shared.fxh");
    let text = |number: usize| format!("float4 shade() {{ return {number}; }}\n");
    // Truncate and write, with a pause between (many).
    fs::write(&path, "")?;
    std::thread::sleep(Duration::from_millis(30));
    fs::write(&path, text(1))?;
    watching.until("success", &place)?;
    // Write beside, rename over (vim without a backup, most IDEs).
    fs::write(place.file("include/.shared.fxh.swp"), text(2))?;
    fs::rename(place.file("include/.shared.fxh.swp"), &path)?;
    watching.until("success", &place)?;
    // Move away, write anew, delete what was moved (vim with a backup).
    fs::rename(&path, place.file("include/shared.fxh~"))?;
    std::thread::sleep(Duration::from_millis(30));
    fs::write(&path, text(3))?;
    fs::remove_file(place.file("include/shared.fxh~"))?;
    watching.until("success", &place)?;
    // Delete, and create again later: in between there is an error, and the archive stays.
    let good = place.archive()?;
    fs::remove_file(&path)?;
    watching.until("source_errors", &place)?;
    assert_eq!(place.archive()?, good);
    fs::write(&path, text(4))?;
    watching.until("success", &place)?;
    // Many saves in a row come to rest at the last.
    for number in 5..25 {
        fs::write(&path, text(number))?;
        std::thread::sleep(Duration::from_millis(3));
    }
    watching.until("success", &place)?;
    Ok(())
}

fn folders() -> Result<(), Failed> {
    let place = Place::new()?;
    let watching = Watching::start(&place)?;
    watching.until("success", &place)?;
    // A folder with a unit appears, all at once and step by step.
    let staged = place.folder.path().join("staged");
    fs::create_dir_all(staged.join("deep"))?;
    fs::copy(place.file("two.fx"), staged.join("deep/three.fx"))?;
    fs::write(staged.join("deep/three.fx.lua"), fs::read_to_string(place.file("two.fx.lua"))?.replace("Two", "Three"))?;
    fs::rename(&staged, place.file("more"))?;
    let round = watching.until("success", &place)?;
    assert_eq!(round.summary["shaders"], 3);
    // What lies in it is listened to.
    place.edit("more/deep/three.fx", "return 2", "return 5")?;
    watching.until("success", &place)?;
    fs::remove_dir_all(place.file("more"))?;
    let round = watching.until("success", &place)?;
    assert_eq!(round.summary["shaders"], 2);
    // The folder of headers goes and comes back under its name: it is another folder then.
    fs::rename(place.file("include"), place.file("away"))?;
    watching.until("source_errors", &place)?;
    fs::create_dir(place.file("include"))?;
    fs::write(place.file("include/shared.fxh"), "float4 shade() { return 8; }\n")?;
    watching.until("success", &place)?;
    place.write("include/shared.fxh", "float4 shade() { return 9; }\n")?;
    watching.until("success", &place)?;
    Ok(())
}

/// The compiler waits for a file that only a second save brings: if the first build were not given up, nothing would end.
fn stale() -> Result<(), Failed> {
    let place = Place::new()?;
    let watching = Watching::start(&place)?;
    watching.until("success", &place)?;
    place.edit("tools/copy", "grep", "grep -q HANG \"$1\" && sleep 50\ngrep")?;
    let begin = Instant::now();
    place.edit("two.fx", "return 2", "return HANG")?;
    // Until the compiler has begun.
    let runs = place.runs();
    while place.runs() == runs && begin.elapsed() < Duration::from_secs(20) {
        std::thread::sleep(Duration::from_millis(5));
    }
    place.edit("two.fx", "return HANG", "return 7")?;
    watching.until("success", &place)?;
    assert!(begin.elapsed() < Duration::from_secs(45), "the compiler was not waited for");
    Ok(())
}

fn project() -> Result<(), Failed> {
    let place = Place::new()?;
    let watching = Watching::start(&place)?;
    watching.until("success", &place)?;
    let away = place.folder.path().join("away");
    fs::rename(place.root(), &away)?;
    std::thread::sleep(Duration::from_millis(300));
    fs::write(away.join("two.fx"), fs::read_to_string(away.join("two.fx"))?.replace("return 2", "return 6"))?;
    fs::rename(&away, place.root())?;
    let round = watching.until("success", &place)?;
    assert_eq!(round.rebuilt.len(), 1, "{round:?}");
    place.edit("two.fx", "return 6", "return 7")?;
    watching.until("success", &place)?;
    Ok(())
}

/// The cache is cleaned after some dozens of builds, when nobody waits.
fn size() -> Result<(), Failed> {
    let place = Place::new()?;
    place.edit("uberc.toml", "[defines]", "[cache]\nsize = \"1MiB\"\n[defines]")?;
    let watching = Watching::start(&place)?;
    watching.until("success", &place)?;
    let long = " + 1".repeat(4000);
    for number in 0..70 {
        let text = format!(
            "float4 value() {{ return {number}{long}; }}\n[numthreads(1, 1, 1)] void MainCS() {{ value(); }}\n"
        );
        place.write("two.fx", &text)?;
        watching.next()?;
    }
    let bytes = || -> Result<u64, Failed> {
        let mut sum = 0;
        for folder in ["objects", "actions"] {
            for (path, _) in super::maintenance::listing(&place.file(".uberc").join(folder))? {
                // It may just be removed.
                sum += fs::metadata(path).map_or(0, |found| found.len());
            }
        }
        Ok(sum)
    };
    let until = Instant::now() + PATIENCE;
    while bytes()? > 1 << 20 {
        assert!(Instant::now() < until, "{} bytes", bytes()?);
        std::thread::sleep(Duration::from_millis(50));
    }
    place.edit("two.fx", "return", "return 2 *")?;
    watching.until("success", &place)?;
    Ok(())
}

/// The project for two targets of the embedded compiler.
fn embedded_place() -> Result<Place, Failed> {
    let place = Place::new()?;
    place.edit(
        "uberc.toml",
        "targets = [\"dx11\"]",
        "targets = [\"spirv\", \"wgsl\"]\ntarget.spirv.compilers = [\"embedded\"]\ntarget.wgsl.compilers = [\"embedded\"]",
    )?;
    Ok(place)
}

/// Declarations, variants and compressed code of the last state are in memory: archives and messages are those of builds that
/// know nothing, also where only the places of messages have changed.
fn embedded() -> Result<(), Failed> {
    let place = embedded_place()?;
    let first = "struct Pair { float2 a; float2 b; };\nRWStructuredBuffer<float2> result : register(u0);\n\
                 float2 cut(float4 value) { float2 v = value; return v; }\n\
                 Pair both(float x) { Pair p; p.a = cut(x.xxxx); p.b = p.a * 2; return p; }\n\
                 [numthreads(1, 1, 1)] void MainCS(uint3 id : SV_DispatchThreadID)\n\
                 { Pair p = both(id.x); result[id.x] = p.a + p.b; }\n";
    place.write("two.fx", first)?;
    let watching = Watching::start(&place)?;
    watching.until("success", &place)?;
    // By its own words a build that knows nothing says the same.
    let same = |round: &Round| -> Result<(), Failed> {
        let output = place.uberc(&["build", "--no-cache", "--output", "clean.fxo", "--message-format", "json"], &[])?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let lines: Vec<Value> = text.lines().map(serde_json::from_str).collect::<Result<_, _>>()?;
        let said: Vec<Value> = lines.into_iter().filter(|line| line["reason"] == "diagnostic").collect();
        assert_eq!(round.said, said);
        Ok(())
    };
    let line_of_truncation = |round: &Round| {
        round.said.iter().find(|said| said["code"] == "hlsl/truncation").map(|said| said["primary"]["line"].clone())
    };
    let moved = format!("// One line.\n{first}");
    let mut lines = Vec::new();
    for (text, ending) in [
        (first.replace("* 2", "* 3"), "success"),
        (moved.clone(), "success"),
        (moved.replace("float2 b; }", "float2 b; float2 c; }"), "success"),
        (moved.replace("* 2", "* Missing"), "source_errors"),
        (moved.replace("* 2", "* 5"), "success"),
        (moved.replace("= value;", "= value.xy;"), "success"),
        (first.replace("* 2", "* 3"), "success"),
        (first.replace("Pair both(float x)", "Pair both(float x, float y = 3)").replace("x.xxxx", "y.xxxx"), "success"),
    ] {
        place.write("two.fx", &text)?;
        let round = watching.until(ending, &place)?;
        same(&round)?;
        lines.push(line_of_truncation(&round));
    }
    assert!(lines[0].is_some() && lines[1].is_some() && lines[0] != lines[1] && lines[5].is_none(), "{lines:?}");
    Ok(())
}

/// GLSL: a declaration that nothing uses moves the locations of others, whose text stays, and `#extension` is about the whole unit.
fn glsl() -> Result<(), Failed> {
    let place = embedded_place()?;
    for file in ["one.fx", "one.fx.lua", "two.fx", "two.fx.lua"] {
        fs::remove_file(place.file(file))?;
    }
    let first = "#version 460\n#include \"tint.glsl\"\nuniform bool lit;\nuniform sampler2D picture;\n#ifdef UBERC_VERTEX\n\
                 in vec3 position;\nin vec2 uv;\nout vec2 at;\nvoid vertex() { at = uv; gl_Position = vec4(position, 1.0); }\n\
                 #else\nin vec2 at;\nout vec4 colour;\n\
                 void shade() { colour = texture(picture, at); if (lit) colour.rgb *= tint(); }\n#endif\n";
    let sidecar = "local surface = Shader(\"Surface\")\nsurface.Branches = { \"lit\" }\n\
                   surface.Technique.VertexShader = \"vertex\"\nsurface.Technique.PixelShader = \"shade\"\n";
    place.write("include/tint.glsl", "vec3 tint() { return vec3(0.5); }\n")?;
    place.write("surface.glsl.lua", sidecar)?;
    place.write("surface.glsl", first)?;
    let watching = Watching::start(&place)?;
    let round = watching.until("success", &place)?;
    assert_eq!(round.summary["compiled"], 6, "{round:?}");
    let unroll = "[[unroll]] for (int i = 0; i < 2; i++) colour *= 0.5;";
    let looped = first.replace("if (lit)", &format!("{unroll} if (lit)"));
    let enabled = "#version 460\n#extension GL_EXT_control_flow_attributes : require";
    for (text, ending, compiled) in [
        // Only the vertex stage has other locations.
        (first.replace("in vec3 position", "in vec2 before;\nin vec3 position"), "success", Some(2)),
        (first.to_owned(), "success", None),
        (
            first.replace("uniform sampler2D picture", "uniform sampler2D other;\nuniform sampler2D picture"),
            "success",
            None,
        ),
        (first.replace("colour.rgb *=", "colour.rgb +="), "success", Some(2)),
        (first.replace("tint()", "missing()"), "source_errors", None),
        (looped.clone(), "source_errors", None),
        (looped.replace("#version 460", enabled), "success", None),
        (first.to_owned(), "success", None),
    ] {
        place.write("surface.glsl", &text)?;
        let round = watching.until(ending, &place)?;
        if let Some(compiled) = compiled {
            assert_eq!(round.summary["compiled"], compiled, "{text}\n{round:?}");
        }
    }
    place.write("include/tint.glsl", "vec3 tint() { return vec3(0.25); }\n")?;
    let round = watching.until("success", &place)?;
    assert_eq!(round.summary["compiled"], 2, "{round:?}");
    Ok(())
}
