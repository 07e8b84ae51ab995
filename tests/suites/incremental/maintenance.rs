//! Builds with a damaged cache, with failures, and with other programs that read what a build writes.

use super::*;

pub fn trials() -> Vec<Trial> {
    [
        ("nothing_to_do_runs_nothing_and_writes_nothing", nothing as fn() -> Result<(), Failed>),
        ("a_failed_unit_costs_no_other", failed_unit),
        ("an_error_beside_what_is_unchanged_is_told", error_beside),
        ("damaged_memory_is_built_anew", damaged),
        ("two_builds_at_once_agree", two_at_once),
        ("a_locked_index_is_done_without", locked),
        ("a_cache_that_cannot_be_written_is_read", read_only),
        ("a_full_disk_ends_with_3_and_loses_nothing", full_disk),
        ("a_compiler_without_room_or_memory_ends_with_3", shortage),
        ("the_cache_keeps_to_its_size", size),
        ("cache_commands_tell_and_mend", commands),
        ("warnings_are_said_again", warnings),
        ("a_comment_costs_the_units_that_read_it", comment),
        ("a_trace_opens_as_json", trace),
        ("timings_tell_what_the_front_end_shared", shared_work),
        ("a_depfile_names_every_input", depfile),
        ("a_file_changed_while_building_is_seen_by_the_next", changed_meanwhile),
    ]
    .into_iter()
    .map(|(name, run)| harness::trial(format!("incremental::{name}"), run))
    .chain([harness::needs(
        "glslangValidator",
        harness::needs_at_run_time(
            "incremental::a_real_compiler_on_a_full_disk_ends_with_3",
            harness::no_private_mounts,
            full_temporary_folder,
        ),
    )])
    .collect()
}

pub fn listing(folder: &Path) -> Result<Vec<(PathBuf, std::time::SystemTime)>, Failed> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            if entry.file_type()?.is_dir() {
                folders.push(entry.path());
            } else {
                files.push((entry.path(), entry.metadata()?.modified()?));
            }
        }
    }
    files.sort();
    Ok(files)
}

fn nothing() -> Result<(), Failed> {
    let place = Place::new()?;
    place.build(&[])?.succeeded()?;
    // Until files have settled, each build looks into them again and remembers more.
    std::thread::sleep(std::time::Duration::from_millis(2100));
    place.nothing_to_do(&[])?;
    place.nothing_to_do(&[])?;
    let before = listing(&place.root())?;
    let output = place.uberc(&["build", "--timings", "--message-format", "json"], &[])?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let timings: Value = serde_json::from_str(text.lines().next().unwrap_or_default())?;
    let stages: Vec<&str> =
        timings["stages"].as_array().into_iter().flatten().filter_map(|stage| stage["stage"].as_str()).collect();
    assert_eq!(stages, ["discover", "records"], "no Lua, no preprocessor, no archive");
    assert_eq!(listing(&place.root())?, before, "not one file was written");
    // An edit of the same length, with its time put back, right after that.
    let time = fs::metadata(place.file("include/shared.fxh"))?.modified()?;
    place.edit("include/shared.fxh", "1, 0, 0", "0, 1, 0")?;
    set_modified(&place.file("include/shared.fxh"), time)?;
    let built = place.build(&[])?.succeeded()?;
    check(built.runs == 1, "the edit is seen", &built)
}

/// Two shaders that share a function: it is parsed and analysed once.
fn shared_work() -> Result<(), Failed> {
    let place = Place::new()?;
    fs::copy(place.file("one.fx"), place.file("two.fx"))?;
    fs::copy(place.file("one.fx.lua"), place.file("two.fx.lua"))?;
    place.edit("two.fx.lua", "Shader(\"One\")", "Shader(\"Another\")")?;
    place.edit("two.fx", "return EXTRA", "return EXTRA + 1")?;
    place.edit("two.fx", "return shade()", "return 2 * shade()")?;
    place.edit("uberc.toml", "[compiler.copy]", "[target.spirv]\ncompilers = [\"embedded\"]\n\n[compiler.copy]")?;
    let output =
        place.uberc(&["build", "--target", "spirv", "--jobs", "1", "--timings", "--message-format", "json"], &[])?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let timings: Value = serde_json::from_str(text.lines().next().unwrap_or_default())?;
    for (at, what) in ["parsed declarations", "analysed declarations"].into_iter().enumerate() {
        let shared = &timings["shared"][at];
        assert_eq!(shared["what"], what);
        let (known, all) = (shared["known"].as_u64().unwrap_or(0), shared["all"].as_u64().unwrap_or(0));
        assert!(known > 0 && known < all, "{what}: {known} of {all}");
    }
    Ok(())
}

fn failed_unit() -> Result<(), Failed> {
    let place = Place::new()?;
    place.build(&[])?.succeeded()?;
    let good = place.archive()?;
    place.edit("one.fx", "return shade()", "return BROKEN")?;
    place.edit("two.fx", "return 2", "return 3")?;
    let failed = place.build(&[])?;
    check(failed.code == Some(1) && failed.runs == 2, "one fails, one is compiled", &failed)?;
    assert_eq!(place.archive()?, good, "the last good archive stays");
    let again = place.build(&[])?;
    check(
        again.code == Some(1) && again.runs == 1 && again.rebuilt.len() == 1,
        "only what failed is tried again",
        &again,
    )?;
    place.edit("one.fx", "return BROKEN", "return shade() * 2")?;
    let mended = place.build(&[])?.succeeded()?;
    check(mended.runs == 1 && mended.rebuilt.len() == 1, "mended", &mended)?;
    place.nothing_to_do(&[])
}

/// Every file of the cache is cut, emptied or filled with rubbish in turn; the archive stays right.
fn damaged() -> Result<(), Failed> {
    let place = Place::new()?;
    place.build(&[])?.succeeded()?;
    let good = place.archive()?;
    for kind in ["units", "builds", "parts", "programs", "actions", "objects", "index"] {
        for (round, damage) in [&b""[..], b"rubbish", b"cut"].into_iter().enumerate() {
            for (path, _) in listing(&place.file(".uberc"))? {
                if !path.strip_prefix(place.file(".uberc"))?.starts_with(kind) {
                    continue;
                }
                let bytes = fs::read(&path)?;
                let cut = &bytes[..bytes.len() / 2];
                fs::write(&path, if damage == b"cut" { cut } else { damage })?;
            }
            if round == 1 {
                fs::remove_file(place.file("shaders.fxo"))?;
            }
            let built = place.build(&[])?.succeeded()?;
            assert_eq!(place.archive()?, good, "{kind}, round {round}: {}", built.text);
            // Now with the archive's inputs changed, so that all of the memory is asked.
            place.edit("include/shared.fxh", "Shared", "shared")?;
            place.build(&[])?.succeeded()?;
            assert_eq!(place.archive()?, good, "{kind}, round {round}");
            place.edit("include/shared.fxh", "shared", "Shared")?;
            place.build(&[])?.succeeded()?;
        }
    }
    place.nothing_to_do(&[])
}

fn two_at_once() -> Result<(), Failed> {
    let place = Place::new()?;
    place.build(&["--no-cache"])?.succeeded()?;
    let good = place.archive()?;
    for _ in 0..4 {
        drop(fs::remove_dir_all(place.file(".uberc")));
        let results: Vec<Result<Output, Failed>> = std::thread::scope(|scope| {
            let run = || place.uberc(&["build"], &[]);
            let threads: Vec<_> = (0..3).map(|_| scope.spawn(run)).collect();
            threads.into_iter().map(|thread| thread.join().unwrap_or_else(|_| Err("panicked".into()))).collect()
        });
        for output in results {
            let output = output?;
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        }
        assert_eq!(place.archive()?, good);
    }
    place.nothing_to_do(&[])
}

fn warnings() -> Result<(), Failed> {
    let place = Place::new()?;
    place.edit("include/shared.fxh", "// Shared by all.", "#warning shared by all")?;
    place.edit("tools/copy", "grep", "echo \"$1(1,1): warning X2: look here\"\ngrep")?;
    let cold = place.uberc(&["build"], &[])?;
    let said = |output: &Output| -> Vec<String> {
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        text.lines().filter(|line| !line.contains("compiled,")).map(str::to_owned).collect()
    };
    let first = said(&cold);
    assert!(first.iter().any(|line| line.contains("shared by all")), "{first:#?}");
    for _ in 0..2 {
        assert_eq!(said(&place.uberc(&["build"], &[])?), first, "with nothing to do");
    }
    fs::remove_file(place.file("shaders.fxo"))?;
    assert_eq!(said(&place.uberc(&["build"], &[])?), first, "from whole units");
    place.edit("two.fx", "return 2", "return 3")?;
    assert_eq!(said(&place.uberc(&["build"], &[])?), first, "one unit anew, one kept");
    Ok(())
}

/// The stages of a build that succeeds.
fn stages(place: &Place) -> Result<Vec<String>, Failed> {
    let output = place.uberc(&["build", "--timings", "--message-format", "json"], &[])?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let line = text.lines().find(|line| line.contains("\"stages\"")).ok_or("no stages")?;
    let timings: Value = serde_json::from_str(line)?;
    let stages = timings["stages"].as_array().into_iter().flatten();
    Ok(stages.filter_map(|stage| stage["stage"].as_str().map(str::to_owned)).collect())
}

/// After an edit that changes no result, nothing is packed; after one that does, everything is as in a clean build.
fn comment() -> Result<(), Failed> {
    let place = Place::new()?;
    place.build(&[])?.succeeded()?;
    let (archive, written) = (place.archive()?, fs::metadata(place.file("shaders.fxo"))?.modified()?);
    let packs = |place: &Place| -> Result<bool, Failed> { Ok(stages(place)?.iter().any(|stage| stage == "pack")) };
    let unchanged = |place: &Place| -> Result<(), Failed> {
        assert_eq!(place.archive()?, archive);
        assert_eq!(fs::metadata(place.file("shaders.fxo"))?.modified()?, written);
        place.nothing_to_do(&[])
    };
    place.edit("two.fx", "return 2", "/* two */ return 2")?;
    assert!(!packs(&place)?, "a comment in one of two units");
    unchanged(&place)?;
    place.edit("two.fx", "/* two */ return 2", "return 2")?;
    let built = place.build(&[])?.succeeded()?;
    check(built.runs == 0 && built.rebuilt.is_empty(), "an earlier state is known", &built)?;
    unchanged(&place)?;
    place.edit("two.fx", "return 2", "// two\nreturn 2")?;
    let built = place.build(&[])?.succeeded()?;
    check(built.runs == 0 && built.rebuilt.len() == 1, "the unit is named", &built)?;
    unchanged(&place)?;
    // Results that change, and files that are read now and were not before.
    place.edit("two.fx", "return 2", "return 3")?;
    assert!(packs(&place)?, "another result");
    assert_ne!(place.archive()?, archive);
    place.write("include/more.fxh", "// nothing\n")?;
    place.edit("two.fx", "// two\nreturn 3", "\n#include \"more.fxh\"\nreturn 2")?;
    assert!(packs(&place)?, "another file");
    assert_eq!(place.archive()?, archive);
    // A warning has its new place, and a mistake is told with all others.
    place.edit("two.fx", "#include \"more.fxh\"", "#warning two")?;
    place.build(&[])?.succeeded()?;
    place.edit("two.fx", "#warning two", "\n\n#warning two")?;
    let said = |arguments: &[&str]| -> Result<Vec<String>, Failed> {
        let output = place.uberc(&["build", "--message-format", "short"], arguments)?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
        Ok(text.lines().filter(|line| line.contains("two.fx(")).map(str::to_owned).collect())
    };
    let found = said(&[])?;
    assert!(found.len() == 1 && found == said(&["--no-cache"])?, "{found:?}");
    place.edit("two.fx", "#warning two", "#error two")?;
    let built = place.build(&[])?;
    check(built.code == Some(1) && built.rebuilt.len() == 1, "a mistake", &built)?;
    let output = place.uberc(&["build", "--timings", "--message-format", "json"], &[])?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(text.contains("\"stage\":\"sidecar\",\"count\":1,"), "a unit with a mistake is built once: {text}");
    assert_eq!(place.archive()?, archive);
    place.edit("two.fx", "#error two", "#warning two")?;
    assert_eq!(said(&[])?, found);
    Ok(())
}

fn trace() -> Result<(), Failed> {
    let place = Place::new()?;
    place.build(&["--trace", "out/trace.json"])?.succeeded()?;
    let trace: Value = serde_json::from_slice(&fs::read(place.file("out/trace.json"))?)?;
    let events = trace["traceEvents"].as_array().ok_or("a list of events")?;
    let stages: std::collections::BTreeSet<&str> = events.iter().filter_map(|event| event["cat"].as_str()).collect();
    for stage in
        ["discover", "sidecar", "explore", "preprocess", "specialise", "compile", "compile/copy", "pack", "write"]
    {
        assert!(stages.contains(stage), "{stage} in {stages:?}");
    }
    for event in events.iter().filter(|event| event["ph"] == "X") {
        assert!(event["ts"].is_u64() && event["dur"].is_u64() && event["tid"].is_u64(), "{event}");
    }
    Ok(())
}

fn depfile() -> Result<(), Failed> {
    let place = Place::new()?;
    // make splits at spaces and comments at `#`; `$` begins a variable.
    place.write("include/odd $name #1.fxh", "#define ODD 1\n")?;
    place.edit("include/shared.fxh", "// Shared by all.", "#include \"odd $name #1.fxh\"")?;
    let arguments = ["--depfile", "deps/out.d", "--output", "out.fxo"];
    place.build(&arguments)?.succeeded()?;
    let text = fs::read_to_string(place.file("deps/out.d"))?;
    assert!(text.starts_with("out.fxo: "), "{text}");
    for name in ["uberc.toml", "one.fx", "one.fx.lua", "two.fx", "two.fx.lua", "include/shared.fxh", "lua/common.lua"] {
        assert!(text.contains(&format!("/{name} ")) || text.contains(&format!("/{name}\n")), "{name} in {text}");
    }
    assert!(text.contains("odd\\ $$name\\ \\#1.fxh"), "{text}");
    // With nothing to do it is the same.
    fs::remove_file(place.file("deps/out.d"))?;
    place.nothing_to_do(&arguments)?;
    assert_eq!(fs::read_to_string(place.file("deps/out.d"))?, text);
    // make understands it: what exists and is older than the archive gives nothing to do, a touched header does.
    if harness::find_program("make").is_none() {
        return Ok(());
    }
    place.write("Makefile", "-include deps/out.d\nout.fxo:\n\techo building\n")?;
    let make = || -> Result<String, Failed> {
        let output = Command::new("make").current_dir(place.root()).output()?;
        Ok(String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr))
    };
    set_modified(&place.file("out.fxo"), std::time::SystemTime::now() + std::time::Duration::from_secs(60))?;
    assert!(make()?.contains("is up to date"), "{}", make()?);
    let later = std::time::SystemTime::now() + std::time::Duration::from_secs(120);
    set_modified(&place.file("include/odd $name #1.fxh"), later)?;
    assert!(make()?.contains("building"), "{}", make()?);
    fs::remove_file(place.file("lua/common.lua"))?;
    assert!(make()?.contains("building"), "a file that is gone is no error: {}", make()?);
    Ok(())
}

/// The compiler itself edits a file that was read already: what is built is what was read, and the next build sees the rest.
fn changed_meanwhile() -> Result<(), Failed> {
    let place = Place::new()?;
    place.edit("tools/copy", "grep", "echo '// edited' >> \"${0%/*}/../include/shared.fxh\"\ngrep")?;
    place.build(&[])?.succeeded()?;
    place.edit("include/shared.fxh", "1, 0, 0", "0, 0, 1")?;
    let built = place.build(&[])?.succeeded()?;
    check(built.runs == 1 && built.changes().contains("file include/shared.fxh"), "the edit is seen", &built)
}

/// Another process has the index; this one builds all the same, and says so once.
fn locked() -> Result<(), Failed> {
    let place = Place::new()?;
    place.build(&["--no-cache"])?.succeeded()?;
    let good = place.archive()?;
    let (cache, _) = uberc::cache::Cache::open(&place.file(".uberc"), uberc::cache::CacheOptions::default());
    let built = place.build(&[])?.succeeded()?;
    check(built.text.contains("cache/index-locked"), "it is told", &built)?;
    place.nothing_to_do(&[])?;
    place.edit("two.fx", "return 2", "return 3")?;
    let built = place.build(&[])?.succeeded()?;
    check(built.runs == 1 && built.rebuilt.len() == 1, "records do not need the index", &built)?;
    drop(cache);
    place.edit("two.fx", "return 3", "return 2")?;
    place.build(&[])?.succeeded()?;
    assert_eq!(place.archive()?, good);
    Ok(())
}

/// As somebody else's folder is: everything in it is used, nothing in it changes.
fn read_only() -> Result<(), Failed> {
    let place = Place::new()?;
    place.build(&[])?.succeeded()?;
    let good = place.archive()?;
    // Rights do not bind the super-user; a file where a folder must be does.
    for kind in ["objects", "actions", "units", "builds", "parts", "index"] {
        let moved = fs::rename(place.file(".uberc").join(kind), place.file(".uberc").join(format!("{kind}.away")));
        // There is an index only where many files were read.
        assert!(moved.is_ok() || kind == "index", "{kind}: {moved:?}");
        fs::write(place.file(".uberc").join(kind), "")?;
    }
    let built = place.build(&[])?.succeeded()?;
    check(built.text.contains("cache/not-writable"), "it is told", &built)?;
    assert_eq!(place.archive()?, good);
    Ok(())
}

/// A limit on file sizes stands in for a full disk. What is stored already is still there afterwards.
fn full_disk() -> Result<(), Failed> {
    let place = Place::new()?;
    place.build(&[])?.succeeded()?;
    let good = place.archive()?;
    // Enough text that it does not fit below the limit.
    let filler: String = (0..3000).map(|number| format!("float filler_{number} = {number};\n")).collect();
    place.edit("two.fx", "{ return 2; }", &format!("{{ {filler} return 2; }}"))?;
    let full = |arguments: &str| -> Result<Output, Failed> {
        // Ignored here, the signal is ignored in the build, and its writes return errors. 1 block is 512 bytes.
        let script = format!("trap '' XFSZ; ulimit -f 24; exec \"$0\" build {arguments}");
        let program = env!("CARGO_BIN_EXE_uberc");
        Ok(Command::new("sh").args(["-c", &script, program]).current_dir(place.root()).output()?)
    };
    let output = full("")?;
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(3), "{said}");
    assert!(said.contains("too large") || said.contains("disk-full") || said.contains("large"), "{said}");
    assert_eq!(place.archive()?, good, "the last good archive stays");
    // With room again, what was stored is there, and the rest is built.
    let built = place.build(&[])?.succeeded()?;
    check(built.runs <= 1, "nothing that was stored is lost", &built)?;
    place.build(&["--no-cache", "--output", "clean.fxo"])?.succeeded()?;
    assert_eq!(fs::read(place.file("clean.fxo"))?, place.archive()?);
    Ok(())
}

/// One compiler fails for lack of something: it is told once, without a place, and the build is not the sources' fault.
fn shortage() -> Result<(), Failed> {
    let place = Place::new()?;
    place.build(&[])?.succeeded()?;
    let good = place.archive()?;
    for (said, code) in [("No space left on device", "compile/no-room"), ("std::bad_alloc", "compile/no-memory")] {
        place.edit("tools/copy", "grep", &format!("echo '{said}' >&2; exit 1\ngrep"))?;
        place.edit("include/shared.fxh", "1, 0, 0", "0, 1, 0")?;
        for arguments in [&[][..], &["--no-cache"]] {
            let built = place.build(arguments)?;
            check(built.code == Some(3), "an environment failure", &built)?;
            check(built.text.matches(&format!("\"{code}\"")).count() == 1, "told once", &built)?;
            assert_eq!(place.archive()?, good, "the last good archive stays");
        }
        place.edit("tools/copy", &format!("echo '{said}' >&2; exit 1\ngrep"), "grep")?;
        place.edit("include/shared.fxh", "0, 1, 0", "1, 0, 0")?;
        place.build(&[])?.succeeded()?;
        assert_eq!(place.archive()?, good);
    }
    Ok(())
}

/// glslang writes an empty file to a full disk, says nothing and exits with 0.
fn full_temporary_folder() -> Result<(), Failed> {
    let place = Place::new()?;
    place.edit(
        "uberc.toml",
        "[compiler.copy]",
        "[target.spirv]\ncompilers = [\"glslangValidator\"]\n\n[compiler.copy]",
    )?;
    fs::create_dir(place.file("tmp"))?;
    // A block is left: the input takes it.
    let script = "mount -t tmpfs -o size=64k tmpfs tmp && head -c 61440 /dev/zero > tmp/filler \
                  && TMPDIR=$PWD/tmp exec \"$0\" build --target spirv --no-cache --jobs 1 --message-format json";
    let mut command = Command::new("unshare");
    command.args(["--map-root-user", "--mount", "sh", "-c", script, env!("CARGO_BIN_EXE_uberc")]);
    let output = command.current_dir(place.root()).output()?;
    let said = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(3), "{said}");
    assert!(said.contains("\"compile/no-room\"") && !place.file("shaders.fxo").exists(), "{said}");
    // With room, the same build succeeds.
    place.build(&["--target", "spirv", "--no-cache"])?.succeeded()?;
    Ok(())
}

fn size() -> Result<(), Failed> {
    let place = Place::new()?;
    place.edit("uberc.toml", "[defines]", "[cache]\nsize = \"1MiB\"\n[defines]")?;
    let bytes = || -> Result<u64, Failed> {
        let output = place.uberc(&["cache", "stats", "--message-format", "json"], &[])?;
        let stats: Value = serde_json::from_slice(&output.stdout)?;
        Ok(stats["object_bytes"].as_u64().unwrap_or(u64::MAX) + stats["action_bytes"].as_u64().unwrap_or(u64::MAX))
    };
    for round in 0..6 {
        let filler: String = (0..20_000).map(|number| format!("float f{round}_{number} = {number};\n")).collect();
        place.write("two.fx", &format!("[numthreads(1, 1, 1)] void MainCS() {{ {filler} }}\n"))?;
        place.build(&[])?.succeeded()?;
        assert!(bytes()? <= 1 << 20, "round {round}: {} bytes", bytes()?);
    }
    // The last round's results are the most recent ones: they are there.
    fs::remove_file(place.file("shaders.fxo"))?;
    let built = place.build(&[])?.succeeded()?;
    check(built.runs == 0, "the least recently used went first", &built)
}

fn commands() -> Result<(), Failed> {
    let place = Place::new()?;
    let none = place.uberc(&["cache", "stats"], &[])?;
    assert_eq!(none.status.code(), Some(3), "there is no cache yet");
    place.build(&[])?.succeeded()?;
    place.edit("include/shared.fxh", "1, 0, 0", "0, 0, 1")?;
    place.build(&[])?.succeeded()?;
    let json = |arguments: &[&str]| -> Result<(Option<i32>, Value), Failed> {
        let output = place.uberc(&["cache", "--message-format", "json"], arguments)?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let last = text.lines().last().ok_or("a line")?;
        Ok((output.status.code(), serde_json::from_str(last)?))
    };
    let (code, stats) = json(&["stats"])?;
    assert_eq!((code, &stats["units"], &stats["last_build"]["compiled"]), (Some(0), &2.into(), &1.into()), "{stats}");
    let (_, why) = json(&["why", "one.fx"])?;
    assert_eq!(why["changes"][0]["field"], "file include/shared.fxh", "{why}");
    assert_eq!((&why["compiled"], &why["cached"]), (&1.into(), &2.into()));
    let (code, _) = json(&["why", "won.fx"])?;
    assert_eq!(code, Some(2));
    let (code, report) = json(&["verify"])?;
    assert_eq!((code, &report["report"]["corrupt"]), (Some(0), &serde_json::json!([])));
    let (object, _) = listing(&place.file(".uberc/objects"))?.pop().ok_or("an object")?;
    fs::write(&object, "rubbish")?;
    let (code, report) = json(&["verify", "--keep"])?;
    assert!(code == Some(3) && object.exists(), "{report}");
    let (code, report) = json(&["verify"])?;
    assert!(code == Some(3) && !object.exists(), "{report}");
    let (code, report) = json(&["gc", "--size", "0"])?;
    assert_eq!((code, &report["report"]["kept_bytes"]), (Some(0), &0.into()), "{report}");
    assert!(listing(&place.file(".uberc/objects"))?.is_empty() && listing(&place.file(".uberc/units"))?.is_empty());
    // All of it gone, the archive is still what it was; and it can be built from nothing.
    place.nothing_to_do(&[])?;
    fs::remove_file(place.file("shaders.fxo"))?;
    let built = place.build(&[])?.succeeded()?;
    check(built.runs == 4, "all anew", &built)
}

/// A source without a sidecar is no unit, and an error all the same.
fn error_beside() -> Result<(), Failed> {
    let place = Place::new()?;
    place.build(&[])?.succeeded()?;
    place.write("alone.fx", "float4 MainPS() : SV_Target { return 0; }\n")?;
    for _ in 0..2 {
        let built = place.build(&[])?;
        check(built.code == Some(1) && built.text.contains("discover/no-sidecar"), "an error each time", &built)?;
    }
    fs::remove_file(place.file("alone.fx"))?;
    place.nothing_to_do(&[])
}
