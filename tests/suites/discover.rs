//! VariantDiagnostic projects, reading `uberc.toml`, pairing files.
//!
//! A case is a project: its files, `paths.txt` (one command-line path a line) where it selects units, and `expected.txt`.
//! Each case runs on disk and in memory; both must say the same.

use std::path::{Path, PathBuf};

use libtest_mimic::{Failed, Trial};
use uberc::diag::{Diagnostic, Sources};
use uberc::dialect::Registry;
use uberc::model::{Project, SourceUnit, Target};
use uberc::pipeline::{BuildContext, run_frontend};
use uberc::project::{discover, discover_paths, find_project, load_project, missing_source};

use crate::harness;

pub fn trials() -> Vec<Trial> {
    let mut trials = harness::cases("discover", case);
    trials.push(harness::trial("discover::the_nearest_project_file_upwards_wins", nearest_file));
    trials.push(harness::trial("discover::no_file_makes_the_folder_a_project", no_file));
    trials.push(harness::trial("discover::a_missing_root_is_told", missing_root));
    trials.push(harness::trial("discover::an_unreadable_project_file_is_told", unreadable_project_file));
    trials.push(harness::trial("discover::missing_source_names_the_file_to_write", source_missing));
    #[cfg(unix)]
    {
        trials.push(harness::trial("discover::link_loops_end_in_a_warning", link_loop));
        trials.push(harness::trial(
            "discover::links_out_of_the_project_are_followed_where_they_are_named",
            linked_folder,
        ));
        trials.push(harness::trial("discover::each_folder_is_searched_once", folders_once));
        trials.push(harness::trial("discover::links_to_folders_above_are_not_followed", links_above));
        let unreadable = harness::trial("discover::an_unreadable_folder_is_told", unreadable_folder);
        trials.push(harness::needs_bound_rights(unreadable));
        trials.push(harness::trial("discover::names_that_are_not_utf8_are_told", not_utf8_name));
        trials.push(harness::trial("discover::names_with_control_characters_are_told", control_character));
    }
    #[cfg(target_os = "linux")]
    trials.push(harness::trial("discover::an_unreadable_source_is_not_taken_for_a_missing_one", unreadable_source));
    trials.push(harness::trial("discover::searching_has_a_bound", too_many_files));
    trials.push(harness::trial("discover::many_shaders_ask_for_a_project_file", many_shaders_ask_for_a_project_file));
    trials.push(harness::trial("discover::any_text_is_read_without_a_panic", any_text));
    trials
}

fn case(folder: &Path) -> Result<(), Failed> {
    let mut files = Vec::new();
    read_files(folder, Path::new(""), &mut files)?;
    files.retain(|(path, _)| !["expected.txt", "paths.txt"].iter().any(|name| path == Path::new(name)));
    let paths: Option<Vec<PathBuf>> = std::fs::read_to_string(folder.join("paths.txt")).ok().map(|text| {
        text.lines().filter(|line| !line.trim().is_empty()).map(|line| PathBuf::from(line.trim())).collect()
    });
    let on_disk = transcript(folder, &Sources::new(folder), paths.as_deref());
    let in_memory = transcript(folder, &Sources::in_memory(files), paths.as_deref());
    harness::same("the project in memory", &on_disk, &in_memory)?;
    harness::golden(&folder.join("expected.txt"), &on_disk)
}

fn read_files(root: &Path, below: &Path, files: &mut Vec<(PathBuf, Vec<u8>)>) -> std::io::Result<()> {
    for entry in std::fs::read_dir(root.join(below))? {
        let entry = entry?;
        let path = below.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            read_files(root, &path, files)?;
        } else {
            files.push((path, std::fs::read(entry.path())?));
        }
    }
    Ok(())
}

fn transcript(root: &Path, sources: &Sources, paths: Option<&[PathBuf]>) -> String {
    let (project, mut diagnostics) = load_project(root, sources, &Registry::standard());
    let (units, more) = match paths {
        Some(paths) => discover_paths(&project, sources, &Registry::standard(), paths),
        None => {
            let (units, diagnostics, _) = discover(&project, sources, &Registry::standard());
            (units, diagnostics)
        }
    };
    diagnostics.extend(more);
    let mut out = String::new();
    for line in settings_that_differ(&project) {
        out += &format!("{line}\n");
    }
    for SourceUnit { sidecar, source } in &units {
        let source = source.as_ref().map_or("(no source)".to_owned(), |source| source.display().to_string());
        out += &format!("unit {} + {source}\n", sidecar.display());
    }
    out + &harness::diagnostics(&diagnostics, sources)
}

/// `key = value` as JSON, of the values that are not the defaults.
fn settings_that_differ(project: &Project) -> Vec<String> {
    let value = |project: &Project| serde_json::to_value(project).expect("a project is plain data");
    let (mine, defaults) = (value(project), value(&Project::with_defaults("")));
    let fields = mine.as_object().expect("a project is an object");
    fields
        .iter()
        .filter(|(name, value)| defaults.get(name) != Some(value))
        .map(|(name, value)| format!("{name} = {value}"))
        .collect()
}

fn temp(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (path, text) in files {
        let path = folder.path().join(path);
        std::fs::create_dir_all(path.parent().expect("it is below the folder")).expect("a folder");
        std::fs::write(path, text).expect("a file");
    }
    folder
}

fn load_and_discover(root: &Path) -> (Vec<SourceUnit>, Vec<Diagnostic>, String) {
    let sources = Sources::new(root);
    let (project, mut diagnostics) = load_project(root, &sources, &Registry::standard());
    let (units, more, _) = discover(&project, &sources, &Registry::standard());
    diagnostics.extend(more);
    let text = harness::diagnostics(&diagnostics, &sources);
    (units, diagnostics, text)
}

fn nearest_file() -> Result<(), Failed> {
    let folder = temp(&[("uberc.toml", ""), ("a/uberc.toml", ""), ("a/b/c/x.fx", ""), ("d/y.fx", "")]);
    let root = folder.path();
    let found = |start: &str| find_project(&root.join(start));
    assert_eq!(found("a/b/c"), (root.join("a"), Some(root.join("a/uberc.toml"))));
    assert_eq!(found("a/b/c/x.fx").0, root.join("a"));
    assert_eq!(found("d"), (root.to_path_buf(), Some(root.join("uberc.toml"))));
    Ok(())
}

fn no_file() -> Result<(), Failed> {
    // A folder of that name is no project file.
    let folder = temp(&[("p/uberc.toml/x.txt", ""), ("p/a.fx", ""), ("p/a.fx.lua", "")]);
    let root = folder.path().join("p");
    assert_eq!(find_project(&root), (root.clone(), None));
    let (units, diagnostics, _) = load_and_discover(&root);
    assert_eq!(units, [SourceUnit { sidecar: "a.fx.lua".into(), source: Some("a.fx".into()) }]);
    let told: Vec<_> = diagnostics.iter().map(|told| (told.code, told.is_error())).collect();
    assert_eq!(told, [("discover/is-a-folder", false)]);
    Ok(())
}

fn missing_root() -> Result<(), Failed> {
    let folder = temp(&[]);
    let (units, _, text) = load_and_discover(&folder.path().join("nowhere"));
    assert_eq!(units, []);
    assert!(text.starts_with("error[discover/nothing]"), "{text}");
    Ok(())
}

fn unreadable_project_file() -> Result<(), Failed> {
    // Permissions do not restrict the super-user, so the mistake here is invalid UTF-8.
    let folder = temp(&[]);
    std::fs::write(folder.path().join("uberc.toml"), b"output = \"a\xFF.fxo\"\n")?;
    let (_, _, text) = load_and_discover(folder.path());
    assert!(text.contains("uberc.toml:1:12+0: error[discover/not-utf8]"), "{text}");
    Ok(())
}

fn source_missing() -> Result<(), Failed> {
    let sources = Sources::in_memory([("fx/a.fx.lua", "local s = Shader(\"A\")\n")]);
    let unit = SourceUnit { sidecar: "fx/a.fx.lua".into(), source: None };
    let file = sources.load(&unit.sidecar).map_err(|_| "it is in memory")?;
    let text = harness::diagnostics(&[missing_source(&unit, file.word_span(1, 11), "A")], &sources);
    let expected = "fx/a.fx.lua:1:11+6: error[discover/no-source]: shader `A` has no source: there is no `fx/a.fx`\n    \
                    help: Write `fx/a.fx` beside the sidecar, embed the text as the shader's `Source`, or name a file for every stage, \
                    as in `shader.Technique.VertexShader = \"mesh.vert:main\"`.\n";
    harness::same("the diagnostic", expected, &text)
}

#[cfg(unix)]
fn link_loop() -> Result<(), Failed> {
    let folder = temp(&[("fx/a.fx", ""), ("fx/a.fx.lua", "")]);
    std::os::unix::fs::symlink("..", folder.path().join("fx/up"))?;
    std::os::unix::fs::symlink("gone", folder.path().join("fx/old"))?;
    std::os::unix::fs::symlink("self", folder.path().join("fx/self"))?;
    let (units, _, text) = load_and_discover(folder.path());
    assert_eq!(units.len(), 1);
    let expected = "warning[discover/dangling-link]: `fx/old` links to nothing\n    \
                    help: Remove the link or restore what it points to.\n\
                    warning[discover/dangling-link]: `fx/self` links to nothing\n    \
                    help: Remove the link or restore what it points to.\n\
                    warning[discover/link-loop]: `fx/up` links back to `.`, which contains it\n    \
                    help: Remove the link, or leave its folder out: with `exclude`, or with a narrower `sources` pattern.\n";
    harness::same("the diagnostics", expected, &text)
}

#[cfg(unix)]
fn unreadable_folder() -> Result<(), Failed> {
    use std::os::unix::fs::PermissionsExt;
    let folder = temp(&[("a.fx", ""), ("a.fx.lua", ""), ("shut/b.fx", "")]);
    let set = |mode| std::fs::set_permissions(folder.path().join("shut"), std::fs::Permissions::from_mode(mode));
    set(0o000)?;
    let (units, _, text) = load_and_discover(folder.path());
    set(0o700)?;
    assert_eq!(units.len(), 1);
    let expected = "error[discover/unreadable-folder]: cannot read `shut`: permission denied\n    \
                    help: Give this user the right to list and read it, or leave it out with a narrower `sources` \
                    pattern.\n";
    harness::same("the diagnostics", expected, &text)
}

/// A file that cannot be read from its beginning with any permissions: a process's memory.
#[cfg(target_os = "linux")]
fn unreadable_source() -> Result<(), Failed> {
    let folder = temp(&[("a.fx.lua", "Shader(\"A\").Technique.PixelShader = \"main\"\n")]);
    std::os::unix::fs::symlink("/proc/self/mem", folder.path().join("a.fx"))?;
    let (context, found) = BuildContext::open(&[folder.path().to_path_buf()]);
    assert_eq!(found, []);
    let front = run_frontend(&context, &[Target::Spirv]);
    let expected = "error[discover/unreadable-source]: cannot read `a.fx`: Input/output error (os error 5)\n    \
                    help: Put a text file there that this user may read.\n";
    harness::same("the diagnostics", expected, &harness::diagnostics(&front.diagnostics, &context.sources))
}

fn names(units: &[SourceUnit]) -> Vec<String> {
    units.iter().map(|unit| unit.sidecar.display().to_string()).collect()
}

#[cfg(unix)]
fn linked_folder() -> Result<(), Failed> {
    use std::os::unix::fs::symlink;
    let shared = temp(&[("b.fx", ""), ("b.fx.lua", ""), ("deep/c.fx", ""), ("deep/c.fx.lua", "")]);
    let other = temp(&[("x.fx", ""), ("x.fx.lua", "")]);
    let folder = temp(&[("a.fx", ""), ("a.fx.lua", "")]);
    symlink(shared.path(), folder.path().join("shared"))?;
    // Only what `sources` names is followed, not what is linked from there.
    symlink(other.path(), shared.path().join("other"))?;
    symlink("b.fx", shared.path().join("again.fx"))?;
    symlink("b.fx.lua", shared.path().join("again.fx.lua"))?;
    let (units, _, text) = load_and_discover(folder.path());
    assert_eq!(names(&units), ["a.fx.lua"]);
    let expected = "warning[discover/link-outside]: `shared` links to a folder outside of the project, which is not \
                    searched\n    help: Name it in `sources`, as in `\"shared/**\"`, or leave it out with `exclude = \
                    [\"shared/**\"]`.\n";
    harness::same("the diagnostics", expected, &text)?;
    std::fs::write(folder.path().join("uberc.toml"), "exclude = [\"shared/**\"]")?;
    let (units, diagnostics, _) = load_and_discover(folder.path());
    assert_eq!((names(&units), diagnostics), (vec!["a.fx.lua".to_owned()], Vec::new()));
    std::fs::write(folder.path().join("uberc.toml"), "sources = [\"*.fx\", \"shared/**/*.fx\"]")?;
    let (units, _, text) = load_and_discover(folder.path());
    assert_eq!(names(&units), ["a.fx.lua", "shared/again.fx.lua", "shared/b.fx.lua", "shared/deep/c.fx.lua"]);
    assert!(text.starts_with("warning[discover/link-outside]: `shared/other` links to a folder outside"), "{text}");
    assert!(text.lines().count() == 2, "{text}");
    Ok(())
}

/// Links to folders of the project, in a circle and side by side: a folder keeps its own name.
#[cfg(unix)]
fn folders_once() -> Result<(), Failed> {
    use std::os::unix::fs::symlink;
    let folder = temp(&[("m/a.fx", ""), ("m/a.fx.lua", ""), ("n/b.fx", ""), ("n/b.fx.lua", "")]);
    std::fs::create_dir_all(folder.path().join(".hidden/deep"))?;
    std::fs::write(folder.path().join(".hidden/deep/c.fx"), "")?;
    std::fs::write(folder.path().join(".hidden/deep/c.fx.lua"), "")?;
    // Each name of each folder leads to the other one: there are 2^40 paths of 40 links.
    for (link, target) in [("m/x", "../n"), ("m/y", "../n"), ("n/x", "../m"), ("n/y", "../m"), ("a_first", "m")] {
        symlink(target, folder.path().join(link))?;
    }
    symlink(".hidden/deep", folder.path().join("shown"))?;
    let (units, diagnostics, _) = load_and_discover(folder.path());
    assert_eq!(names(&units), ["m/a.fx.lua", "n/b.fx.lua", "shown/c.fx.lua"]);
    assert_eq!(diagnostics, []);
    Ok(())
}

/// A Wine prefix links to the root of the file system, and to the folder of the user.
#[cfg(unix)]
fn links_above() -> Result<(), Failed> {
    use std::os::unix::fs::symlink;
    let big = temp(&[("home/work/a.fx", ""), ("home/work/a.fx.lua", ""), ("home/work/prefix/dosdevices/x", "")]);
    for at in 0..300 {
        std::fs::create_dir_all(big.path().join(format!("data/{at}/{at}")))?;
        std::fs::write(big.path().join(format!("data/{at}/{at}/x.fx")), "")?;
    }
    let project = big.path().join("home/work");
    symlink(big.path(), project.join("prefix/dosdevices/z:"))?;
    symlink(big.path().join("data"), project.join("prefix/dosdevices/y:"))?;
    symlink("..", project.join("prefix/dosdevices/home"))?;
    std::fs::write(project.join("uberc.toml"), "limits.files = 20")?;
    let (units, _, text) = load_and_discover(&project);
    assert_eq!(names(&units), ["a.fx.lua"]);
    let words: Vec<&str> = text.lines().filter(|line| line.starts_with("warning")).collect();
    let expected = [
        "warning[discover/link-loop]: `prefix/dosdevices/home` links back to `prefix`, which contains it",
        "warning[discover/link-loop]: `prefix/dosdevices/z:` links back to a folder that contains the project",
        "warning[discover/link-outside]: `prefix/dosdevices/y:` links to a folder outside of the project, which is not \
         searched",
    ];
    assert_eq!(words, expected, "{text}");
    Ok(())
}

fn too_many_files() -> Result<(), Failed> {
    let folder = temp(&[("a.fx", ""), ("a.fx.lua", ""), ("uberc.toml", "limits.files = 50")]);
    for at in 0..60 {
        std::fs::create_dir_all(folder.path().join(format!("assets/{at}")))?;
    }
    let (_, diagnostics, text) = load_and_discover(folder.path());
    let expected = "error[discover/too-many-files]: more than 50 files and folders are searched for shaders\n    help: \
                    Leave folders out with `exclude = [\"assets/**\"]`, name those with shaders in `sources`, or raise \
                    `files` in the limits of `uberc.toml`.\n";
    harness::same("the diagnostics", expected, &text)?;
    assert_eq!(diagnostics.len(), 1);
    std::fs::write(folder.path().join("uberc.toml"), "exclude = [\"assets/**\"]\nlimits.files = 50")?;
    let (units, _, text) = load_and_discover(folder.path());
    assert_eq!((names(&units), text), (vec!["a.fx.lua".to_owned()], String::new()));
    Ok(())
}

/// Beyond a thousand shaders, a folder without a project file is probably not meant as a whole.
fn many_shaders_ask_for_a_project_file() -> Result<(), Failed> {
    let pair = |name: String| [(PathBuf::from(&name), Vec::new()), (PathBuf::from(name + ".lua"), Vec::new())];
    let mut files: Vec<(PathBuf, Vec<u8>)> = (0..1_000).flat_map(|at| pair(format!("{at}.fx"))).collect();
    let found = |files: &[(PathBuf, Vec<u8>)]| {
        let sources = Sources::in_memory(files.to_vec());
        let (project, _) = load_project(Path::new(""), &sources, &Registry::standard());
        let (units, diagnostics, _) = discover(&project, &sources, &Registry::standard());
        let codes: Vec<&str> = diagnostics.iter().map(|diagnostic| diagnostic.code).collect();
        (units.len(), codes.concat())
    };
    assert_eq!(found(&files), (1_000, String::new()));
    files.extend(pair("more.fx".to_owned()));
    assert_eq!(found(&files), (0, "discover/no-project-file".to_owned()));
    files.push(("uberc.toml".into(), Vec::new()));
    assert_eq!(found(&files), (1_001, String::new()));
    Ok(())
}

#[cfg(unix)]
fn not_utf8_name() -> Result<(), Failed> {
    use std::os::unix::ffi::OsStrExt;
    let folder = temp(&[("a.fx", ""), ("a.fx.lua", "")]);
    let name = std::ffi::OsStr::from_bytes(b"b\xFF.fx");
    if std::fs::write(folder.path().join(name), "").is_err() {
        return Ok(()); // This file system has no such names; then there is nothing to tell.
    }
    let (units, _, text) = load_and_discover(folder.path());
    assert_eq!(units.len(), 1);
    assert!(text.starts_with("error[discover/file-name]: the name of `b\u{FFFD}.fx` is not UTF-8"), "{text}");
    Ok(())
}

#[cfg(unix)]
fn control_character() -> Result<(), Failed> {
    let folder = temp(&[("a\nb.fx", ""), ("a\nb.fx.lua", ""), ("good.fx", ""), ("good.fx.lua", "")]);
    let (units, _, text) = load_and_discover(folder.path());
    assert_eq!(units.len(), 1);
    assert!(text.starts_with(r#"error[discover/file-name]: the name "a\nb.fx" holds a control character"#), "{text}");
    Ok(())
}

/// Any content of the file gives diagnostics with places inside the file, never a panic.
fn any_text() -> Result<(), Failed> {
    use proptest::prelude::*;
    let word = prop_oneof![
        Just("sources".to_owned()),
        Just("[limits]".to_owned()),
        Just("[target.spirv]".to_owned()),
        Just("[compiler.x]".to_owned()),
        Just("compilers".to_owned()),
        Just("sidecar-time".to_owned()),
        Just("=".to_owned()),
        Just("[".to_owned()),
        Just("]".to_owned()),
        Just("\"10s\"".to_owned()),
        Just("\"a\"".to_owned()),
        Just("{".to_owned()),
        Just("}".to_owned()),
        Just(",".to_owned()),
        Just("\n".to_owned()),
        Just("-1e400".to_owned()),
        Just("0xFFFFFFFFFFFFFFFFFF".to_owned()),
        Just("'''".to_owned()),
        any::<char>().prop_map(String::from),
    ];
    let text = proptest::collection::vec(word, 0..40).prop_map(|words| words.join(" "));
    let mut runner = proptest::test_runner::TestRunner::new(ProptestConfig {
        cases: 400,
        failure_persistence: None,
        ..ProptestConfig::default()
    });
    runner.run(&text, |text| {
        let sources = Sources::in_memory([("uberc.toml", text), ("a.fx", String::new())]);
        let (project, mut diagnostics) = load_project(Path::new(""), &sources, &Registry::standard());
        diagnostics.extend(discover(&project, &sources, &Registry::standard()).1);
        for diagnostic in &diagnostics {
            if let Some(label) = &diagnostic.primary {
                let length = sources.get(label.span.file).text.len();
                prop_assert!(label.span.start <= label.span.end && label.span.end as usize <= length);
            }
            uberc::diag::render(diagnostic, &sources, uberc::diag::Style::Plain);
        }
        Ok(())
    })?;
    Ok(())
}
