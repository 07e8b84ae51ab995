//! Debug information has the places of the user's files, which say nothing of the program: equal texts at different places are different
//! artifacts. After each edit of places the archive is that of a clean build, in which each shader has the lines of its own file.

use std::collections::BTreeSet;

use rspirv::dr::{Operand, load_bytes};
use rspirv::spirv::Op;

use super::watching::Watching;
use super::*;

pub fn trials() -> Vec<Trial> {
    let glslang = harness::trial("incremental::debug_information_of_programs_follows_each_edit", by_glslang);
    vec![
        harness::trial("incremental::debug_information_follows_each_edit", by_embedded),
        harness::needs("glslangValidator", glslang),
        harness::trial("incremental::debug_information_follows_each_edit_under_watch", watched),
        harness::trial("incremental::debug_information_does_not_depend_on_threads", threads),
    ]
}

const MAIN: &str =
    "#include \"shade.fxh\"\nfloat4 main(float4 p : POSITION) : SV_Position\n{\n    return shade(p) * HALF;\n}\n";
const SHADE: &str = "#define HALF 0.5\nfloat4 shade(float4 p)\n{\n    return p * 2 + p.wzyx;\n}\n";

/// Shaders whose texts are equal, at the same places of different files or at other ones.
const SHADERS: [(&str, &str); 6] = [
    ("One", "one.fx"),
    ("Two", "two.fx"),
    ("Three", "three.fx"),
    ("PairA", "pair.fx"),
    ("PairB", "pair.fx"),
    ("Staged", "other/stage.fx"),
];

/// What is edited, and whether the places of some token are other ones then.
const EDITS: [(&str, &str, &str); 12] = [
    (
        "lines of one unit",
        "one.fx",
        "// A comment.\n\n#include \"shade.fxh\"\nfloat4 main(float4 p : POSITION) : SV_Position\n{\n    return shade(p) * HALF;\n}\n",
    ),
    (
        "another unit with the lines of that one",
        "two.fx",
        "// Another one.\n\n#include \"shade.fxh\"\nfloat4 main(float4 p : POSITION) : SV_Position\n{\n    return shade(p) * HALF;\n}\n",
    ),
    ("the first one back", "one.fx", MAIN),
    (
        "lines of a header of all",
        "include/shade.fxh",
        "// A comment.\n#define HALF 0.5\nfloat4 shade(float4 p)\n{\n    return p * 2 + p.wzyx;\n}\n",
    ),
    (
        "columns of the header",
        "include/shade.fxh",
        "// A comment.\n#define HALF 0.5\nfloat4 shade(float4 p)\n{\n    return  p  *  2 /* more */ + p.wzyx;\n}\n",
    ),
    (
        "a comment of as many characters",
        "include/shade.fxh",
        "// A sentence.\n#define HALF 0.5\nfloat4 shade(float4 p)\n{\n    return  p  *  2 /* less */ + p.wzyx;\n}\n",
    ),
    ("the header back", "include/shade.fxh", SHADE),
    (
        "two shaders of one file",
        "pair.fx",
        "/* Two\nlines. */ #include \"shade.fxh\"\nfloat4 main(float4 p : POSITION) : SV_Position\n{\n    return shade(p) * HALF;\n}\n",
    ),
    ("two shaders of one file, back", "pair.fx", MAIN),
    (
        "a file of a stage",
        "other/stage.fx",
        "\n\n\n#include \"shade.fxh\"\nfloat4 main(float4 p : POSITION) : SV_Position { return\n  shade(p) * HALF; }\n",
    ),
    (
        "columns beside a macro",
        "three.fx",
        "#include \"shade.fxh\"\nfloat4 main(float4 p : POSITION) : SV_Position\n{\n    return /* \u{e4} */ shade(p)  *  HALF;\n}\n",
    ),
    ("all as it was", "two.fx", MAIN),
];

/// The project, in which a chain of these programs compiles for these targets.
fn project(targets: &str, compilers: &str) -> Result<Place, Failed> {
    let place = Place { folder: tempfile::tempdir()? };
    let chains: String =
        targets.split(',').map(|target| format!("[target.{target}]\ncompilers = [{compilers}]\n")).collect();
    let targets: Vec<String> = targets.split(',').map(|target| format!("\"{target}\"")).collect();
    place.write(
        "uberc.toml",
        &format!("targets = [{}]\ninclude = [\"include\"]\nexclude = [\"other/*\"]\n{chains}", targets.join(", ")),
    )?;
    place.write("include/shade.fxh", SHADE)?;
    for (name, file) in SHADERS {
        place.write(file, MAIN)?;
        let sidecar = if file == "other/stage.fx" { "staged.fx.lua".to_owned() } else { format!("{file}.lua") };
        let known = fs::read_to_string(place.file(&sidecar)).unwrap_or_default();
        let stage = if name == "Staged" { "\"other/stage.fx:main\"" } else { "\"main\"" };
        place.write(&sidecar, &format!("{known}Shader(\"{name}\").Technique.VertexShader = {stage}\n"))?;
    }
    Ok(place)
}

/// Compares the archive with that of a clean build.
fn same_as_clean(place: &Place, what: &str) -> Result<(), Failed> {
    place.build(&["--debug-info", "--no-cache", "--output", "clean.fxo"])?.succeeded()?;
    assert!(place.archive()? == fs::read(place.file("clean.fxo"))?, "{what}");
    Ok(())
}

/// The files and lines that debug information names, by shader.
fn lines(place: &Place, shader: &str) -> Result<BTreeSet<(String, u32)>, Failed> {
    let folder = place.file(&format!("extracted/spirv/{shader}"));
    let file = fs::read_dir(&folder)?.next().ok_or("a shader has a file")??;
    let module = load_bytes(fs::read(file.path())?).map_err(|problem| problem.to_string())?;
    let name = |id: u32| {
        let found = module.debug_string_source.iter().find(|one| one.result_id == Some(id));
        match found.and_then(|found| found.operands.first()) {
            Some(Operand::LiteralString(name)) => name.clone(),
            _ => String::new(),
        }
    };
    let line = |found: &rspirv::dr::Instruction| match (found.class.opcode, found.operands.as_slice()) {
        (Op::Line, [Operand::IdRef(file), Operand::LiteralBit32(line), _]) => Some((name(*file), *line)),
        _ => None,
    };
    let blocks = module.functions.iter().flat_map(|function| &function.blocks);
    Ok(blocks.flat_map(|block| &block.instructions).filter_map(line).collect())
}

/// The line on which a file has this text.
fn line_of(place: &Place, file: &str, text: &str) -> Result<(String, u32), Failed> {
    let all = fs::read_to_string(place.file(file))?;
    let at = all.lines().position(|line| line.contains(text)).ok_or("the file has the text")?;
    Ok((file.to_owned(), at as u32 + 1))
}

fn by_embedded() -> Result<(), Failed> {
    let place = project("spirv,wgsl", "\"embedded\"")?;
    let check_places = |what: &str| -> Result<(), Failed> {
        same_as_clean(&place, what)?;
        let output = place.uberc(&["extract", "shaders.fxo", "--output", "extracted"], &[])?;
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        for (shader, file) in SHADERS {
            let found = lines(&place, shader)?;
            let own = line_of(&place, file, "shade(p)")?;
            let shared = line_of(&place, "include/shade.fxh", "p.wzyx")?;
            assert!(found.contains(&own) && found.contains(&shared), "{what}: {shader} is at {found:?}");
            let is_known = |(name, _): &(String, u32)| [file, "include/shade.fxh"].contains(&name.as_str());
            assert!(found.iter().all(is_known), "{what}: {shader} is at {found:?}");
        }
        fs::remove_dir_all(place.file("extracted"))?;
        Ok(())
    };
    place.build(&["--debug-info"])?.succeeded()?;
    check_places("at first")?;
    for (what, file, text) in EDITS {
        let before = place.archive()?;
        place.write(file, text)?;
        place.build(&["--debug-info"])?.succeeded()?;
        check_places(what)?;
        assert_eq!(place.archive()? == before, what == "a comment of as many characters", "{what}");
    }
    place.nothing_to_do(&["--debug-info"])?;
    // What only another process knows of, and what is gone.
    fs::remove_dir_all(place.file(".uberc/units"))?;
    place.edit("one.fx", "{", "{ ")?;
    place.build(&["--debug-info"])?.succeeded()?;
    check_places("without the results of units")
}

/// The lines are in the text that a program gets.
fn by_glslang() -> Result<(), Failed> {
    let place = project("spirv", "\"glslangValidator\"")?;
    place.build(&["--debug-info"])?.succeeded()?;
    for (what, file, text) in EDITS {
        place.write(file, text)?;
        place.build(&["--debug-info"])?.succeeded()?;
        same_as_clean(&place, what)?;
    }
    Ok(())
}

fn watched() -> Result<(), Failed> {
    let place = project("spirv", "\"embedded\"")?;
    let watching = Watching::start_with(&place, &["--debug-info"])?;
    watching.next()?;
    same_as_clean(&place, "at first")?;
    for (what, file, text) in EDITS {
        place.write(file, text)?;
        let round = watching.next()?;
        assert_eq!(round.watched["ending"], "success", "{what}: {round:?}");
        same_as_clean(&place, what)?;
    }
    Ok(())
}

fn threads() -> Result<(), Failed> {
    let place = project("spirv", "\"embedded\"")?;
    let mut archives = Vec::new();
    for jobs in ["1", "2", "7", "7", "7"] {
        place.build(&["--debug-info", "--no-cache", "--jobs", jobs])?.succeeded()?;
        archives.push(place.archive()?);
    }
    assert!(archives.iter().all(|archive| *archive == archives[0]));
    Ok(())
}
