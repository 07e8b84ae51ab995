//! Builds beside broken memory, failures, and other programs that read what a build writes.

use super::*;

pub(super) fn trials() -> Vec<Trial> {
    [
        ("nothing_to_do_runs_nothing_and_writes_nothing", nothing as fn() -> Result<(), Failed>),
        ("a_failed_unit_costs_no_other", failed_unit),
        ("damaged_memory_is_built_anew", damaged),
        ("two_builds_at_once_agree", two_at_once),
        ("warnings_are_said_again", warnings),
        ("a_trace_opens_as_json", trace),
        ("a_depfile_names_every_input", depfile),
        ("a_file_changed_while_building_is_seen_by_the_next", changed_meanwhile),
    ]
    .into_iter()
    .map(|(name, run)| Trial::test(format!("incremental::{name}"), run))
    .collect()
}

fn listing(folder: &Path) -> Result<Vec<(PathBuf, std::time::SystemTime)>, Failed> {
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
    for kind in ["units", "builds", "programs", "actions", "objects", "index"] {
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
