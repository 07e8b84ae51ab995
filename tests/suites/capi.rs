//! The C interface: the header is current, and what a C program reads is what a Rust program reads.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use libtest_mimic::{Failed, Trial};
use uberc::model::Scalar;
use uberc::pack::{Options, pack};
use uberc_runtime::{Decoder, Pack, Stage, Technique};

use super::archive::{live::reordered, sample};
use crate::harness;

pub fn trials() -> Vec<Trial> {
    vec![
        harness::trial("capi::the_header_is_current", header),
        harness::needs("gcc", harness::trial("capi::a_c_program_reads_what_rust_reads", same_answers)),
        harness::needs("gcc", harness::trial("capi::mistakes_are_statuses", mistakes)),
        harness::needs("gcc", harness::trial("capi::handles_survive_a_reload", reload)),
        harness::needs("g++", harness::trial("capi::the_header_is_also_cpp", cpp)),
        harness::needs("gcc", harness::trial("capi::materials_have_shaders_and_values", materials)),
        harness::needs("gcc", harness::trial("capi::programs_have_a_machine_and_bytes", programs)),
        harness::needs("valgrind", harness::trial("capi::valgrind_finds_nothing", valgrind)),
        harness::needs("pkg-config", harness::trial("capi::pkg_config_finds_the_shared_library", shared)),
        harness::needs(
            "cmake",
            harness::needs("ninja", harness::trial("capi::the_cmake_example_looks_up", cmake_example)),
        ),
    ]
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src/capi")
}

fn header() -> Result<(), Failed> {
    let config = cbindgen::Config::from_file(folder().join("cbindgen.toml"))?;
    let bindings = cbindgen::Builder::new().with_crate(folder()).with_config(config).generate()?;
    let mut text = Vec::new();
    bindings.write(&mut text);
    harness::golden(&folder().join("include/uberc.h"), &String::from_utf8(text)?)
}

/// Where cargo puts the libraries, built once a run: a test binary's own build leaves them out.
pub fn libraries() -> Result<&'static Path, Failed> {
    static BUILT: OnceLock<Result<PathBuf, String>> = OnceLock::new();
    let build = || {
        let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("capi");
        let output = Command::new(env!("CARGO"))
            .args(["build", "--quiet", "--package", "uberc-capi", "--target-dir"])
            .arg(&target)
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .output()
            .map_err(|error| error.to_string())?;
        if output.status.success() {
            Ok(target.join("debug"))
        } else {
            Err(format!("cargo build: {}", String::from_utf8_lossy(&output.stderr)))
        }
    };
    BUILT.get_or_init(build).as_deref().map_err(|error| error.clone().into())
}

/// Compiles a C program of `src/capi` or of a test against the static library.
fn compiled(source: &Path, place: &Path, flags: &[&str]) -> Result<PathBuf, Failed> {
    let program = place.join("program");
    run(Command::new("gcc")
        .args(["-std=c11", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-g"])
        .args(flags)
        .arg("-I")
        .arg(folder().join("include"))
        .arg(source)
        .arg(libraries()?.join("libuberc_capi.a"))
        .args(["-lpthread", "-ldl", "-lm", "-o"])
        .arg(&program))?;
    Ok(program)
}

fn run(command: &mut Command) -> Result<String, Failed> {
    let output = command.output()?;
    if !output.status.success() {
        return Err(format!("{command:?}: {}\n{}", output.status, String::from_utf8_lossy(&output.stderr)).into());
    }
    Ok(String::from_utf8(output.stdout)?)
}

/// The sample archive in a file; with the shaders that the programs print.
fn archive(place: &Path) -> Result<(PathBuf, Vec<u8>), Failed> {
    let mut package = sample::package();
    package.targets.extend(sample::alike().targets.into_iter().map(|mut target| {
        target.target = uberc::model::Target::Glsl;
        target
    }));
    let bytes = pack(&package, Options::RELEASE)?;
    let path = place.join("sample.fxo");
    std::fs::write(&path, &bytes)?;
    Ok((path, bytes))
}

const SHADERS: [(&str, &str); 4] =
    [("spirv", "RenderMesh"), ("spirv", "RenderSimple"), ("glsl", "Alike"), ("wgsl", "RenderMesh")];

fn fnv1a(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xCBF2_9CE4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01B3))
}

/// What `example/lookup.c` prints, by the Rust interface.
fn expected(pack: &Pack<&[u8]>, target: &str, name: &str) -> Result<String, Failed> {
    let shader = pack.target(target)?.shader(name)?;
    let mut decoder = Decoder::new();
    let mut text = String::new();
    for key in 0..1u64 << shader.key_bits() {
        text += &match shader.technique(shader.key_from_bits(key)) {
            Ok(technique) => format!("{key}{}\n", technique_text(&technique, &mut decoder)?),
            Err(miss) => {
                let fallback = miss.fallback();
                let fallback =
                    fallback.map(|found| format!(" -> {}/{}", found.shader.id().index, found.technique.number()));
                format!("{key} {miss}{}\n", fallback.unwrap_or_default())
            }
        };
    }
    Ok(text)
}

fn technique_text(technique: &Technique<'_>, decoder: &mut Decoder) -> Result<String, Failed> {
    let state = technique.render_state();
    let mut text = format!(
        " {} z {} {} bias {}",
        technique.number(),
        state.z_func as u8,
        u8::from(state.z_write_enable),
        state.depth_bias
    );
    for stage in Stage::ALL {
        let Some(variant) = technique.stage(stage) else { continue };
        let mut code = Vec::new();
        decoder.decode(variant.blob(), &mut code)?;
        let bindings = variant.bindings();
        text += &format!(" {} {} {} {:016x}", stage as u8, variant.entry_point(), bindings.len(), fnv1a(&code));
        for binding in bindings {
            text += &format!(" {}.{}={}", binding.set, binding.binding, binding.name);
        }
    }
    Ok(text)
}

fn compare(mut program: impl FnMut(&Path, &str, &str) -> Result<String, Failed>) -> Result<(), Failed> {
    let place = tempfile::tempdir()?;
    let (path, bytes) = archive(place.path())?;
    let pack = Pack::open(&bytes[..])?;
    for (target, shader) in SHADERS {
        let printed = program(&path, target, shader)?;
        assert!(printed.lines().count() >= 8, "{target} {shader} has keys");
        harness::same(&format!("{target} {shader}"), &expected(&pack, target, shader)?, &printed)?;
    }
    Ok(())
}

fn same_answers() -> Result<(), Failed> {
    let place = tempfile::tempdir()?;
    let program = compiled(&folder().join("example/lookup.c"), place.path(), &[])?;
    compare(|path, target, shader| run(Command::new(&program).arg(path).args([target, shader])))
}

/// The same under valgrind: no read or write outside, nothing left behind.
fn valgrind() -> Result<(), Failed> {
    let place = tempfile::tempdir()?;
    let program = compiled(&folder().join("example/lookup.c"), place.path(), &[])?;
    let (path, _) = archive(place.path())?;
    let mut command = Command::new("valgrind");
    command.args(["--quiet", "--leak-check=full", "--show-leak-kinds=definite,indirect", "--error-exitcode=9"]);
    run(command.arg(&program).arg(&path).args(["glsl", "Alike"]))?;
    let mistakes = compiled(&harness::suite_dir("capi").join("mistakes.c"), place.path(), &[])?;
    let mut command = Command::new("valgrind");
    command.args(["--quiet", "--leak-check=full", "--show-leak-kinds=definite,indirect", "--error-exitcode=9"]);
    run(command.arg(&mistakes).arg(&path))?;
    let programs = compiled(&harness::suite_dir("capi").join("programs.c"), place.path(), &[])?;
    let mut command = Command::new("valgrind");
    command.args(["--quiet", "--leak-check=full", "--show-leak-kinds=definite,indirect", "--error-exitcode=9"]);
    run(command.arg(&programs).arg(archive_of_programs(place.path())?))?;
    let reload = compiled(&harness::suite_dir("capi").join("reload.c"), place.path(), &["-pthread"])?;
    let mut command = Command::new("valgrind");
    command.args(["--quiet", "--leak-check=full", "--show-leak-kinds=definite,indirect", "--error-exitcode=9"]);
    run(command.arg(&reload).args(archives_to_reload(place.path())?))?;
    Ok(())
}

/// Null pointers, unknown names, foreign handles, damaged bytes, an engine's decoder that fails: each has its status and a message.
fn mistakes() -> Result<(), Failed> {
    let place = tempfile::tempdir()?;
    let program = compiled(&harness::suite_dir("capi").join("mistakes.c"), place.path(), &[])?;
    let (path, _) = archive(place.path())?;
    let printed = run(Command::new(&program).arg(&path))?;
    harness::golden(&harness::suite_dir("capi").join("mistakes.txt"), &printed)
}

/// A material leads to its shader, and has values for each technique of it.
fn materials() -> Result<(), Failed> {
    let place = tempfile::tempdir()?;
    let program = compiled(&harness::suite_dir("capi").join("materials.c"), place.path(), &[])?;
    let mut package = sample::package();
    package.targets[0].shaders.push(sample::meshlets());
    let path = place.path().join("materials.fxo");
    std::fs::write(&path, pack(&sample::with_materials(package), Options::FAST)?)?;
    let printed = run(Command::new(&program).arg(&path))?;
    harness::golden(&harness::suite_dir("capi").join("materials.txt"), &printed)
}

/// A technique has a program in the place of stages, with its machine, its bytes, and what it needs; one with stages has none.
fn programs() -> Result<(), Failed> {
    let place = tempfile::tempdir()?;
    let program = compiled(&harness::suite_dir("capi").join("programs.c"), place.path(), &[])?;
    let path = archive_of_programs(place.path())?;
    let printed = run(Command::new(&program).arg(&path))?;
    harness::golden(&harness::suite_dir("capi").join("programs.txt"), &printed)
}

fn archive_of_programs(place: &Path) -> Result<PathBuf, Failed> {
    let mut package = sample::package();
    let mut plasma = sample::plasma();
    for (needs, technique) in [(3.0, true), (7.5, false)].into_iter().zip(&mut plasma.techniques) {
        let values = [
            ("psl registers", Scalar::Number(needs.0)),
            ("psl g_bMath", Scalar::Bool(needs.1)),
            ("Queue", Scalar::String("Screen".to_owned())),
        ];
        std::sync::Arc::make_mut(&mut technique.technique)
            .metadata
            .extend(values.map(|(name, value)| (name.to_owned(), value)));
    }
    package.targets[0].shaders.push(plasma);
    let path = place.join("programs.fxo");
    std::fs::write(&path, pack(&package, Options::RELEASE)?)?;
    Ok(path)
}

/// The archives that `reload.c` takes: as it is, with the branches moved and a shader gone, and damaged.
fn archives_to_reload(place: &Path) -> Result<[PathBuf; 3], Failed> {
    let paths = ["first.fxo", "moved.fxo", "damaged.fxo"].map(|name| place.join(name));
    std::fs::write(&paths[0], pack(&sample::package(), Options::FAST)?)?;
    let moved = pack(&reordered(), Options::FAST)?;
    std::fs::write(&paths[2], &moved[..moved.len() / 2])?;
    std::fs::write(&paths[1], moved)?;
    Ok(paths)
}

/// Handles by name lead into whatever archive is loaded; what is held stays whole; a file that is no archive changes nothing.
fn reload() -> Result<(), Failed> {
    let place = tempfile::tempdir()?;
    let program = compiled(&harness::suite_dir("capi").join("reload.c"), place.path(), &["-pthread"])?;
    let printed = run(Command::new(&program).args(archives_to_reload(place.path())?))?;
    harness::golden(&harness::suite_dir("capi").join("reload.txt"), &printed)
}

fn cpp() -> Result<(), Failed> {
    let place = tempfile::tempdir()?;
    let source = place.path().join("header.cpp");
    std::fs::write(&source, "#include \"uberc.h\"\nint main() { return uberc_message() == nullptr; }\n")?;
    let program = place.path().join("program");
    run(Command::new("g++")
        .args(["-std=c++17", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-I"])
        .arg(folder().join("include"))
        .arg(&source)
        .arg(libraries()?.join("libuberc_capi.a"))
        .args(["-lpthread", "-ldl", "-lm", "-o"])
        .arg(&program))?;
    run(&mut Command::new(&program)).map(drop)
}

/// Installed as a distribution would: header, shared library and `uberc.pc` below a prefix.
fn shared() -> Result<(), Failed> {
    let prefix = tempfile::tempdir()?;
    for folder in ["lib/pkgconfig", "include"] {
        std::fs::create_dir_all(prefix.path().join(folder))?;
    }
    std::fs::copy(folder().join("include/uberc.h"), prefix.path().join("include/uberc.h"))?;
    let library = "libuberc_capi.so";
    std::fs::copy(libraries()?.join(library), prefix.path().join("lib").join(library))?;
    let description = std::fs::read_to_string(folder().join("uberc.pc.in"))?
        .replace("@prefix@", &prefix.path().display().to_string())
        .replace("@version@", env!("CARGO_PKG_VERSION"));
    std::fs::write(prefix.path().join("lib/pkgconfig/uberc.pc"), description)?;
    let flags = run(Command::new("pkg-config")
        .args(["--cflags", "--libs", "uberc"])
        .env("PKG_CONFIG_PATH", prefix.path().join("lib/pkgconfig")))?;
    let program = prefix.path().join("program");
    run(Command::new("gcc")
        .arg(folder().join("example/lookup.c"))
        .args(flags.split_whitespace())
        .arg("-o")
        .arg(&program))?;
    let libraries = prefix.path().join("lib");
    compare(|path, target, shader| {
        run(Command::new(&program).arg(path).args([target, shader]).env("LD_LIBRARY_PATH", &libraries))
    })
}

/// `examples/cmake` builds an archive and a program of C++, which finds a technique in it.
fn cmake_example() -> Result<(), Failed> {
    let place = tempfile::tempdir()?;
    harness::copy_tree(&Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/cmake"), place.path())?;
    run(Command::new("cmake")
        .args(["-G", "Ninja", "-B", "build", "-DCMAKE_CXX_FLAGS=-Wall -Wextra -Wpedantic -Werror"])
        .arg(format!("-DUBERC={}", env!("CARGO_BIN_EXE_uberc")))
        .arg(format!("-DUBERC_INCLUDE={}", folder().join("include").display()))
        .arg(format!("-DUBERC_LIBRARY={}", libraries()?.join("libuberc_capi.a").display()))
        .current_dir(place.path()))?;
    run(Command::new("ninja").args(["-C", "build"]).current_dir(place.path()))?;
    let printed = run(Command::new("build/lookup").arg("build/shaders.fxo").current_dir(place.path()))?;
    harness::golden(&harness::suite_dir("capi").join("cmake.txt"), &printed)?;
    let missing = Command::new("build/lookup").arg("nothing.fxo").current_dir(place.path()).output()?;
    assert!(!missing.status.success() && String::from_utf8_lossy(&missing.stderr).contains("nothing.fxo"));
    Ok(())
}
