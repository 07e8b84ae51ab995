//! The archive: opened, asked for branches, and followed when it is replaced.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use uberc_runtime::{BranchHandle, Generation, Key, Live, Pack, ShaderHandle, Value};

use crate::renderer::Choice;

/// The target that wgpu reads without further ado.
const TARGET: &str = "wgsl";
/// What makes a picture's caster of it: the sidecar clears everything that has no meaning there.
const CASTER: [(&str, bool); 4] =
    [("g_bShadowCast", true), ("g_bDepth", false), ("g_bDepthAsColor", false), ("g_bDebug", false)];

/// An archive file, and handles into it that stay valid when it is replaced.
pub(crate) struct Archive {
    path: PathBuf,
    seen: Option<(SystemTime, u64)>,
    pub(crate) live: Live<Vec<u8>>,
    pub(crate) shader: ShaderHandle,
    branches: Vec<(BranchHandle, Value)>,
    caster: Vec<(BranchHandle, Value)>,
}

impl Archive {
    /// `branches`: `g_bSkinning`, `g_bSkinning=0`, `g_Quality=High`.
    pub(crate) fn open(path: &Path, shader: &str, branches: &[String]) -> Result<Archive, Box<dyn Error>> {
        let error = |error: std::io::Error| format!("{}: {error}", path.display());
        let seen = stamp(path);
        let pack =
            Pack::open(std::fs::read(path).map_err(error)?).map_err(|error| format!("{}: {error}", path.display()))?;
        let live = Live::new(pack);
        let handle = live.shader(TARGET, shader)?;
        let mut chosen = Vec::new();
        for text in branches {
            let (name, value) = text.split_once('=').unwrap_or((text, "1"));
            let branch = live.branch(handle, name)?;
            let current = live.current();
            let info = current.shader(handle)?.branches().find(|info| info.name() == name);
            let value =
                info.and_then(|info| info.parse(value)).ok_or_else(|| format!("`{name}` cannot be `{value}`"))?;
            chosen.push((branch, value));
        }
        // Another shader than the mesh casts no shadows of its own.
        let caster =
            CASTER.iter().filter_map(|(name, value)| Some((live.branch(handle, name).ok()?, Value::from(*value))));
        let caster = caster.collect();
        Ok(Archive { path: path.to_owned(), seen, live, shader: handle, branches: chosen, caster })
    }

    /// A handle of another shader of the archive.
    pub(crate) fn another(&self, shader: &str) -> Result<ShaderHandle, Box<dyn Error>> {
        Ok(self.live.shader(TARGET, shader)?)
    }

    /// The permutation that was asked for.
    pub(crate) fn choice(&self, generation: &Generation<Vec<u8>>) -> Result<Choice, Box<dyn Error>> {
        let key = self.with(generation, generation.shader(self.shader)?.key(), &self.branches)?;
        self.around(generation, key)
    }

    /// A permutation, and its caster.
    pub(crate) fn around(&self, generation: &Generation<Vec<u8>>, picture: Key) -> Result<Choice, Box<dyn Error>> {
        let caster = self.with(generation, picture, &self.caster)?;
        Ok(Choice { shader: self.shader, picture, caster })
    }

    fn with(
        &self,
        generation: &Generation<Vec<u8>>,
        key: Key,
        values: &[(BranchHandle, Value)],
    ) -> Result<Key, Box<dyn Error>> {
        values.iter().try_fold(key, |key, (branch, value)| {
            key.try_with(generation.branch(*branch)?, *value).map_err(|fault| format!("{fault:?}").into())
        })
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
