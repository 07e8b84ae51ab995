//! What users install: the tar of `cargo xtask dist`, and the packages that are published.

#[cfg(unix)]
mod from_git;

use std::path::Path;
use std::process::Command;

use libtest_mimic::{Failed, Trial};
use serde_json::Value;

use super::capi;
use super::tidy::root;
use crate::harness;

pub fn trials() -> Vec<Trial> {
    let tar = harness::trial("releases::the_tar_has_everything", tar);
    let mut trials = vec![
        ["gcc", "pkg-config", "strip"].iter().fold(tar, |trial, program| harness::needs(program, trial)),
        harness::trial("releases::packages_can_be_published", packages),
        harness::trial("releases::a_package_has_what_it_is_built_from", files),
    ];
    #[cfg(unix)]
    trials.extend(from_git::trials());
    trials
}

const PUBLISHED: [&str; 6] = ["uberc", "uberc-capi", "uberc-remote", "uberc-render", "uberc-runtime", "uberc-worker"];

fn output(command: &mut Command) -> Result<String, Failed> {
    let output = command.output()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    if output.status.success() {
        return Ok(text);
    }
    Err(format!("{command:?}: {}\n{text}{}", output.status, String::from_utf8_lossy(&output.stderr)).into())
}

/// Installed below a prefix, the program runs, and a C program that pkg-config describes reads an archive.
fn tar() -> Result<(), Failed> {
    let place = tempfile::tempdir()?;
    let built = place.path().join("built");
    std::fs::create_dir_all(&built)?;
    let uberc = Path::new(env!("CARGO_BIN_EXE_uberc"));
    let strip = |from: &Path, name: &str| {
        output(Command::new("strip").arg("--strip-debug").arg(from).arg("-o").arg(built.join(name)))
    };
    strip(uberc, "uberc")?;
    // The program of the workers has tests of its own; here it only has to be in the tar.
    std::fs::write(built.join("uberc-dxc"), "")?;
    for library in ["libuberc_capi.a", "libuberc_capi.so"] {
        strip(&capi::libraries()?.join(library), library)?;
    }
    let mut dist = Command::new(env!("CARGO"));
    dist.args(["run", "--quiet", "--package", "xtask", "--", "dist", "--built"]).arg(&built);
    dist.arg("--output").arg(place.path()).current_dir(root());
    output(&mut dist)?;
    let files =
        std::fs::read_dir(place.path())?.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned());
    let file = files.into_iter().find(|name| name.ends_with(".tar.gz")).ok_or("a tar")?;
    let name = file.trim_end_matches(".tar.gz").to_owned();
    std::fs::remove_dir_all(place.path().join(&name))?;
    output(Command::new("tar").arg("-xzf").arg(&file).current_dir(place.path()))?;
    let list = output(Command::new("tar").arg("-tzf").arg(&file).current_dir(place.path()))?;
    // A row for each command.
    let list = list
        .replace(&name, "uberc-VERSION-TRIPLE")
        .lines()
        .filter(|line| !line.contains("/man1/uberc-"))
        .fold(String::new(), |list, line| list + line + "\n");
    harness::golden(&harness::suite_dir("releases").join("tar.txt"), &list)?;
    let prefix = place.path().join(&name);
    let version = output(Command::new(prefix.join("bin/uberc")).arg("--version"))?;
    assert_eq!(version.trim(), concat!("uberc ", env!("CARGO_PKG_VERSION")));
    let third = std::fs::read_to_string(prefix.join("share/doc/uberc/THIRD-PARTY.txt"))?;
    let has = |name: &str| third.contains(&format!("\n{name} "));
    assert!(has("naga") && has("mlua") && !has("proptest") && !has("mdbook-driver"), "{third}");
    let rspirv = third.lines().find(|line| line.starts_with("rspirv ")).unwrap_or_default();
    let without =
        ": Apache-2.0; the package has no text of its licence, its sources are at https://github.com/gfx-rs/rspirv";
    assert!(rspirv.ends_with(without), "{rspirv}");
    let settings = prefix.join("lib/pkgconfig");
    let flags =
        output(Command::new("pkg-config").args(["--cflags", "--libs", "uberc"]).env("PKG_CONFIG_PATH", settings))?;
    let program = place.path().join("program");
    let source = place.path().join("program.c");
    std::fs::write(
        &source,
        "#include <uberc.h>\nint main(void) { uberc_pack *pack; return uberc_pack_open(0, 0, &pack) == 0; }\n",
    )?;
    output(Command::new("gcc").arg(&source).args(flags.split_whitespace()).arg("-o").arg(&program))?;
    output(Command::new(&program).env("LD_LIBRARY_PATH", prefix.join("lib")))?;
    Ok(())
}

/// What cargo knows of the workspace.
fn metadata() -> Result<Value, Failed> {
    let mut command = Command::new(env!("CARGO"));
    let text = output(command.args(["metadata", "--format-version", "1", "--no-deps"]).current_dir(root()))?;
    Ok(serde_json::from_str(&text)?)
}

/// The packages that a registry takes, and what it asks of them.
fn packages() -> Result<(), Failed> {
    let metadata = metadata()?;
    let all = metadata["packages"].as_array().ok_or("packages")?;
    let is_published = |package: &&Value| package["publish"].is_null();
    let mut names: Vec<&str> = Vec::new();
    for package in all.iter().filter(is_published) {
        let name = package["name"].as_str().unwrap_or_default();
        for field in ["description", "license", "rust_version"] {
            assert!(package[field].is_string(), "{name} has no `{field}`");
        }
        assert_eq!(package["version"], env!("CARGO_PKG_VERSION"), "{name}");
        for dependency in package["dependencies"].as_array().into_iter().flatten() {
            // A package of this repository has a version too, which a registry finds; tests are not published.
            let is_own = dependency["path"].is_string() && dependency["kind"] != "dev";
            let wanted = format!("^{}", env!("CARGO_PKG_VERSION"));
            assert!(!is_own || dependency["req"] == wanted, "{name}: {dependency}");
        }
        names.push(name);
    }
    names.sort_unstable();
    assert_eq!(names, PUBLISHED);
    Ok(())
}

/// The files of a package, a line each.
fn listed(package: &str) -> Result<String, Failed> {
    let mut command = Command::new(env!("CARGO"));
    command.args(["package", "--list", "--allow-dirty", "--offline", "--package", package]);
    output(command.current_dir(root()))
}

/// Each package has its licences and a page for the registry; that of the program has its sources, and no tests.
fn files() -> Result<(), Failed> {
    for package in PUBLISHED {
        let list = listed(package)?;
        for name in ["README.md", "LICENSE-APACHE", "LICENSE-MIT"] {
            assert!(list.lines().any(|line| line == name), "{package} has no {name}");
        }
    }
    let list = listed("uberc")?;
    let has = |name: &str| list.lines().any(|line| line == name);
    for name in
        ["src/main.rs", "lua/prelude/shader.luau", "lua/meta/uberc.lua", "cxx/bsl.hh", "build.rs", "LICENSE-MIT"]
    {
        assert!(has(name), "{name} is missing\n{list}");
    }
    let other = list
        .lines()
        .find(|line| ["tests/", "examples/", "src/runtime/", "shaders/"].iter().any(|folder| line.starts_with(folder)));
    assert_eq!(other, None);
    Ok(())
}
