//! Changes after which a few units are built, and all others are packed as the last build packed them: archive and report are those of a
//! clean build, whatever became of what was stored.

use uberc::model::Digest;

use super::*;
use crate::harness::Random;

pub fn trials() -> Vec<Trial> {
    [
        ("unchanged_units_are_packed_as_before", random_edits as fn() -> Result<(), Failed>),
        ("what_was_packed_counts_only_with_its_archive_and_results", other_parts),
        ("settings_that_alternate_take_nothing_of_each_other", settings),
        ("builds_at_the_same_time_write_the_archives_of_clean_ones", together),
        ("a_build_that_denies_a_warning_has_no_archive_whatever_it_did", denied),
    ]
    .into_iter()
    .map(|(name, run)| harness::trial(format!("incremental::{name}"), run))
    .collect()
}

const UNITS: usize = 8;
const ROUNDS: usize = 20;

/// What can change in a unit.
#[derive(Clone)]
struct Unit {
    name: String,
    /// The value that its shader writes.
    value: usize,
    /// Text of a metadatum and of a define: its place among the strings of the archive changes with it.
    text: String,
    levels: usize,
    fallback: Option<String>,
    is_broken: bool,
}

impl Unit {
    fn new(number: usize) -> Unit {
        let fallback = (number == 1).then(|| "Shader0".to_owned());
        Unit {
            name: format!("Shader{number}"),
            value: number,
            text: "m".repeat(number),
            levels: 2,
            fallback,
            is_broken: false,
        }
    }

    fn write(&self, place: &Place, number: usize) -> Result<(), Failed> {
        let include =
            if number.is_multiple_of(3) { "#include \"shared.fxh\"\n" } else { "float shared() { return 1; }\n" };
        let broken = if self.is_broken { " + missing" } else { "" };
        let value = self.value;
        place.write(
            &format!("unit_{number}.fx"),
            &format!(
                "{include}uint g_Level;\nbool g_bLit;\nRWStructuredBuffer<float> result : register(u{});\n\
                 [numthreads(4, 1, 1)] void Main(uint3 id : SV_DispatchThreadID)\n{{\n\
                 \x20   result[id.x] = shared() * {value}.0{broken};\n\
                 \x20   if (g_Level == 1) result[id.x] += kVALUE;\n    if (g_bLit) result[id.y] = 3;\n}}\n",
                number % 3
            ),
        )?;
        let fallback = self.fallback.as_ref().map(|name| format!("shader.Fallback = \"{name}\"\n")).unwrap_or_default();
        // What is said when a unit is read is said again where it is not.
        let said = if number == 4 { "print(\"read\")\n" } else { "" };
        let members: Vec<String> = (0..self.levels).map(|level| format!("\"Level{level}\"")).collect();
        let (name, text, members) = (&self.name, &self.text, members.join(", "));
        place.write(
            &format!("unit_{number}.fx.lua"),
            &format!(
                "{said}local shader = Shader(\"{name}\")\nshader.Branches = {{ Enum(\"g_Level\", {{ {members} }}), \"g_bLit\" }}\n{fallback}\
                 shader.Metadata = {{ text = \"{text}\", number = {value} }}\nfunction shader.Specialize(permutation)\n\
                 \x20   local technique = Technique()\n    technique.ComputeShader = \"Main\"\n\
                 \x20   technique.Defines = {{ kVALUE = {value}, kTEXT = \"{text}\", kLIT = permutation.g_bLit }}\n\
                 \x20   technique.Metadata = {{ [\"of {text}\"] = true }}\n\
                 \x20   technique.RenderState.StencilRef = {}\n    return technique, permutation\nend\n",
                value % 3
            ),
        )
    }
}

fn project() -> Result<(Place, Vec<Unit>), Failed> {
    let place = Place { folder: tempfile::tempdir()? };
    let compilers = "compilers = [\"embedded\"]";
    place.write(
        "uberc.toml",
        &format!(
            "targets = [\"spirv\", \"wgsl\"]\ninclude = [\"include\"]\n[target.spirv]\n{compilers}\n[target.wgsl]\n{compilers}\n"
        ),
    )?;
    shared(&place, 1)?;
    let units: Vec<Unit> = (0..UNITS).map(Unit::new).collect();
    for (number, unit) in units.iter().enumerate() {
        unit.write(&place, number)?;
    }
    Ok((place, units))
}

fn shared(place: &Place, value: usize) -> Result<(), Failed> {
    place.write("include/shared.fxh", &format!("float shared() {{ return {value}.0; }}\n"))
}

/// The lines of a build's report that do not tell how results were found, whether units were packed as before, and whether it succeeded.
fn said(place: &Place, arguments: &[&str]) -> Result<(Vec<Value>, bool, bool), Failed> {
    let arguments = [&["build", "--trace", "trace.json", "--message-format", "json"], arguments].concat();
    let output = place.uberc(&arguments, &[])?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let mut lines: Vec<Value> = text.lines().map(serde_json::from_str).collect::<Result<_, _>>()?;
    for line in &mut lines {
        for field in ["compiled", "cached", "wall_ms", "output", "archive", "path"] {
            if let Some(fields) = line.as_object_mut() {
                fields.remove(field);
            }
        }
    }
    lines.retain(|line| !["rebuilt", "cache"].iter().any(|reason| line["reason"] == *reason));
    let trace = fs::read_to_string(place.file("trace.json")).unwrap_or_default();
    // Results of some units were looked for, and those of others were not.
    let is_read = |number: &usize| trace.contains(&format!("records unit_{number}.fx.lua"));
    let read = (0..UNITS).filter(is_read).count();
    let is_packed_again = trace.contains("unchanged units") && read > 0 && read < UNITS;
    drop(fs::remove_file(place.file("trace.json")));
    Ok((lines, is_packed_again, output.status.success()))
}

/// Builds, and compares with a clean build; whether units were packed as before.
fn same_as_clean(place: &Place, what: &str) -> Result<bool, Failed> {
    let (lines, is_packed_again, is_good) = said(place, &[])?;
    let (expected, _, is_clean_good) = said(place, &["--no-cache", "--output", "clean.fxo"])?;
    assert_eq!((&lines, is_good), (&expected, is_clean_good), "{what}");
    if is_good {
        assert!(place.archive()? == fs::read(place.file("clean.fxo"))?, "{what}: another archive");
        place.nothing_to_do(&[])?;
    }
    Ok(is_packed_again && is_good)
}

fn random_edits() -> Result<(), Failed> {
    let mut random = Random::new(0xedb);
    let (place, mut units) = project()?;
    same_as_clean(&place, "the first build")?;
    let (mut packed_again, mut value) = (0, 100);
    for round in 0..ROUNDS {
        let mut what = format!("round {round}:");
        for _ in 0..=random.below(3) {
            value += 1;
            let number = random.below(UNITS);
            let unit = &mut units[number];
            let kind = random.below(9);
            what += &format!(" {kind} of {number},");
            // Mistakes stay for a round or two.
            unit.is_broken = false;
            match kind {
                0 | 1 => unit.value = value,
                2 => shared(&place, value)?,
                3 => unit.text = format!("{}{value}", ["a", "zz", "m"][random.below(3)]),
                4 => unit.levels = 2 + value % 4,
                5 => {
                    unit.name =
                        if unit.name.starts_with('A') { format!("Shader{number}") } else { format!("A{number}") }
                }
                6 => unit.is_broken = true,
                7 => unit.name = "Shader0".to_owned(),
                _ => unit.fallback = [None, Some("Shader2".to_owned()), Some("Nothing".to_owned())][value % 3].clone(),
            }
            let unit = unit.clone();
            unit.write(&place, number)?;
        }
        packed_again += usize::from(same_as_clean(&place, &what)?);
        // What is wrong between units has no unit in which it is mended.
        for (number, unit) in units.iter_mut().enumerate() {
            if unit.fallback.as_deref() == Some("Nothing") || (unit.name == "Shader0" && number > 0) {
                *unit = Unit { value: unit.value, ..Unit::new(number) };
                unit.write(&place, number)?;
            }
        }
    }
    assert!(packed_again * 4 > ROUNDS, "units were packed as before in {packed_again} of {ROUNDS} rounds");
    Ok(())
}

/// The file is lost, damaged, of another build, or says something else.
fn other_parts() -> Result<(), Failed> {
    let (place, mut units) = project()?;
    same_as_clean(&place, "the first build")?;
    let path = listing(&place)?;
    let first = fs::read(&path)?;
    let sealed = |body: &[u8]| [format!("uberc-parts 1 {}\n", Digest::of(body)).as_bytes(), body].concat();
    let body = first.iter().position(|byte| *byte == b'\n').ok_or("a first line")? + 1;
    let damages: [(&str, Option<Vec<u8>>); 7] = [
        ("as it is", None),
        ("empty", Some(Vec::new())),
        ("cut", Some(first[..first.len() / 2].to_vec())),
        ("cut, with a checksum", Some(sealed(&first[body..first.len() / 2]))),
        ("longer, with a checksum", Some(sealed(&[&first[body..], &[0; 9]].concat()))),
        ("nothing, with a checksum", Some(sealed(&[]))),
        ("of the first build", Some(first.clone())),
    ];
    for (value, (what, damage)) in damages.into_iter().enumerate() {
        let is_whole = damage.is_none();
        if let Some(damage) = damage {
            fs::write(&path, damage)?;
        }
        units[5].value = 50 + value;
        units[5].write(&place, 5)?;
        assert_eq!(same_as_clean(&place, what)?, is_whole, "whether units are packed as before: {what}");
    }
    // A number in a part that is none of the part's own strings: no checksum finds it.
    let mut forged = fs::read(&path)?.split_off(body);
    let name = b"Shader2";
    let at = forged.windows(name.len()).rposition(|bytes| bytes == name).ok_or("a name")?;
    forged[at] = 0xff;
    fs::write(&path, sealed(&forged))?;
    units[5].value = 70;
    units[5].write(&place, 5)?;
    same_as_clean(&place, "a string that is none")?;
    // An archive that somebody else has replaced by another.
    let archive = place.archive()?;
    units[5].value = 71;
    units[5].write(&place, 5)?;
    fs::write(place.file("shaders.fxo"), &archive[..archive.len() - 1])?;
    assert!(!same_as_clean(&place, "an archive that was cut")?, "its frames are not copied");
    fs::remove_file(&path)?;
    units[5].value = 72;
    units[5].write(&place, 5)?;
    assert!(!same_as_clean(&place, "a file that is gone")?);
    units[5].value = 73;
    units[5].write(&place, 5)?;
    assert!(same_as_clean(&place, "as usual again")?);
    Ok(())
}

/// The one file of what was packed.
fn listing(place: &Place) -> Result<PathBuf, Failed> {
    let mut files = Vec::new();
    for folder in fs::read_dir(place.file(".uberc/parts"))? {
        files.extend(fs::read_dir(folder?.path())?.flatten().map(|entry| entry.path()));
    }
    match files.as_slice() {
        [file] => Ok(file.clone()),
        _ => Err(format!("not one file: {files:?}").into()),
    }
}

/// One archive is written with two settings in turn, while a unit changes.
fn settings() -> Result<(), Failed> {
    let (place, mut units) = project()?;
    let settings: [&[&str]; 4] = [&[], &["--release"], &["--debug-info"], &["--define", "kMORE=1"]];
    for (round, arguments) in settings.iter().cycle().take(10).enumerate() {
        units[2].value = 60 + round / 2;
        units[2].write(&place, 2)?;
        place.build(arguments)?.succeeded()?;
        place.build(&[arguments, &["--no-cache", "--output", "clean.fxo"][..]].concat())?.succeeded()?;
        assert!(place.archive()? == fs::read(place.file("clean.fxo"))?, "round {round}, {arguments:?}");
    }
    Ok(())
}

/// Processes that build the same archive see the same files, and whatever each has stored so far.
fn together() -> Result<(), Failed> {
    let (place, mut units) = project()?;
    place.build(&[])?.succeeded()?;
    for round in 0..3 {
        units[6].value = 80 + round;
        units[6].write(&place, 6)?;
        shared(&place, 10 + round)?;
        let start = || Command::new(env!("CARGO_BIN_EXE_uberc")).arg("build").current_dir(place.root()).output();
        let outputs: Vec<Output> = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..3).map(|_| scope.spawn(start)).collect();
            threads.into_iter().flat_map(std::thread::ScopedJoinHandle::join).collect::<Result<_, _>>()
        })?;
        for output in outputs {
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        }
        units[7].value = 90 + round;
        units[7].write(&place, 7)?;
        same_as_clean(&place, "after builds at the same time")?;
    }
    Ok(())
}

/// A denied warning keeps a build from writing an archive, and so its size from being told: in the build that compiles, in one that
/// compiles nothing, and in one to which nothing is to do since the archive was written.
fn denied() -> Result<(), Failed> {
    let place = Place { folder: tempfile::tempdir()? };
    place.write("uberc.toml", "targets = [\"spirv\"]\ntarget.spirv.compilers = [\"embedded\"]\n")?;
    place.write("a.fx", "float4 main(float4 p : POSITION) : SV_Position { float2 two = p; return two.xyxy; }\n")?;
    place.write("a.fx.lua", "Shader(\"A\").Technique.VertexShader = \"main\"\n")?;
    let summary = |arguments: &[&str], code: i32| -> Result<(u64, u64, u64, u64), Failed> {
        let output = place.uberc(&["build", "--message-format", "json"], arguments)?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {text}");
        let last: Value = serde_json::from_str(text.lines().last().ok_or("a build has a summary")?)?;
        let count = |field: &str| last[field].as_u64().ok_or_else(|| format!("{field} of {text}"));
        Ok((count("archive_bytes")?, count("compiled")?, count("errors")?, count("warnings")?))
    };
    let size = || -> Result<u64, Failed> { Ok(fs::metadata(place.file("shaders.fxo"))?.len()) };
    let denied = ["--deny-warnings"];
    for compiled in [1, 0, 0] {
        assert_eq!(summary(&denied, 1)?, (0, compiled, 1, 0));
    }
    assert!(!place.file("shaders.fxo").exists());
    assert_eq!(summary(&[], 0)?, (size()?, 0, 0, 1));
    for _ in 0..2 {
        assert_eq!(summary(&denied, 1)?, (0, 0, 1, 0), "nothing is to do");
    }
    // The result of the unit is the same after an edit of a comment; where it has messages, it is made again.
    place.edit("a.fx", "float4 main", "/* A comment. */ float4 main")?;
    assert_eq!(summary(&denied, 1)?.0, 0);
    assert_eq!(summary(&[], 0)?, (size()?, 0, 0, 1));
    assert_eq!(summary(&[], 0)?, (size()?, 0, 0, 1));
    Ok(())
}
