//! Changes that `uberc watch` does not see directly: files under other names, files that cannot be read, replaced compilers and
//! archives, files that change and change back.

use std::os::unix::fs::symlink;
use std::time::Duration;

use super::watching::Watching;
use super::*;

pub fn trials() -> Vec<Trial> {
    [
        ("watch_hears_of_folders_that_were_made_again", made_again as fn() -> Result<(), Failed>),
        ("watch_hears_of_folders_under_each_of_their_names", names),
        ("watch_notices_what_no_event_tells_of", looked_for),
        ("watch_tells_that_a_mistake_is_mended_though_nothing_was_built", mended),
        ("watch_notices_another_compiler", compiler),
        ("a_script_that_runs_a_compiler_is_asked_for_its_version_again", script),
        ("watch_makes_a_lost_or_damaged_archive_again", archive),
        ("watch_tries_again_when_the_archive_can_be_written", blocked),
        ("watch_tells_once_of_a_cache_that_cannot_be_written", cache),
        ("an_archive_that_is_a_link_to_nothing_is_made_where_it_leads", link),
        ("files_that_could_not_be_read_are_inputs", unreadable),
        ("a_file_that_changes_and_changes_back_in_one_build_is_seen_by_the_next", there_and_back),
        ("a_warning_that_points_into_the_project_file_keeps_its_place", places),
        ("the_lock_of_an_editor_is_no_mistake", lock),
    ]
    .into_iter()
    .map(|(name, run)| harness::trial(format!("incremental::{name}"), run))
    .collect()
}

/// An event of a save begins the build, not the check every two seconds. The check can come first by chance, so one of several saves
/// must be noticed by its event.
fn heard(
    watching: &Watching,
    place: &Place,
    what: &str,
    mut save: impl FnMut(usize) -> Result<(), Failed>,
) -> Result<(), Failed> {
    for number in 100..105 {
        save(number)?;
        if watching.until("success", place)?.watched["latency_ms"].is_f64() {
            return Ok(());
        }
    }
    Err(format!("{what}: no event was heard").into())
}

fn shade(number: usize) -> String {
    format!("float4 shade() {{ return {number}; }}\n")
}

/// File systems give the number of a folder that is gone to the next one.
fn made_again() -> Result<(), Failed> {
    let place = Place::new()?;
    let watching = Watching::start(&place)?;
    watching.until("success", &place)?;
    for number in [2, 4, 6] {
        fs::remove_dir_all(place.file("include"))?;
        place.write("include/shared.fxh", &shade(number))?;
        watching.until("success", &place)?;
        heard(&watching, &place, "a header in a folder that was made again", |again| {
            place.write("include/shared.fxh", &shade(number * again))
        })?;
    }
    Ok(())
}

/// Links inside of the project, folders outside, and a folder of headers below the cache's.
fn names() -> Result<(), Failed> {
    let place = Place::new()?;
    fs::rename(place.file("include"), place.file("real"))?;
    symlink("real", place.file("include"))?;
    let outside = place.folder.path().join("outside");
    fs::create_dir(&outside)?;
    fs::write(outside.join("outer.fxh"), "#define OUTER 1\n")?;
    place.write("out/made/made.fxh", "#define MADE 1\n")?;
    place.edit("uberc.toml", "\"include\"]", "\"include\", \"../outside\", \"out/made\"]")?;
    place.edit("uberc.toml", "[defines]", "[cache]\ndir = \"out\"\n[defines]")?;
    place.edit("two.fx", "float4", "#include \"outer.fxh\"\n#include \"made.fxh\"\nfloat4")?;
    place.edit("two.fx", "return 2", "return OUTER + MADE")?;
    let watching = Watching::start(&place)?;
    watching.until("success", &place)?;
    let header = |name: &'static str, first: usize| {
        let place = &place;
        move |number| place.write(name, &shade(first + number))
    };
    heard(&watching, &place, "a folder with two names", header("include/shared.fxh", 1000))?;
    heard(&watching, &place, "a folder with two names, by the other", header("real/shared.fxh", 2000))?;
    heard(&watching, &place, "a folder outside", |number| {
        Ok(fs::write(outside.join("outer.fxh"), format!("#define OUTER {number}\n"))?)
    })?;
    heard(&watching, &place, "a folder below the cache's", |number| {
        place.write("out/made/made.fxh", &format!("#define MADE {number}\n"))
    })?;
    // Another folder takes the name.
    place.write("other/shared.fxh", &shade(5))?;
    symlink("other", place.file("link"))?;
    fs::rename(place.file("link"), place.file("include"))?;
    watching.until("success", &place)?;
    heard(&watching, &place, "the folder that a link leads to now", header("include/shared.fxh", 3000))
}

/// A file elsewhere, of which no event can tell: all that is known of it is what a look finds.
fn elsewhere(place: &Place, name: &str) -> Result<PathBuf, Failed> {
    let path = place.folder.path().join("elsewhere");
    fs::rename(place.file(name), &path)?;
    symlink(&path, place.file(name))?;
    Ok(path)
}

fn looked_for() -> Result<(), Failed> {
    for (name, texts) in [
        // Mistakes of every kind: after each, the file is an input still.
        ("lua/common.lua", [&b"return { order = \n"[..], b"return \"\0\"", b"return \"\xff\"", b"error(\"so\")\n"]),
        ("two.fx.lua", [b"local = 3", b"--\0", b"--\xff", b"error(\"so\")\n"]),
    ] {
        let place = Place::new()?;
        let path = elsewhere(&place, name)?;
        let good = fs::read_to_string(&path)?;
        let watching = Watching::start(&place)?;
        watching.until("success", &place)?;
        for (number, wrong) in texts.into_iter().enumerate() {
            fs::write(&path, wrong)?;
            let round = watching.until("source_errors", &place)?;
            assert!(!round.said.is_empty(), "{round:?}");
            // Another text each time, so that something is built.
            fs::write(
                &path,
                good.replace("return technique", &format!("technique.Metadata = {{ n = {number} }}\nreturn technique"))
                    .replace("order = 1", &format!("order = {}", number + 2)),
            )?;
            let round = watching.until("success", &place)?;
            assert!(round.said.is_empty(), "{round:?}");
        }
    }
    Ok(())
}

/// The last that is told of a mistake is that it is gone, also where the result was there all the time.
fn mended() -> Result<(), Failed> {
    let place = Place::new()?;
    let path = elsewhere(&place, "two.fx.lua")?;
    let good = fs::read_to_string(&path)?;
    let watching = Watching::start(&place)?;
    watching.until("success", &place)?;
    fs::write(&path, "local = 3")?;
    watching.until("source_errors", &place)?;
    fs::write(&path, good)?;
    let round = watching.until("success", &place)?;
    assert!(round.rebuilt.is_empty() && round.said.is_empty(), "{round:?}");
    Ok(())
}

fn compiler() -> Result<(), Failed> {
    let place = Place::new()?;
    let watching = Watching::start(&place)?;
    watching.until("success", &place)?;
    place.edit("tools/copy", "version 1", "version 2")?;
    let round = watching.until("success", &place)?;
    assert_eq!(round.rebuilt.len(), 2, "{round:?}");
    // One that is not there, and then is.
    place.edit("uberc.toml", "\"tools/copy\"", "\"uberc-copy-of-a-test\"")?;
    let round = watching.until("environment", &place)?;
    assert_eq!(round.said[0]["code"], "compile/missing-compiler", "{round:?}");
    place.edit("uberc.toml", "\"uberc-copy-of-a-test\"", "\"tools/copy\"")?;
    watching.until("success", &place)?;
    Ok(())
}

/// The script stays the same when the compiler behind it is another one.
fn script() -> Result<(), Failed> {
    let place = Place::new()?;
    place.edit("uberc.toml", "targets = [\"dx11\"]", "targets = [\"dxil\"]\ntarget.dxil.compilers = [\"dxc\"]")?;
    let own = "[compiler.dxc]\nprogram = \"tools/dxc\"\nargs = [\"{input}\", \"{output}\"]\n[compiler.copy]";
    place.edit("uberc.toml", "[compiler.copy]", own)?;
    place.write(
        "tools/dxc",
        "#!/bin/sh\n[ \"$1\" = --version ] && exec cat \"${0%/*}/real\"\ncat \"${0%/*}/real\" \"$1\" > \"$2\"\n",
    )?;
    fs::set_permissions(place.file("tools/dxc"), fs::metadata(place.file("tools/copy"))?.permissions())?;
    place.write("tools/real", "compiler 1.0\n")?;
    place.build(&[])?.succeeded()?;
    // Until what is known of the script is remembered by its stat.
    std::thread::sleep(Duration::from_millis(2100));
    place.nothing_to_do(&[])?;
    let first = place.archive()?;
    place.write("tools/real", "compiler 2.0\n")?;
    let built = place.build(&[])?.succeeded()?;
    check(built.rebuilt.len() == 2 && place.archive()? != first, "another compiler", &built)
}

fn archive() -> Result<(), Failed> {
    let place = Place::new()?;
    let watching = Watching::start(&place)?;
    watching.until("success", &place)?;
    let good = place.archive()?;
    let mut begin = good.clone();
    begin[..8].fill(0);
    let mut end = good.clone();
    let last = end.len() - 1;
    end[last] ^= 1;
    for damaged in [None, Some(begin), Some(end), Some(good[..good.len() / 2].to_vec()), Some(Vec::new())] {
        match damaged {
            None => fs::remove_file(place.file("shaders.fxo"))?,
            Some(bytes) => fs::write(place.file("shaders.fxo"), bytes)?,
        }
        let round = watching.until("success", &place)?;
        assert!(round.rebuilt.is_empty() && place.archive()? == good, "{round:?}");
    }
    // Somebody's own build with other settings is none of that: it stays until the next save.
    place.build(&["--debug-info"])?.succeeded()?;
    let own = place.archive()?;
    std::thread::sleep(Duration::from_millis(2500));
    assert!(own == place.archive()? && own != good);
    place.edit("two.fx", "return 2", "return 3")?;
    watching.until("success", &place)?;
    Ok(())
}

/// Where a folder stands in its place, the archive cannot be written; that is no save's business.
fn blocked() -> Result<(), Failed> {
    let place = Place::new()?;
    let watching = Watching::start(&place)?;
    watching.until("success", &place)?;
    fs::remove_file(place.file("shaders.fxo"))?;
    fs::create_dir(place.file("shaders.fxo"))?;
    place.edit("two.fx", "return 2", "return 3")?;
    let round = watching.until("environment", &place)?;
    assert_eq!(round.said[0]["code"], "pack/write");
    // It is reported once, however often it is tried.
    std::thread::sleep(Duration::from_millis(4500));
    fs::remove_dir(place.file("shaders.fxo"))?;
    let round = watching.next()?;
    assert!(round.watched["ending"] == "success" && round.said.is_empty(), "{round:?}");
    assert!(uberc::pack::verify_digest(&place.archive()?));
    Ok(())
}

fn cache() -> Result<(), Failed> {
    let place = Place::new()?;
    fs::write(place.file(".uberc"), "in the way")?;
    let watching = Watching::start(&place)?;
    let first = watching.until("success", &place)?;
    assert!(first.said.is_empty());
    place.edit("two.fx", "return 2", "return 3")?;
    // It is reported after the build.
    let second = watching.until("success", &place)?;
    let codes: Vec<&Value> = second.said.iter().map(|said| &said["code"]).collect();
    assert_eq!(codes, ["cache/not-writable"]);
    place.edit("two.fx", "return 3", "return 4")?;
    assert!(watching.until("success", &place)?.said.is_empty());
    Ok(())
}

fn link() -> Result<(), Failed> {
    let place = Place::new()?;
    let game = place.folder.path().join("game");
    fs::create_dir(&game)?;
    symlink("../game/link.fxo", place.file("shaders.fxo"))?;
    symlink("real.fxo", game.join("link.fxo"))?;
    for _ in 0..2 {
        place.build(&[])?.succeeded()?;
        assert!(fs::symlink_metadata(place.file("shaders.fxo"))?.is_symlink(), "it is a link still");
        assert!(fs::symlink_metadata(game.join("link.fxo"))?.is_symlink(), "so is the next");
        assert!(fs::read(game.join("real.fxo"))? == place.archive()?);
        fs::remove_file(game.join("real.fxo"))?;
    }
    // A circle leads nowhere.
    symlink("circle.fxo", place.file("circle.fxo"))?;
    place.build(&["--output", "circle.fxo"])?.succeeded()?;
    assert!(uberc::pack::verify_digest(&fs::read(place.file("circle.fxo"))?));
    Ok(())
}

/// `__has_include` and a `require` that is tried take what cannot be read for missing: when it can be, it is another answer.
fn unreadable() -> Result<(), Failed> {
    let place = Place::new()?;
    // A circle of links cannot be read by anybody.
    symlink("extra.fxh", place.file("include/extra.fxh"))?;
    place.write(
        "one.fx.lua",
        &fs::read_to_string(place.file("one.fx.lua"))?
            .replace("require(\"common\")", "{ order = select(2, pcall(require, \"tried\")).order or 0 }")
            .replace("select(2, pcall(require, \"tried\")).order or 0", "tried()")
            .replace("local common", "local function tried()\nlocal ok, found = pcall(require, \"tried\")\nreturn ok and found.order or 0\nend\nlocal common"),
    )?;
    fs::write(place.file("lua/tried.lua"), b"return { order = \"\xff\" }\n")?;
    place.build(&[])?.succeeded()?;
    let first = place.archive()?;
    fs::remove_file(place.file("include/extra.fxh"))?;
    place.write("include/extra.fxh", "#define EXTRA 9\n")?;
    place.build(&[])?.succeeded()?;
    let second = place.archive()?;
    place.write("lua/tried.lua", "return { order = 5 }\n")?;
    place.build(&[])?.succeeded()?;
    let third = place.archive()?;
    assert!(first != second && second != third, "each change counts");
    place.build(&["--no-cache", "--output", "clean.fxo"])?.succeeded()?;
    assert!(fs::read(place.file("clean.fxo"))? == third);
    Ok(())
}

/// While a build runs, its compiler writes a header that both units of a first batch and of a second include, and writes it back:
/// a unit of the second batch was taken as it was, another was made of the header's other state.
fn there_and_back() -> Result<(), Failed> {
    let place = Place::new()?;
    let sidecar = fs::read_to_string(place.file("two.fx.lua"))?;
    let unit = |number: usize, include: &str, text: &str| {
        place.write(&format!("many/u{number:03}.fx.lua"), &sidecar.replace("Two", &format!("U{number}")))?;
        let body = format!("[numthreads(1, 1, 1)] void MainCS() {{ {text}; }}\n");
        place.write(&format!("many/u{number:03}.fx"), &format!("{include}{body}"))
    };
    let include = "#include \"shared.fxh\"\n";
    for number in 0..128 {
        unit(number, "", &format!("{number}"))?;
    }
    for number in 128..130 {
        unit(number, include, &format!("shade() + {number}"))?;
    }
    let commands = "grep -q THERE \"$1\" && echo 'float4 shade() { return 7; }' > \"${0%/*}/../include/shared.fxh\"\n\
                    grep -q BACK \"$1\" && cp \"${0%/*}/shared\" \"${0%/*}/../include/shared.fxh\"\n\
                    grep -q BROKEN";
    place.edit("tools/copy", "grep -q BROKEN", commands)?;
    fs::copy(place.file("include/shared.fxh"), place.file("tools/shared"))?;
    place.build(&[])?.succeeded()?;
    // The batches are of 128 units. The first has none that reads the header: a file is read once a build. All of its units change,
    // because units that have not changed are in no batch at first.
    for number in 0..128 {
        unit(number, "", if number == 5 { "THERE" } else { "HERE" })?;
    }
    unit(128, include, "shade() + BACK")?;
    place.build(&[])?.succeeded()?;
    let first = place.archive()?;
    place.build(&[])?.succeeded()?;
    let second = place.archive()?;
    assert!(first != second, "the second batch has read the header as it was in between");
    place.edit("tools/copy", "THERE", "ELSEWHERE")?;
    place.edit("tools/copy", "BACK", "FORTH")?;
    place.build(&["--no-cache", "--output", "clean.fxo"])?.succeeded()?;
    assert!(fs::read(place.file("clean.fxo"))? == second, "the archive is that of the files as they are");
    Ok(())
}

/// A unit is kept with its warnings; one of a macro of `uberc.toml` leads there.
fn places() -> Result<(), Failed> {
    let place = Place::new()?;
    place.edit(
        "uberc.toml",
        "targets = [\"dx11\"]",
        "targets = [\"spirv\"]\ntarget.spirv.compilers = [\"embedded\"]",
    )?;
    place.edit("uberc.toml", "[defines]", "[defines]\nFOUR = \"float4(1, 2, 3, 4)\"")?;
    let text = "RWStructuredBuffer<float2> r;\n[numthreads(1, 1, 1)] void MainCS() { float2 v = FOUR; r[0] = v; }\n";
    place.write("two.fx", text)?;
    let said = |options: &[&str]| -> Result<Vec<Value>, Failed> {
        let text = place.build(options)?.succeeded()?.text;
        let lines: Vec<Value> = text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
        Ok(lines.into_iter().filter(|line| line["reason"] == "diagnostic").collect())
    };
    let mut lines = Vec::new();
    for comment in ["", "# One.\n", "# Two.\n# Three.\n"] {
        let settings = fs::read_to_string(place.file("uberc.toml"))?;
        place.write("uberc.toml", &format!("{comment}{settings}"))?;
        let clean = said(&["--no-cache", "--output", "clean.fxo"])?;
        // Built, and then with nothing to do.
        assert_eq!([said(&[])?, said(&[])?], [clean.clone(), clean.clone()]);
        assert_eq!(clean[0]["trail"][0]["file"], "uberc.toml");
        lines.push(clean[0]["trail"][0]["line"].clone());
    }
    assert!(lines[0] != lines[1] && lines[1] != lines[2], "{lines:?}");
    Ok(())
}

/// Emacs marks a file with a link to nothing while somebody edits it.
fn lock() -> Result<(), Failed> {
    let place = Place::new()?;
    symlink("somebody@somewhere.1234:5678", place.file(".#two.fx"))?;
    let built = place.build(&[])?.succeeded()?;
    check(!built.text.contains("dangling"), "nothing is said of the link", &built)?;
    Ok(())
}
