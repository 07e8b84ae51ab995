//! Edits after which most is as before: of one function's body, in a process that keeps what it found in the state before; of the layout
//! of texts. What is found is what a process finds that knows nothing.

use std::fmt::Write as _;
use std::sync::Arc;

use uberc::dialect::Registry;
use uberc::model::{Target, TokenSpan};
use uberc::pipeline::{BuildContext, Front, run_frontend};

use super::*;
use crate::harness::{Random, damaged};

pub fn trials() -> Vec<Trial> {
    let random = "incremental::texts_after_an_edit_are_those_of_a_process_that_knows_nothing";
    let layout = "incremental::edits_of_layout_are_built_where_they_change_something";
    let taken_back = "incremental::a_state_that_was_taken_back_is_no_result_of_another";
    vec![
        harness::trial(random, random_edits),
        harness::trial(layout, edits_of_layout),
        harness::trial(taken_back, edits_taken_back),
    ]
}

/// The last result of a unit can be that of another state than the one whose tokens its files have again, beside a comment.
fn edits_taken_back() -> Result<(), Failed> {
    let shade = |place: &Place, value: &str, comment: &str| {
        place.write("include/shared.fxh", &format!("{comment}float4 shade() {{ return {value}; }}\n"))
    };
    let build = |place: &Place, output: &str, expected: i32| -> Result<Vec<u8>, Failed> {
        let built = place.build(&["--output", output])?;
        check(built.code == Some(expected), output, &built)?;
        Ok(fs::read(place.file(output)).unwrap_or_default())
    };
    let is_clean = |place: &Place, outputs: &[&str]| -> Result<(), Failed> {
        check_success(&place.uberc(&["build", "--no-cache", "--output", "clean.fxo"], &[])?)?;
        let clean = fs::read(place.file("clean.fxo"))?;
        for output in outputs {
            assert!(build(place, output, 0)? == clean, "{output} has another state");
        }
        Ok(())
    };
    // Between two builds for one archive, one for another archive.
    let place = super::resident::project()?;
    for (value, comment, output) in
        [("0.5", "", "x.fxo"), ("0.25", "", "x.fxo"), ("0.5", "", "y.fxo"), ("0.25", "// Again.\n", "x.fxo")]
    {
        shade(&place, value, comment)?;
        build(&place, output, 0)?;
    }
    is_clean(&place, &["x.fxo", "z.fxo"])?;
    // Between two builds that write the archive, one that fails because of another unit.
    let place = super::resident::project()?;
    let two = fs::read_to_string(place.file("two.fx"))?;
    for (value, comment, two, code) in [
        ("0.5", "", &*two, 0),
        ("0.25", "", &two, 0),
        ("0.5", "", "float4 broken = ;\n", 1),
        ("0.25", "// Again.\n", &two, 0),
    ] {
        shade(&place, value, comment)?;
        place.write("two.fx", two)?;
        build(&place, "x.fxo", code)?;
    }
    fs::remove_file(place.file("x.fxo"))?;
    is_clean(&place, &["x.fxo"])
}

/// The error is what was said.
fn check_success(output: &std::process::Output) -> Result<(), Failed> {
    match output.status.success() {
        true => Ok(()),
        false => Err(String::from_utf8_lossy(&output.stderr).into_owned().into()),
    }
}

const ROUNDS: usize = 24;

/// What is edited in a project, and whether nothing is compiled or packed for it: nothing but places can be other than before.
fn edits_of_layout() -> Result<(), Failed> {
    let place = super::resident::project()?;
    let header = |text: &str| ("include/shared.fxh", format!("{text}float4 shade() {{ return 0.5; }}\n"));
    let sidecar = fs::read_to_string(place.file("one.fx.lua"))?;
    let inactive = |text: &str| header(&format!("#if 0\n{text}\n#endif\n"));
    let line = |text: &str| ("include/shared.fxh", format!("{text}float4 shade() {{ return __LINE__; }}\n"));
    let conditions = |name: &str| header(&format!("#ifdef {name}\n#endif\n"));
    let edits = [
        (header(""), false),
        (header("// A comment.\n\n"), true),
        (header("/* Another\none. */"), true),
        (inactive("float f;"), true),
        (inactive("float g(;"), true),
        (conditions("ONE"), false),
        (conditions("OTHER"), false),
        (line(""), false),
        (line("// The next line has another number.\n"), false),
        (header("#define kSHADE 1\n"), false),
        (header("#define kSHADE 2\n"), false),
        // An earlier build has the result.
        (header(""), true),
        (("one.fx.lua", format!("-- A comment.\n{sidecar}")), false),
        (("one.fx.lua", format!("print(\"loaded\")\n{sidecar}")), false),
        (header("// A message stands beside it.\n"), false),
        (("one.fx.lua", sidecar.clone()), false),
        (header("float4 unused;\n"), false),
        (header("float4  unused ; // Spaces.\n"), true),
        (header("float4 unused; float4 broken = missing;\n"), false),
        (header("// Mended.\n"), false),
    ];
    for (number, ((name, text), stays)) in edits.into_iter().enumerate() {
        let what = format!("edit {number}: {text}");
        place.write(name, &text)?;
        let said = |arguments: &[&str]| -> Result<(Vec<Value>, bool, bool), Failed> {
            let arguments = [&["build", "--timings", "--message-format", "json"], arguments].concat();
            let output = place.uberc(&arguments, &[])?;
            let text = String::from_utf8_lossy(&output.stdout).into_owned();
            let lines: Vec<Value> = text.lines().map(serde_json::from_str).collect::<Result<_, _>>()?;
            let packs = lines.iter().flat_map(|line| line["stages"].as_array().into_iter().flatten());
            let packs = packs.into_iter().any(|stage| stage["stage"] == "specialise" || stage["stage"] == "pack");
            Ok((
                lines.into_iter().filter(|line| line["reason"] == "diagnostic").collect(),
                packs,
                output.status.success(),
            ))
        };
        let (found, packs, is_good) = said(&[])?;
        let (expected, _, is_clean_good) = said(&["--no-cache", "--output", "clean.fxo"])?;
        assert_eq!((found, is_good), (expected, is_clean_good), "{what}");
        assert!(!is_good || place.archive()? == fs::read(place.file("clean.fxo"))?, "{what}");
        assert_eq!(!packs, stays, "whether something is specialised or packed after {what}");
        if is_good {
            place.nothing_to_do(&[])?;
        }
    }
    Ok(())
}

/// A shader of the library, and the files that are edited.
const EDITED: [(&str, &[&str]); 3] = [
    ("mesh.fx", &["mesh.fx", "include/brdf.fxh", "include/lights.fxh", "include/skinning.fxh", "include/wind.fxh"]),
    ("tonemap.fx", &["tonemap.fx", "include/color.fxh"]),
    ("glsl/mesh.glsl", &["mesh.glsl", "include/brdf.glsl"]),
];

fn random_edits() -> Result<(), Failed> {
    let mut random = Random::new(0x5eed);
    let (mut taken_over, mut whole) = (0, 0);
    for (shader, files) in EDITED {
        let library = Path::new(env!("CARGO_MANIFEST_DIR")).join("shaders").join(shader);
        let name = library.file_name().ok_or("a shader has a name")?.to_string_lossy().into_owned();
        let place = tempfile::tempdir()?;
        harness::copy_tree(library.parent().ok_or("a shader has a folder")?, place.path())?;
        let root = place.path();
        let paths = [root.join(&name)];
        let files: Vec<PathBuf> = files.iter().map(|file| root.join(file)).collect();
        let sound: Vec<String> = files.iter().map(fs::read_to_string).collect::<Result<_, _>>()?;
        let (mut before, _) = BuildContext::open_after(None, &Registry::standard(), &paths);
        let mut front = run_frontend(&before, &[Target::Spirv]);
        for round in 0..ROUNDS {
            let at = random.below(files.len());
            let text = fs::read_to_string(&files[at])?;
            // A mistake stays for a round or two.
            let edited = if round % 3 == 2 { sound[at].clone() } else { edit(&text, &mut random) };
            fs::write(&files[at], &edited)?;
            let (context, _) = BuildContext::open_after(Some(&before), &Registry::standard(), &paths);
            let now = run_frontend(&context, &[Target::Spirv]);
            let (clean, _) = BuildContext::open(&paths);
            let expected = run_frontend(&clean, &[Target::Spirv]);
            let what = format!("{shader}, round {round}, {}", files[at].display());
            harness::same(&what, &found(&expected, &clean), &found(&now, &context))?;
            let pieces = |front: &Front| -> Vec<Arc<[TokenSpan]>> {
                let sources = front.shaders.iter().flat_map(|shader| &shader.variants.sources);
                sources.map(|source| Arc::clone(&source.pieces)).collect()
            };
            let earlier = pieces(&front);
            let is_shared = |pieces: &Arc<[TokenSpan]>| earlier.iter().any(|known| Arc::ptr_eq(known, pieces));
            taken_over += usize::from(pieces(&now).iter().any(is_shared));
            whole += usize::from(!now.shaders.iter().all(|shader| shader.variants.sources.is_empty()));
            (before, front) = (context, now);
        }
    }
    // Many edits are mistakes, or change more than a body, or the number of tokens.
    assert!(taken_over * 6 > whole, "texts were taken over in {taken_over} of {whole} rounds");
    Ok(())
}

/// One of the edits that people make.
fn edit(text: &str, random: &mut Random) -> String {
    let kind = random.below(7);
    let damage = random.below(usize::MAX) as u64;
    let places = |of: &str| text.match_indices(of).map(|(at, _)| at).collect::<Vec<_>>();
    let mut behind = |of: &str, new: &str| {
        let places = places(of);
        let Some(at) = places.get(random.below(places.len())) else { return text.to_owned() };
        let (head, tail) = text.split_at(at + of.len());
        format!("{head}{new}{tail}")
    };
    let branch =
        text.split(|letter: char| !letter.is_alphanumeric() && letter != '_').find(|word| word.starts_with("g_b"));
    let asked = format!(" float edited = {} ? 1.0 : 2.0; ", branch.unwrap_or("true"));
    match kind {
        0 => behind("return ", "1.5 * "),
        1 => behind("{\n", &asked),
        2 => behind("\n", "// A comment.\n"),
        3 => behind(") {\n", "float edited = 1.0;\n"),
        4 => text.replacen("0.5", "0.25", 1).replacen("1.0", "2.0", 1),
        5 => behind("float", "3"),
        _ => damaged(text, &mut Random::new(damage)),
    }
}

/// What is wrong, and the variants with their texts.
fn found(front: &Front, context: &BuildContext) -> String {
    let mut text = harness::diagnostics(&front.diagnostics, &context.sources);
    for shader in &front.shaders {
        let _ = writeln!(text, "{}: {}", shader.declaration.name, harness::variants(&shader.variants));
    }
    text
}
