//! What this build of uberc was made from: results of another build are not taken for its own.

#![allow(clippy::print_stdout)] // How a build script talks to cargo.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

fn main() {
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
