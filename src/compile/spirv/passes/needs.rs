//! Capabilities and extensions that the source names.

use rspirv::dr::Module;
use rspirv::spirv::Capability;

use super::{Facts, builder};

pub fn declare(module: &mut Module, facts: &Facts<'_>) -> Result<(), String> {
    for number in &facts.needs.capabilities {
        let capability =
            Capability::from_u32(*number).ok_or_else(|| format!("no capability has the number {number}"))?;
        builder::add_capability(module, capability);
    }
    for extension in &facts.needs.extensions {
        builder::add_extension(module, extension.as_str());
    }
    Ok(())
}
