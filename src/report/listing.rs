//! How much a listing of an archive says, before it is made.
//!
//! Shaders, techniques and variants share lists and strings, so that a forged archive can describe the square of its length:
//! more than anybody has the time or the memory for.

use std::fmt;

use uberc_runtime::{Pack, Scalar, Scalars, Shader, Technique};

use super::readable_size;

/// Bytes that every archive may list.
const BASE: u64 = 64 << 20;

/// And so many for each byte of the archive. A technique has at least one byte, and some hundred in a listing.
const FOR_EACH_BYTE: u64 = 1024;

/// Bytes of an item beside its names.
const ITEM: usize = 16;

/// What is listed of techniques.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// What they run, and the vertex format.
    Code,
    /// Values of branches, defines, metadata and bindings as well.
    Everything,
}

/// The listing has more bytes than this.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ListingTooLong {
    pub limit: u64,
}

impl fmt::Display for ListingTooLong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let limit = readable_size(self.limit);
        write!(
            f,
            "what the archive describes has more than {limit}: too many techniques share long lists or long names"
        )
    }
}

impl std::error::Error for ListingTooLong {}

/// Bytes that may still be listed.
#[derive(Clone, Copy, Debug)]
pub struct ListingBudget {
    limit: u64,
    left: u64,
}

impl ListingBudget {
    /// Of an archive of so many bytes.
    pub fn of(archive: usize) -> ListingBudget {
        let limit = FOR_EACH_BYTE.saturating_mul(archive as u64).saturating_add(BASE);
        ListingBudget { limit, left: limit }
    }

    /// Takes so many bytes.
    ///
    /// # Errors
    /// Where there are not so many left.
    pub fn spend(&mut self, bytes: usize) -> Result<(), ListingTooLong> {
        self.left = self.left.checked_sub(bytes as u64).ok_or(ListingTooLong { limit: self.limit })?;
        Ok(())
    }
}

/// Counts what a listing of the archive says. Takes time linear in the archive's length, whatever the archive describes.
///
/// # Errors
/// Where that is more than 64 MiB, and 1024 bytes for each byte of the archive.
pub fn check_listing<D: AsRef<[u8]>>(pack: &Pack<D>, detail: Detail) -> Result<(), ListingTooLong> {
    let mut budget = ListingBudget::of(pack.bytes().len());
    for target in pack.targets() {
        for shader in target.shaders() {
            budget.spend(ITEM + target.name().len())?;
            of_shader(&shader, &mut budget)?;
            for technique in shader.techniques() {
                of_code(&technique, &mut budget)?;
                if detail == Detail::Everything {
                    of_values(&shader, &technique, &mut budget)?;
                }
            }
        }
        for material in target.materials() {
            budget.spend(ITEM + target.name().len() + material.name().len() + material.shader().name().len())?;
        }
    }
    Ok(())
}

fn of_shader(shader: &Shader<'_>, budget: &mut ListingBudget) -> Result<(), ListingTooLong> {
    budget.spend(ITEM + shader.name().len())?;
    if let Some(uberc_runtime::Fallback::Shader(name)) = shader.fallback() {
        budget.spend(name.len())?;
    }
    for branch in shader.branches() {
        budget.spend(ITEM + branch.name().len())?;
        branch.members().try_for_each(|member| budget.spend(ITEM + member.len()))?;
    }
    of_scalars(shader.metadata(), budget)
}

fn of_code(technique: &Technique<'_>, budget: &mut ListingBudget) -> Result<(), ListingTooLong> {
    budget.spend(ITEM + technique.vertex_format().map_or(0, str::len))?;
    for variant in technique.stages() {
        budget.spend(ITEM + variant.entry_point().len() + variant.source_entry_point().len())?;
    }
    technique.program().map_or(Ok(()), |program| budget.spend(ITEM + program.machine().len()))
}

fn of_values(shader: &Shader<'_>, technique: &Technique<'_>, budget: &mut ListingBudget) -> Result<(), ListingTooLong> {
    budget.spend(technique.profile().map_or(0, str::len))?;
    let values = technique.final_values().bits();
    for branch in shader.branches() {
        let member = u32::try_from(branch.handle().value(values)).ok().and_then(|value| branch.member_name(value));
        budget.spend(ITEM + branch.name().len() + member.map_or(0, str::len))?;
    }
    of_scalars(technique.defines(), budget)?;
    of_scalars(technique.metadata(), budget)?;
    for variant in technique.stages() {
        variant.bindings().try_for_each(|binding| budget.spend(ITEM + binding.name.len()))?;
    }
    Ok(())
}

fn of_scalars(scalars: Scalars<'_>, budget: &mut ListingBudget) -> Result<(), ListingTooLong> {
    // Those that a technique does not have are looked at as well.
    budget.spend(scalars.column_count())?;
    for (name, value) in scalars.iter() {
        let text = if let Scalar::String(text) = value { text.len() } else { 0 };
        budget.spend(ITEM + name.len() + text)?;
    }
    Ok(())
}
