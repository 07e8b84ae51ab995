//! The shader library, where it stands and copied to where nothing was ever built.

use std::path::{Path, PathBuf};

use tempfile::TempDir;
use uberc::model::{MacroTable, SourceUnit, Target};
use uberc::pipeline::BuildContext;
use uberc::preprocess::{self, FileCache};
use uberc::sidecar::{self, Sidecar};

use crate::Failure;

pub(crate) fn library() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shaders")
}

/// A shader of the library with all that shaders share, in a folder of its own.
///
/// # Errors
/// If a file cannot be copied.
pub(crate) fn copy_of(name: &str) -> Result<TempDir, Failure> {
    copy(&library(), &format!("{name}.fx"), &["include", "lua"])
}

/// The same of a shader in `shaders/glsl`, by its file.
///
/// # Errors
/// If a file cannot be copied.
pub(crate) fn copy_of_glsl(file: &str) -> Result<TempDir, Failure> {
    copy(&library().join("glsl"), file, &["include"])
}

/// All shaders of the library, without those of its folders for other languages.
///
/// # Errors
/// If a file cannot be copied.
pub(crate) fn copy_of_all() -> Result<TempDir, Failure> {
    let folder = tempfile::tempdir()?;
    copy_files(&library(), folder.path())?;
    copy_shared(&library(), folder.path(), &["include", "lua"])?;
    Ok(folder)
}

fn copy(library: &Path, name: &str, shared: &[&str]) -> Result<TempDir, Failure> {
    let folder = tempfile::tempdir()?;
    for file in [name.to_owned(), format!("{name}.lua"), "uberc.toml".to_owned()] {
        std::fs::copy(library.join(&file), folder.path().join(&file))?;
    }
    copy_shared(library, folder.path(), shared)?;
    Ok(folder)
}

fn copy_shared(library: &Path, to: &Path, folders: &[&str]) -> Result<(), Failure> {
    for shared in folders {
        std::fs::create_dir(to.join(shared))?;
        copy_files(&library.join(shared), &to.join(shared))?;
    }
    Ok(())
}

/// The files of a folder, without those in its folders.
fn copy_files(from: &Path, to: &Path) -> Result<(), Failure> {
    for entry in std::fs::read_dir(from)? {
        let entry = entry?;
        if entry.file_type()?.is_file() {
            std::fs::copy(entry.path(), to.join(entry.file_name()))?;
        }
    }
    Ok(())
}

/// A project that is known to be sound.
///
/// # Errors
/// If it has errors after all.
pub(crate) fn open(paths: &[PathBuf]) -> Result<BuildContext, Failure> {
    let (context, diagnostics) = BuildContext::open(paths);
    match diagnostics.first() {
        Some(diagnostic) => Err(format!("{}: {}", diagnostic.code, diagnostic.message).into()),
        None => Ok(context),
    }
}

/// A unit's sidecar, loaded as a build loads it.
///
/// # Errors
/// If it has errors.
pub(crate) fn sidecar(context: &BuildContext, unit: &SourceUnit, target: Target) -> Result<Sidecar, Failure> {
    let mut macros = MacroTable::new();
    if let Some(source) = &unit.source {
        let file = context.sources.load(source).map_err(|error| format!("{}: {error:?}", source.display()))?;
        let defines = [(target.platform_global().to_owned(), "1".to_owned())];
        let request = preprocess::Request {
            include_paths: &context.project.include,
            defines: &defines,
            macro_table: true,
            ..preprocess::Request::new(file)
        };
        macros = preprocess::preprocess(&request, &FileCache::default(), &context.sources).0.macros;
    }
    let limits = &context.project.limits;
    let request = sidecar::Request {
        unit,
        registry: context.registry(),
        dialect: context.dialect_of(unit),
        target,
        macros: &macros,
        generator_options: &context.project.generator_options,
        lua_paths: &context.project.lua,
        infos: &std::collections::BTreeMap::new(),
        info_files: &[],
        limits,
        cancelled: &Default::default(),
    };
    let (loaded, diagnostics) = sidecar::load(&request, &context.sources);
    loaded.ok_or_else(|| format!("{}: {diagnostics:?}", unit.sidecar.display()).into())
}
