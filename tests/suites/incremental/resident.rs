//! The state that `uberc watch` keeps in memory, and each kind of change after which it must not be used.

use super::watching::{Round, Watching};
use super::*;

pub fn trials() -> Vec<Trial> {
    [
        ("watch_answers_each_change_as_a_clean_build_does", changes as fn() -> Result<(), Failed>),
        ("watch_comes_to_rest_at_the_last_of_many_saves", many),
        ("a_watch_that_is_killed_leaves_a_whole_archive", killed),
        ("an_archive_that_never_reached_the_disk_is_written_again", torn),
    ]
    .into_iter()
    .map(|(name, run)| harness::trial(format!("incremental::{name}"), run))
    .collect()
}

const SIDECAR: &str = "local common = require(\"common\")\n\
                       local one = Shader(\"One\")\n\
                       one.Branches = { \"g_bLit\" }\n\
                       one.Metadata = { lights = tonumber(cpp.kLIGHTS) }\n\
                       function one.Specialize(permutation)\n\
                       \tlocal technique = Technique()\n\
                       \ttechnique.VertexShader, technique.PixelShader = \"MainVS\", \"MainPS\"\n\
                       \ttechnique.Metadata = { order = common.order }\n\
                       \treturn technique, permutation\n\
                       end\n";

const TWO: &str = "RWStructuredBuffer<float> r : register(u0);\n[numthreads(1, 1, 1)] void MainCS() { r[0] = 2; }\n";

/// The project with the embedded compiler, bindings that follow from all declarations, a macro that a sidecar reads, and a module that requires another.
pub fn project() -> Result<Place, Failed> {
    let place = Place::new()?;
    let chain = "targets = [\"spirv\"]\ntarget.spirv = { compilers = [\"embedded\"], bindings = \"dense\" }";
    place.edit("uberc.toml", "targets = [\"dx11\"]", chain)?;
    place.write("one.fx.lua", SIDECAR)?;
    place.write("include/limits.fxh", "#define kLIGHTS 4\n")?;
    place.edit("one.fx", "#include \"shared.fxh\"", "#include \"shared.fxh\"\n#include \"limits.fxh\"")?;
    place.write("lua/common.lua", "return { order = require(\"deeper\").order }\n")?;
    place.write("lua/deeper.lua", "return { order = 1 }\n")?;
    place.write("two.fx", TWO)?;
    Ok(place)
}

/// What is expected of a change.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Archive {
    Changes,
    Stays,
    /// There is an error, and so it stays.
    Refused,
}

struct Session {
    place: Place,
    watching: Watching,
}

impl Session {
    /// After this, the archive and the messages are those of a build that knows nothing. Whether the sidecar of `One` ran.
    fn after(
        &self,
        what: &str,
        expected: Archive,
        change: impl FnOnce(&Place) -> Result<(), Failed>,
    ) -> Result<bool, Failed> {
        let before = self.place.archive()?;
        change(&self.place)?;
        let ending = if expected == Archive::Refused { "source_errors" } else { "success" };
        let round: Round = self.watching.until(ending, &self.place).map_err(|error| format!("{what}: {error:?}"))?;
        let clean = ["build", "--no-cache", "--output", "clean.fxo", "--message-format", "json"];
        let output = self.place.uberc(&clean, &[])?;
        let lines = String::from_utf8_lossy(&output.stdout).into_owned();
        let lines: Vec<Value> = lines.lines().map(serde_json::from_str).collect::<Result<_, _>>()?;
        let said: Vec<Value> = lines.into_iter().filter(|line| line["reason"] == "diagnostic").collect();
        assert_eq!(round.said, said, "{what}");
        assert_eq!(self.place.archive()? == before, expected != Archive::Changes, "{what}");
        Ok(round.stages.iter().any(|stage| stage == "explore"))
    }

    /// The same, there and back again.
    fn and_back(&self, what: &str, expected: Archive, name: &str, text: &str) -> Result<bool, Failed> {
        let before = fs::read_to_string(self.place.file(name)).ok();
        let good = self.place.archive()?;
        let ran = self.after(what, expected, |place| place.write(name, text))?;
        let back = if expected == Archive::Refused { Archive::Stays } else { expected };
        self.after(&format!("{what}, undone"), back, |place| match before {
            Some(before) => place.write(name, &before),
            None => Ok(fs::remove_file(place.file(name))?),
        })?;
        assert!(self.place.archive()? == good, "{what}: undone is as before");
        Ok(ran)
    }
}

fn changes() -> Result<(), Failed> {
    let place = project()?;
    let watching = Watching::start(&place)?;
    watching.until("success", &place)?;
    let session = Session { place, watching };
    use Archive::{Changes, Refused, Stays};

    // What no sidecar reads runs none.
    let ran = session.and_back("a header", Changes, "include/shared.fxh", "float4 shade() { return 0.5; }\n")?;
    assert!(!ran, "a function's text is nothing to a sidecar");
    let commented = "// Said otherwise.\nfloat4 shade() { return float4(1, 0, 0, 1); }\n";
    assert!(!session.and_back("a comment in a header", Stays, "include/shared.fxh", commented)?);
    let moved = "// Above.\n\n#define kLIGHTS 4\n";
    assert!(!session.and_back("a macro on another line", Stays, "include/limits.fxh", moved)?);

    // What one reads does.
    for (what, name, text) in [
        ("a macro that the sidecar reads", "include/limits.fxh", "#define kLIGHTS 8\n".to_owned()),
        (
            "a macro that comes to another value",
            "include/limits.fxh",
            "#define FOUR 5\n#define kLIGHTS FOUR\n".to_owned(),
        ),
        ("the sidecar", "one.fx.lua", SIDECAR.replace("tonumber(cpp.kLIGHTS)", "77")),
        ("a module", "lua/common.lua", "return { order = 2 }\n".to_owned()),
        ("a module of a module", "lua/deeper.lua", "return { order = 3 }\n".to_owned()),
        ("a module that stands nearer", "nearer/common.lua", "return { order = 4 }\n".to_owned()),
    ] {
        assert!(session.and_back(what, Changes, name, &text)?, "{what}: the sidecar has to run");
    }

    // Which files are read, and with which settings.
    let shadow = "float4 shade() { return 0.25; }\n";
    session.and_back("a header that stands nearer", Changes, "nearer/shared.fxh", shadow)?;
    session.and_back("a header that was looked for", Changes, "include/extra.fxh", "#define EXTRA 1\n")?;
    let settings = fs::read_to_string(session.place.file("uberc.toml"))?;
    for (what, text, expected) in [
        ("a define of the project", settings.replace("PROJECT = 1", "PROJECT = 3"), Changes),
        ("a limit", format!("{settings}\n[limits]\ntechniques = 1\n"), Refused),
        ("a search path of modules", settings.replace("\"nearer\", \"lua\"", "\"nearer\""), Refused),
        ("a search path of headers", settings.replace("\"nearer\", \"include\"", "\"nearer\""), Refused),
    ] {
        session.and_back(what, expected, "uberc.toml", &text)?;
    }

    // The variant has the same tokens, and another binding.
    let beside = format!("Texture2D<float4> t : register(t0);\n{TWO}");
    session.and_back("a declaration beside a variant", Changes, "two.fx", &beside)?;

    session.and_back("a macro that is gone", Refused, "include/limits.fxh", "// Nothing.\n")?;
    session.and_back("a macro that is a function now", Refused, "include/limits.fxh", "#define kLIGHTS() 4\n")?;

    // Mistakes, and what prints or warns, are told again whatever else is edited.
    session.and_back("a mistake in the sidecar", Refused, "one.fx.lua", &SIDECAR.replace("Shader(", "Shadow("))?;
    session.and_back("a mistake in a module", Refused, "lua/deeper.lua", "return { order = \n")?;
    session.and_back("a mistake in a header", Refused, "include/shared.fxh", "float4 shade() { return missing; }\n")?;
    session.after("a sidecar that prints", Stays, |place| {
        place.write("one.fx.lua", &format!("print(\"loaded with\", cpp.kLIGHTS)\n{SIDECAR}"))
    })?;
    session.and_back("a header beside a sidecar that prints", Changes, "include/shared.fxh", shadow)?;
    session.after("a sidecar that is silent again", Stays, |place| place.write("one.fx.lua", SIDECAR))?;

    // A header that goes and comes back.
    let text = fs::read_to_string(session.place.file("include/shared.fxh"))?;
    session.after("a header that is gone", Refused, |place| Ok(fs::remove_file(place.file("include/shared.fxh"))?))?;
    session.after("a header that is back", Stays, |place| place.write("include/shared.fxh", &text))?;
    session.and_back("the header after that", Changes, "include/shared.fxh", shadow)?;
    Ok(())
}

/// Files closed one after the other, faster than a build: each may be the first one's end and the next one's beginning.
fn many() -> Result<(), Failed> {
    let place = project()?;
    let watching = Watching::start(&place)?;
    watching.until("success", &place)?;
    for pause in [0, 1, 5, 20, 60] {
        for number in 0..6 {
            place.write("include/shared.fxh", &format!("float4 shade() {{ return {number}.{pause}; }}\n"))?;
            place.write("include/limits.fxh", &format!("#define kLIGHTS {number}\n"))?;
            std::thread::sleep(std::time::Duration::from_millis(pause));
            place.write("lua/deeper.lua", &format!("return {{ order = {number}{pause} }}\n"))?;
        }
        watching.until("success", &place)?;
    }
    Ok(())
}

/// Killed at moments spread over a rebuild: the archive is the old one or the new one, and a build goes on from there.
fn killed() -> Result<(), Failed> {
    let place = project()?;
    for pause in (0..16).map(|step| step * 8) {
        let watching = Watching::start(&place)?;
        watching.until("success", &place)?;
        let before = place.archive()?;
        place.write("include/shared.fxh", &format!("float4 shade() {{ return {pause}.5; }}\n"))?;
        std::thread::sleep(std::time::Duration::from_millis(pause));
        drop(watching);
        let left = place.archive()?;
        assert!(uberc::pack::verify_digest(&left), "after {pause} ms");
        place.build(&["--no-cache", "--output", "clean.fxo"])?.succeeded()?;
        let clean = fs::read(place.file("clean.fxo"))?;
        assert!(left == before || left == clean, "after {pause} ms");
        place.build(&[])?.succeeded()?;
        assert_eq!(place.archive()?, clean, "after {pause} ms");
    }
    Ok(())
}

/// What a power cut can leave of an archive that readers saw before it was on the disk: its name, and anything behind it. The
/// record of the build is written afterwards, so that it is the one of the build before.
fn torn() -> Result<(), Failed> {
    let place = project()?;
    let records = place.file(".uberc/builds");
    let watching = Watching::start(&place)?;
    watching.until("success", &place)?;
    let kept = place.folder.path().join("records");
    harness::copy_tree(&records, &kept)?;
    place.write("include/shared.fxh", "float4 shade() { return 0.75; }\n")?;
    watching.until("success", &place)?;
    drop(watching);
    let whole = place.archive()?;
    let mut half = whole.clone();
    half[whole.len() / 2..].fill(0);
    for torn in [Vec::new(), vec![0; whole.len()], whole[..whole.len() / 2].to_vec(), half] {
        assert!(!uberc::pack::verify_digest(&torn), "a reader can tell");
        fs::write(place.file("shaders.fxo"), &torn)?;
        fs::remove_dir_all(&records)?;
        harness::copy_tree(&kept, &records)?;
        place.build(&[])?.succeeded()?;
        assert!(place.archive()? == whole, "{} bytes were left", torn.len());
    }
    Ok(())
}
