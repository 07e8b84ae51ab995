//! The prelude of sidecars as bytecode, and what this build of uberc was made from: results of another build are not taken for its own.

#![allow(clippy::print_stdout)] // How a build script talks to cargo.

use std::error::Error;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

use mlua::chunk::Compiler;

fn main() -> Result<(), Box<dyn Error>> {
    let mut files = Vec::new();
    for place in ["src", "lua", "Cargo.toml", "Cargo.lock"] {
        println!("cargo::rerun-if-changed={place}");
        list(Path::new(place), &mut files);
    }
    files.sort();
    let mut hasher = DefaultHasher::new();
    for file in files {
        file.to_string_lossy().hash(&mut hasher);
        std::fs::read(&file).unwrap_or_default().hash(&mut hasher);
    }
    println!("cargo::rustc-env=UBERC_SOURCES={:016x}", hasher.finish());
    compile_prelude(&Path::new(&std::env::var("OUT_DIR")?).join("prelude"))
}

/// Compiles each file of `lua/prelude`: at the start of each process it would take a third of the time of a small build.
fn compile_prelude(to: &Path) -> Result<(), Box<dyn Error>> {
    std::fs::create_dir_all(to)?;
    let compiler = Compiler::new().set_optimization_level(2).set_debug_level(1);
    for entry in std::fs::read_dir("lua/prelude")? {
        let file = entry?.path();
        let name = file.file_stem().ok_or("a file of the prelude has a name")?;
        let code = compiler.compile(std::fs::read(&file)?)?;
        std::fs::write(to.join(name).with_extension("bytecode"), code)?;
    }
    Ok(())
}

fn list(place: &Path, files: &mut Vec<PathBuf>) {
    if let Ok(entries) = std::fs::read_dir(place) {
        for entry in entries.flatten() {
            list(&entry.path(), files);
        }
    } else if place.is_file() {
        files.push(place.to_path_buf());
    }
}
