//! `cargo xtask dist`: what users install, as one tar.
//!
//! `uberc-VERSION-TRIPLE/` has `bin`, `lib` (with `pkgconfig`), `include` and `share` as below a prefix. The same programs give the same
//! bytes: names are sorted, and owners and times are fixed.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::steps::{cargo, command, root, run, say};

/// The packages whose code is in the tar.
const PACKAGES: [&str; 3] = ["uberc", "uberc-worker", "uberc-capi"];

/// What the words behind `dist` ask for.
#[derive(Default)]
struct Options {
    /// A folder with programs and libraries that are built already; else an optimised build is made.
    built: Option<PathBuf>,
    /// Where the tar goes; else `target/dist`.
    output: Option<PathBuf>,
}

/// Builds, and writes the tar.
pub(crate) fn dist(words: &[String]) -> Result<(), String> {
    let options = options(words)?;
    let built = match options.built {
        Some(folder) => folder,
        None => build()?,
    };
    let metadata = metadata()?;
    let name = format!("uberc-{}-{}", version(&metadata)?, triple()?);
    let output = options.output.unwrap_or_else(|| root().join("target/dist"));
    let prefix = output.join(&name);
    if prefix.exists() {
        std::fs::remove_dir_all(&prefix).map_err(|error| format!("{}: {error}", prefix.display()))?;
    }
    programs(&built, &prefix)?;
    libraries(&built, &prefix, version(&metadata)?)?;
    completions(&prefix)?;
    documents(&prefix, &metadata)?;
    pack(&output, &name)
}

fn options(words: &[String]) -> Result<Options, String> {
    let mut options = Options::default();
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let value = words.next().map(PathBuf::from).ok_or_else(|| format!("`{word}` takes a folder"))?;
        match word.as_str() {
            "--built" => options.built = Some(value),
            "--output" => options.output = Some(value),
            _ => return Err(format!("`dist` has no option `{word}`")),
        }
    }
    Ok(options)
}

fn build() -> Result<PathBuf, String> {
    let packages = PACKAGES.iter().flat_map(|package| ["--package", package]);
    cargo(&["build", "--release", "--locked"].into_iter().chain(packages).collect::<Vec<_>>())?;
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from);
    Ok(target.join("release"))
}

/// What cargo knows of the workspace and of everything that it depends on.
fn metadata() -> Result<Value, String> {
    let output = command("cargo", &["metadata", "--format-version", "1", "--locked"]).output();
    let output = output.map_err(|error| format!("cannot run cargo: {error}"))?;
    if !output.status.success() {
        return Err(format!("cargo metadata: {}", String::from_utf8_lossy(&output.stderr)));
    }
    serde_json::from_slice(&output.stdout).map_err(|error| format!("cargo metadata: {error}"))
}

fn packages(metadata: &Value) -> impl Iterator<Item = &Value> {
    metadata["packages"].as_array().into_iter().flatten()
}

fn version(metadata: &Value) -> Result<&str, String> {
    let own = packages(metadata).find(|package| package["name"] == PACKAGES[0]);
    own.and_then(|package| package["version"].as_str()).ok_or_else(|| "cargo knows no package `uberc`".to_owned())
}

/// The platform of the compiler: `x86_64-unknown-linux-gnu`.
fn triple() -> Result<String, String> {
    let output = command("rustc", &["-vV"]).output().map_err(|error| format!("cannot run rustc: {error}"))?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_owned).ok_or_else(|| "`rustc -vV` names no host".to_owned())
}

fn copy(from: &Path, to: &Path) -> Result<(), String> {
    let text = |error: std::io::Error| format!("cannot copy {} to {}: {error}", from.display(), to.display());
    std::fs::create_dir_all(to.parent().unwrap_or(to)).map_err(text)?;
    std::fs::copy(from, to).map(drop).map_err(text)
}

fn write(to: &Path, text: &str) -> Result<(), String> {
    let told = |error: std::io::Error| format!("cannot write {}: {error}", to.display());
    std::fs::create_dir_all(to.parent().unwrap_or(to)).map_err(told)?;
    std::fs::write(to, text).map_err(told)
}

fn programs(built: &Path, prefix: &Path) -> Result<(), String> {
    for program in ["uberc", "uberc-dxc"] {
        let name = format!("{program}{}", std::env::consts::EXE_SUFFIX);
        copy(&built.join(&name), &prefix.join("bin").join(&name))?;
    }
    Ok(())
}

/// The C interface: header, static and shared library, and the description for pkg-config, which finds the prefix from its own place.
fn libraries(built: &Path, prefix: &Path, version: &str) -> Result<(), String> {
    let capi = root().join("src/capi");
    copy(&capi.join("include/uberc.h"), &prefix.join("include/uberc.h"))?;
    let (before, after) = (std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX);
    let names = [format!("{before}uberc_capi{after}"), format!("{before}uberc_capi.a"), "uberc_capi.lib".to_owned()];
    let there: Vec<&String> = names.iter().filter(|name| built.join(name).is_file()).collect();
    if there.len() < 2 {
        return Err(format!("{} has not both libraries of uberc-capi", built.display()));
    }
    for name in there {
        copy(&built.join(name), &prefix.join("lib").join(name))?;
    }
    let description = std::fs::read_to_string(capi.join("uberc.pc.in")).map_err(|error| error.to_string())?;
    let description = description.replace("@prefix@", "${pcfiledir}/../..").replace("@version@", version);
    write(&prefix.join("lib/pkgconfig/uberc.pc"), &description)
}

/// Completions where the shells look for them, and a man page for each command. The program writes both.
fn completions(prefix: &Path) -> Result<(), String> {
    let uberc = prefix.join("bin/uberc").display().to_string();
    let man = prefix.join("share/man/man1").display().to_string();
    run(command(&uberc, &["--quiet", "completions", "--man", &man]))?;
    for (shell, file) in [
        ("bash", "bash-completion/completions/uberc"),
        ("zsh", "zsh/site-functions/_uberc"),
        ("fish", "fish/vendor_completions.d/uberc.fish"),
    ] {
        let output = command(&uberc, &["completions", shell]).output().map_err(|error| error.to_string())?;
        let text = String::from_utf8(output.stdout).map_err(|error| error.to_string())?;
        if !output.status.success() || text.is_empty() {
            return Err(format!("`uberc completions {shell}` failed"));
        }
        write(&prefix.join("share").join(file), &text)?;
    }
    Ok(())
}

fn documents(prefix: &Path, metadata: &Value) -> Result<(), String> {
    let to = prefix.join("share/doc/uberc");
    for file in ["README.md", "CHANGELOG.md", "LICENSE-APACHE", "LICENSE-MIT"] {
        copy(&root().join(file), &to.join(file))?;
    }
    copy(&root().join("src/runtime/FORMAT.md"), &to.join("FORMAT.md"))?;
    write(&to.join("THIRD-PARTY.txt"), &third_party(metadata)?)
}

/// The licences of everything that is linked into the programs and libraries: their texts, each once.
fn third_party(metadata: &Value) -> Result<String, String> {
    let linked = linked(metadata);
    if linked.len() < 10 {
        return Err(format!("cargo knows only {} dependencies", linked.len()));
    }
    let licensed = |package: &Value| {
        let text = |field: &str| package[field].as_str().unwrap_or_default();
        let folder = Path::new(text("manifest_path")).parent().unwrap_or(Path::new("")).to_path_buf();
        Licensed {
            name: format!("{} {}", text("name"), text("version")),
            licence: package["license"].as_str().map(str::to_owned),
            source: package["repository"].as_str().map(str::to_owned),
            texts: licence_files(&folder, package["license_file"].as_str()),
        }
    };
    Ok(licences(&linked.into_iter().map(licensed).collect::<Vec<_>>()))
}

/// What a package says of its licence.
struct Licensed {
    /// With the version.
    name: String,
    /// The licence's name.
    licence: Option<String>,
    /// Where its sources are developed.
    source: Option<String>,
    /// The texts of licences and notices in it.
    texts: Vec<String>,
}

/// The list of packages, and each text once. The list says which packages come without a text, and where their sources are.
fn licences(packages: &[Licensed]) -> String {
    let mut list = String::new();
    let mut texts: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for package in packages {
        let licence = package.licence.as_deref().unwrap_or("see its text");
        list += &format!("{}: {licence}", package.name);
        if package.texts.is_empty() {
            list += "; the package has no text of its licence";
            list += &package.source.as_ref().map_or(String::new(), |source| format!(", its sources are at {source}"));
        }
        list.push('\n');
        for text in &package.texts {
            texts.entry(text).or_default().push(&package.name);
        }
    }
    let mut out = format!("uberc contains these packages.\n\n{list}");
    for (text, names) in texts {
        out += &format!("\n{}\n{}\n\n{}\n", "-".repeat(80), names.join(", "), text.trim_end());
    }
    out
}

/// The packages that the code of [`PACKAGES`] is made of, without what only builds or tests it; sorted by name and version.
fn linked(metadata: &Value) -> Vec<&Value> {
    let nodes: BTreeMap<&str, &Value> = metadata["resolve"]["nodes"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|node| Some((node["id"].as_str()?, node)))
        .collect();
    let ids = packages(metadata).filter(|package| PACKAGES.iter().any(|own| package["name"] == *own));
    let mut open: Vec<&str> = ids.filter_map(|package| package["id"].as_str()).collect();
    let mut seen: Vec<&str> = Vec::new();
    while let Some(id) = open.pop() {
        if seen.contains(&id) {
            continue;
        }
        seen.push(id);
        let dependencies = nodes.get(id).and_then(|node| node["deps"].as_array()).into_iter().flatten();
        let is_linked = |dependency: &&Value| {
            dependency["dep_kinds"].as_array().into_iter().flatten().any(|kind| kind["kind"].is_null())
        };
        open.extend(dependencies.filter(is_linked).filter_map(|dependency| dependency["pkg"].as_str()));
    }
    let is_foreign = |package: &&Value| !package["source"].is_null();
    let mut found: Vec<&Value> =
        packages(metadata).filter(|package| seen.iter().any(|id| package["id"] == *id)).filter(is_foreign).collect();
    found.sort_by_key(|package| (package["name"].to_string(), package["version"].to_string()));
    found
}

/// The texts of files whose names are those of licences and notices, and of the file that a package names (`license-file`).
fn licence_files(folder: &Path, named: Option<&str>) -> Vec<String> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let is_licence = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_uppercase();
        ["LICENSE", "LICENCE", "COPYING", "NOTICE", "UNLICENSE"].iter().any(|word| name.starts_with(word))
    };
    let mut files: Vec<PathBuf> = entries.filter(is_licence).chain(named.map(|file| folder.join(file))).collect();
    files.retain(|path| path.is_file());
    files.sort();
    files.dedup();
    files
        .iter()
        .filter_map(|file| std::fs::read(file).ok())
        .map(|text| String::from_utf8_lossy(&text).into_owned())
        .collect()
}

/// `NAME.tar.gz` beside the folder, written under another name first.
fn pack(output: &Path, name: &str) -> Result<(), String> {
    let (file, part) = (output.join(format!("{name}.tar.gz")), format!("{name}.tar.gz.part"));
    let mut tar = command("tar", &["--sort=name", "--owner=0", "--group=0", "--numeric-owner", "--mtime=@0"]);
    // gzip's header would have the time.
    tar.args(["--mode=u=rwX,go=rX", "--use-compress-program=gzip -9n", "-cf", &part, name]).current_dir(output);
    run(tar)?;
    std::fs::rename(output.join(&part), &file).map_err(|error| format!("{}: {error}", file.display()))?;
    say(&format!("{}", file.display()));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packages_without_a_text_are_named() {
        let licensed = |name: &str, licence: Option<&str>, source: Option<&str>, texts: &[&str]| Licensed {
            name: name.to_owned(),
            licence: licence.map(str::to_owned),
            source: source.map(str::to_owned),
            texts: texts.iter().map(|text| (*text).to_owned()).collect(),
        };
        let packages = [
            licensed("one 1.0.0", Some("MIT"), None, &["The text.\n"]),
            licensed("other 0.1.0", Some("MIT OR Zlib"), Some("https://example.org/other"), &[]),
            licensed("third 2.0.0", Some("MIT"), None, &[]),
            licensed("two 1.0.0", None, None, &["The text.\n"]),
        ];
        let line = "-".repeat(80);
        let expected = format!(
            "uberc contains these packages.\n\n\
             one 1.0.0: MIT\n\
             other 0.1.0: MIT OR Zlib; the package has no text of its licence, its sources are at https://example.org/other\n\
             third 2.0.0: MIT; the package has no text of its licence\n\
             two 1.0.0: see its text\n\n\
             {line}\none 1.0.0, two 1.0.0\n\nThe text.\n"
        );
        assert_eq!(licences(&packages), expected);
    }

    #[test]
    fn a_licence_is_found_by_its_name_and_where_the_package_names_it() {
        let folder = std::env::temp_dir().join(format!("uberc-xtask-licences-{}", std::process::id()));
        std::fs::create_dir_all(folder.join("legal")).expect("a folder");
        for (file, text) in
            [("LICENSE-MIT", "MIT"), ("notice.txt", "notice"), ("legal/terms.md", "terms"), ("README.md", "")]
        {
            std::fs::write(folder.join(file), text).expect("a file");
        }
        let found = [licence_files(&folder, None), licence_files(&folder, Some("legal/terms.md"))];
        let again = licence_files(&folder, Some("LICENSE-MIT"));
        std::fs::remove_dir_all(&folder).expect("it was created here");
        assert_eq!(found, [vec!["MIT", "notice"], vec!["MIT", "terms", "notice"]]);
        assert_eq!(again, ["MIT", "notice"]);
    }
}
