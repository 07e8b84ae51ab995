//! The programs of a shader whose techniques have a machine's program in the place of stages.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::BuildContext;
use super::dialect_text::program_of;
use crate::diag::{Diagnostic, SourceFile};
use crate::dialect::{Dialect, GeneratedProgram};
use crate::model::{Artifact, PackagedProgram, Reflection, ShaderDeclaration, StagedProgram, VariantSet};

/// Where the programs of a shader come from.
pub struct ProgramRequest<'a> {
    pub context: &'a BuildContext,
    pub dialect: Dialect,
    pub declaration: &'a ShaderDeclaration,
    /// What its generator reads.
    pub written: &'a Arc<SourceFile>,
    pub machine: &'static str,
}

impl ProgramRequest<'_> {
    /// Makes the program of each technique of a division, and removes the stages that led to the division. The programs
    /// are parallel to the techniques; empty if there is an error.
    pub fn make(&self, variants: &mut VariantSet, found: &mut Vec<Diagnostic>) -> Vec<StagedProgram> {
        let mut programs = Vec::with_capacity(variants.techniques.len());
        for technique in &variants.techniques {
            let branches = self.declaration.branches.branches().iter();
            let bits = technique.finals.values().0;
            let value = |branch: &crate::model::Branch| branch.source_value(branch.extract(bits));
            let constants: BTreeMap<String, i64> =
                branches.map(|branch| (branch.name.clone(), value(branch))).collect();
            let GeneratedProgram { bytes, metadata, diagnostics } =
                program_of(self.context, self.written, self.dialect, self.declaration, &constants);
            for problem in diagnostics {
                // Most mistakes are those of every technique.
                if !found.contains(&problem) {
                    found.push(problem);
                }
            }
            let Some(bytes) = bytes else { continue };
            let artifact =
                Artifact { bytes: bytes.into(), entry_point: String::new(), reflection: Reflection::default() };
            let packaged = PackagedProgram { machine: self.machine.to_owned(), artifact: Arc::new(artifact) };
            programs.push(StagedProgram { packaged, metadata });
        }
        let is_whole = programs.len() == variants.techniques.len();
        variants.remove_stages();
        if is_whole { programs } else { Vec::new() }
    }
}
