//! An archive that is replaced while threads read it, with handles that survive.

use alloc::string::{String, ToString};
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;
use std::sync::{Mutex, PoisonError};

use arc_swap::ArcSwap;

use crate::error::Error;
use crate::key::Branch;
use crate::pack::Pack;
use crate::shader::Shader;

/// A shader by target and name, whatever archive is loaded. Made once, kept for good.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ShaderHandle(u32);

/// A branch of such a shader.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BranchHandle(u32);

impl ShaderHandle {
    /// The handle as a number, for interfaces that carry no Rust types.
    pub fn number(self) -> u32 {
        self.0
    }

    /// The handle of a number. One that no handle has is an [`Error::UnknownHandle`] where it is used.
    pub fn from_number(number: u32) -> ShaderHandle {
        ShaderHandle(number)
    }
}

impl BranchHandle {
    /// The handle as a number, for interfaces that carry no Rust types.
    pub fn number(self) -> u32 {
        self.0
    }

    /// The handle of a number. One that no handle has is an [`Error::UnknownHandle`] where it is used.
    pub fn from_number(number: u32) -> BranchHandle {
        BranchHandle(number)
    }
}

/// The names behind the handles.
#[derive(Clone, Debug, Default)]
struct Names {
    /// Target and shader.
    shaders: Vec<(String, String)>,
    /// Shader and branch.
    branches: Vec<(ShaderHandle, String)>,
}

/// The archive of a running game.
///
/// Reading takes no lock: [`Live::current`] is an atomic load, what it gives stays whole while it is held, and names
/// are looked up only when a handle is made and when an archive is replaced.
pub struct Live<D> {
    current: ArcSwap<Generation<D>>,
    /// Locked while a handle is made or the archive is replaced.
    names: Mutex<Names>,
}

/// An archive with the handles resolved in it. Keep it for a frame, not for longer: a replaced archive stays in memory
/// until the last of its holders lets go.
pub struct Generation<D> {
    pack: Arc<Pack<D>>,
    number: u64,
    /// By handle: target and shader.
    shaders: Vec<Result<(u32, u32), Error>>,
    /// By handle.
    branches: Vec<Result<Branch, Error>>,
}

impl<D: AsRef<[u8]>> Live<D> {
    /// Begins with this archive.
    pub fn new(pack: Pack<D>) -> Live<D> {
        let first = Generation::of(Arc::new(pack), 0, &Names::default());
        Live { current: ArcSwap::from_pointee(first), names: Mutex::default() }
    }

    /// What is loaded now. Lock-free.
    pub fn current(&self) -> Arc<Generation<D>> {
        self.current.load_full()
    }

    /// The handle of a shader. Equal names, equal handles.
    ///
    /// # Errors
    /// Where the archive that is loaded now does not have the shader.
    pub fn shader(&self, target: &str, name: &str) -> Result<ShaderHandle, Error> {
        let mut names = self.names.lock().unwrap_or_else(PoisonError::into_inner);
        let known = names.shaders.iter().position(|known| known.0 == target && known.1 == name);
        if let Some(known) = known.and_then(|known| u32::try_from(known).ok()) {
            return Ok(ShaderHandle(known));
        }
        self.current().pack.target(target)?.shader(name)?;
        let handle = ShaderHandle(u32::try_from(names.shaders.len()).unwrap_or(u32::MAX));
        names.shaders.push((target.to_string(), name.to_string()));
        self.publish(&names, self.current().pack.clone(), 0);
        Ok(handle)
    }

    /// The handle of a branch.
    ///
    /// # Errors
    /// Where the archive that is loaded now does not have the shader or the branch.
    pub fn branch(&self, shader: ShaderHandle, name: &str) -> Result<BranchHandle, Error> {
        let mut names = self.names.lock().unwrap_or_else(PoisonError::into_inner);
        let known = names.branches.iter().position(|known| known.0 == shader && known.1 == name);
        if let Some(known) = known.and_then(|known| u32::try_from(known).ok()) {
            return Ok(BranchHandle(known));
        }
        self.current().shader(shader)?.branch(name)?;
        let handle = BranchHandle(u32::try_from(names.branches.len()).unwrap_or(u32::MAX));
        names.branches.push((shader, name.to_string()));
        self.publish(&names, self.current().pack.clone(), 0);
        Ok(handle)
    }

    /// Replaces the archive; readers see the old one whole or the new one whole. Returns an error for each handle whose
    /// shader or branch the new archive does not have: the handle gives this error until an archive has it again.
    ///
    /// A file that cannot be opened never gets here: open it first, and keep the old archive where that fails.
    pub fn reload(&self, pack: Pack<D>) -> Vec<Error> {
        let names = self.names.lock().unwrap_or_else(PoisonError::into_inner);
        let new = self.publish(&names, Arc::new(pack), 1);
        let lost = new.shaders.iter().filter_map(|shader| shader.as_ref().err());
        lost.chain(new.branches.iter().filter_map(|branch| branch.as_ref().err())).cloned().collect()
    }

    fn publish(&self, names: &Names, pack: Arc<Pack<D>>, step: u64) -> Arc<Generation<D>> {
        let number = self.current.load().number.wrapping_add(step);
        let new = Arc::new(Generation::of(pack, number, names));
        self.current.store(new.clone());
        new
    }
}

impl<D: AsRef<[u8]>> Generation<D> {
    fn of(pack: Arc<Pack<D>>, number: u64, names: &Names) -> Generation<D> {
        let mut new = Generation { pack, number, shaders: Vec::new(), branches: Vec::new() };
        let place = |target: &str, name: &str| {
            let shader = new.pack.target(target)?.shader(name)?;
            Ok((shader.target, shader.index))
        };
        new.shaders = names.shaders.iter().map(|(target, name)| place(target, name)).collect();
        new.branches = names.branches.iter().map(|(shader, name)| new.shader(*shader)?.branch(name)).collect();
        new
    }

    /// The archive.
    pub fn pack(&self) -> &Pack<D> {
        &self.pack
    }

    /// The archive, for code that keeps it longer than the generation.
    pub fn shared_pack(&self) -> Arc<Pack<D>> {
        Arc::clone(&self.pack)
    }

    /// How often the archive was replaced before: pipelines made of another number are stale.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// The shader. No name is looked up.
    ///
    /// # Errors
    /// Where this archive does not have it, or the handle was made after [`Live::current`] gave this.
    pub fn shader(&self, handle: ShaderHandle) -> Result<Shader<'_>, Error> {
        match self.shaders.get(handle.0 as usize) {
            Some(Ok((target, index))) => Ok(Shader::at(self.pack.view(), *target, *index)),
            Some(Err(error)) => Err(error.clone()),
            None => Err(Error::UnknownHandle),
        }
    }

    /// The branch, for keys of this archive's shader. No name is looked up.
    ///
    /// # Errors
    /// As [`Generation::shader`].
    pub fn branch(&self, handle: BranchHandle) -> Result<Branch, Error> {
        self.branches.get(handle.0 as usize).cloned().unwrap_or(Err(Error::UnknownHandle))
    }
}

impl<D: AsRef<[u8]>> fmt::Debug for Live<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Live").field(&self.current.load()).finish()
    }
}

impl<D: AsRef<[u8]>> fmt::Debug for Generation<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Generation").field("number", &self.number).field("pack", &self.pack).finish_non_exhaustive()
    }
}
