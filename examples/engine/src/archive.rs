//! The archive: opened, asked for techniques, and followed when it is replaced.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use uberc_runtime::{BranchHandle, Key, Live, Pack, ShaderHandle, Value};

/// The target that wgpu reads without further ado.
const TARGET: &str = "wgsl";

/// What an archive file held at one time.
pub(crate) type Generation = uberc_runtime::Generation<Vec<u8>>;

/// An archive file, and handles into it that stay valid when it is replaced.
pub(crate) struct Archive {
    path: PathBuf,
    seen: Option<(SystemTime, u64)>,
    pub(crate) live: Live<Vec<u8>>,
}

/// A shader and values of its branches, looked up by name once.
#[derive(Clone)]
pub(crate) struct Pass {
    shader: ShaderHandle,
    values: Vec<(BranchHandle, Value)>,
}

/// A permutation of a shader in one generation of the archive.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Choice {
    pub(crate) shader: ShaderHandle,
    pub(crate) key: Key,
}

impl Pass {
    pub(crate) fn shader(&self) -> ShaderHandle {
        self.shader
    }

    pub(crate) fn choice(&self, generation: &Generation) -> Result<Choice, Box<dyn Error>> {
        self.over(generation, generation.shader(self.shader)?.key())
    }

    /// Its values in the place of a permutation's own.
    pub(crate) fn over(&self, generation: &Generation, key: Key) -> Result<Choice, Box<dyn Error>> {
        let key = self.values.iter().try_fold(key, |key, (branch, value)| {
            key.try_with(generation.branch(*branch)?, *value).map_err(|fault| Box::from(format!("{fault:?}")))
        });
        Ok(Choice { shader: self.shader, key: key.map_err(|error: Box<dyn Error>| error)? })
    }
}

impl Archive {
    pub(crate) fn open(path: &Path) -> Result<Archive, Box<dyn Error>> {
        let error = |error: std::io::Error| format!("{}: {error}", path.display());
        let seen = stamp(path);
        let pack =
            Pack::open(std::fs::read(path).map_err(error)?).map_err(|error| format!("{}: {error}", path.display()))?;
        Ok(Archive { path: path.to_owned(), seen, live: Live::new(pack) })
    }

    /// `branches`: `g_bSkinning`, `g_bSkinning=0`, `g_Quality=High`.
    pub(crate) fn pass(&self, shader: &str, branches: &[impl AsRef<str>]) -> Result<Pass, Box<dyn Error>> {
        let handle = self.live.shader(TARGET, shader)?;
        let mut values = Vec::new();
        for text in branches.iter().map(AsRef::as_ref).filter(|text| !text.is_empty()) {
            let (name, value) = text.split_once('=').unwrap_or((text, "1"));
            let branch = self.live.branch(handle, name)?;
            let current = self.live.current();
            let info = current.shader(handle)?.branches().find(|info| info.name() == name);
            let value =
                info.and_then(|info| info.parse(value)).ok_or_else(|| format!("`{name}` cannot be `{value}`"))?;
            values.push((branch, value));
        }
        Ok(Pass { shader: handle, values })
    }

    /// Waits until the file is another archive, and loads it; what is wrong with a new one is told, and the old one stays.
    pub(crate) fn wait(&mut self, tell: &mut dyn FnMut(&str)) {
        loop {
            std::thread::sleep(Duration::from_millis(20));
            if self.reload(tell) {
                return;
            }
        }
    }

    /// Looks once.
    pub(crate) fn reload(&mut self, tell: &mut dyn FnMut(&str)) -> bool {
        let now = stamp(&self.path);
        if now == self.seen || now.is_none() {
            return false;
        }
        self.seen = now;
        // `uberc` renames a finished file into place, so what is there is whole.
        let read = std::fs::read(&self.path).map_err(|error| error.to_string());
        let pack = match read.and_then(|bytes| Pack::open(bytes).map_err(|error| error.to_string())) {
            Ok(pack) => pack,
            Err(error) => {
                tell(&format!("{}: {error}; the old archive stays", self.path.display()));
                return false;
            }
        };
        if pack.digest() == self.live.current().pack().digest() {
            return false;
        }
        for lost in self.live.reload(pack) {
            tell(&lost.to_string());
        }
        true
    }
}

fn stamp(path: &Path) -> Option<(SystemTime, u64)> {
    let metadata = std::fs::metadata(path).ok()?;
    Some((metadata.modified().ok()?, metadata.len()))
}
