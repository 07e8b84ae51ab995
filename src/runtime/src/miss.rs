//! Look-ups without a result, and their reasons.

use core::fmt;

use crate::key::{Branch, Key, KeyFault};
use crate::shader::{Fallback, Shader};
use crate::technique::Technique;
use crate::view::View;

/// How many fallbacks are followed: a chain that is longer is a circle or a mistake.
const FALLBACK_HOPS: usize = 8;

/// Why there is no technique for a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MissReason {
    /// The permutation exists; the sidecar says that it is never built.
    NotBuilt,
    /// This branch has no such value (an integer or enum branch with fewer values than its bits can hold).
    NoSuchPermutation { branch: Branch },
    /// Bits are set that belong to no branch.
    BitsBeyondKey,
    /// The key was made for a shader with other branches.
    ForeignKey,
    /// Something went wrong when the key was made.
    Key(KeyFault),
}

/// A permutation without a technique. It is small and made without work: its explanation is computed on request.
#[derive(Clone, Copy)]
pub struct Miss<'p> {
    pub(crate) view: View<'p>,
    pub(crate) target: u32,
    pub(crate) shader: u32,
    pub(crate) key: Key,
}

/// The technique that a fallback leads to.
#[derive(Clone, Copy)]
pub struct Resolved<'p> {
    pub shader: Shader<'p>,
    pub key: Key,
    pub technique: Technique<'p>,
}

impl<'p> Miss<'p> {
    /// The reason.
    pub fn reason(&self) -> MissReason {
        self.shader().why_missed(self.key)
    }

    /// The shader that was asked.
    pub fn shader(&self) -> Shader<'p> {
        Shader::at(self.view, self.target, self.shader)
    }

    /// The key that was asked for.
    pub fn key(&self) -> Key {
        self.key
    }

    /// The built permutation that differs in the fewest bits, of these the smallest number. Scans the decision
    /// structure.
    pub fn nearest(&self) -> Option<Key> {
        matches!(self.reason(), MissReason::NotBuilt | MissReason::NoSuchPermutation { .. })
            .then(|| self.shader().nearest(self.key.bits))
            .flatten()
    }

    /// The technique that the shader's declared fallback leads to, where the permutation is not built. If that is not
    /// built either, its shader's fallback is followed.
    pub fn fallback(&self) -> Option<Resolved<'p>> {
        if self.reason() != MissReason::NotBuilt {
            return None;
        }
        let mut shader = self.shader();
        let mut bits = self.key.bits;
        for _ in 0..FALLBACK_HOPS {
            match shader.fallback()? {
                Fallback::Permutation(key) => bits = key.bits,
                Fallback::Shader(name) => {
                    let next = shader.target().find(name)?;
                    bits = translate(&shader, bits, &next)?;
                    shader = next;
                }
            }
            let key = shader.key_from_bits(bits);
            if let Ok(technique) = shader.technique(key) {
                return Some(Resolved { shader, key, technique });
            }
        }
        None
    }
}

/// The same values of the branches that both shaders have, by name; the other's own branches keep their first value.
/// `None` where a value does not exist in the other shader.
fn translate(from: &Shader<'_>, bits: u64, to: &Shader<'_>) -> Option<u64> {
    let mut key = to.key();
    for branch in from.branches() {
        let Some(other) = to.find_branch(branch.name()) else { continue };
        let value = if branch.members().len() > 0 {
            let index = u32::try_from(branch.handle().value(bits)).ok()?;
            other.member(branch.member_name(index)?)?
        } else {
            crate::key::Value(branch.handle().value(bits))
        };
        key = key.try_with(other.handle(), value).ok()?;
    }
    Some(key.bits)
}

impl fmt::Display for Miss<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shader = self.shader();
        let name = shader.name();
        let branch_name = |branch: Branch| shader.branches().nth(branch.index()).map_or("", |branch| branch.name());
        match self.reason() {
            MissReason::NotBuilt => {
                write!(f, "{name}: {} is not built (pruned by its sidecar)", shader.describe(self.key.bits))?;
                match (shader.fallback(), self.fallback()) {
                    (None, _) => {}
                    (Some(_), Some(found)) => write!(
                        f,
                        "; its fallback is {} {}",
                        found.shader.name(),
                        found.shader.describe(found.key.bits)
                    )?,
                    (Some(Fallback::Shader(other)), None) => {
                        write!(f, "; its fallback, shader {other}, has no technique for it either")?;
                    }
                    (Some(Fallback::Permutation(key)), None) => {
                        write!(f, "; its fallback, {}, is not built either", shader.describe(key.bits))?;
                    }
                }
            }
            MissReason::NoSuchPermutation { branch } => {
                let value = branch.value(self.key.bits);
                write!(f, "{name}: {} has no value {value}", branch_name(branch))?;
            }
            MissReason::BitsBeyondKey => {
                return write!(f, "{name}: {:#x} has bits beyond the key's {}", self.key.bits, shader.key_bits());
            }
            MissReason::ForeignKey => return write!(f, "{name}: the key was made for a shader with other branches"),
            MissReason::Key(KeyFault::NoSuchValue { branch, value }) => {
                return write!(f, "{name}: {} has no value {value}", branch_name(branch));
            }
            MissReason::Key(KeyFault::ForeignBranch) => {
                return write!(f, "{name}: the key was made with a branch of a shader with other branches");
            }
        }
        match self.nearest() {
            Some(key) => write!(f, "; the nearest built permutation is {:#x}: {}", key.bits, shader.describe(key.bits)),
            None => f.write_str("; no permutation of it is built"),
        }
    }
}

impl fmt::Debug for Miss<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Miss")
            .field("shader", &self.shader())
            .field("key", &self.key)
            .field("reason", &self.reason())
            .finish()
    }
}

impl core::error::Error for Miss<'_> {}
