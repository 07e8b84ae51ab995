//! The sidecar of one file, for commands that read this file instead of building its unit: its functions that write code
//! of nodes, and the options of its shaders.

use std::cell::RefCell;
use std::fmt;
use std::path::Path;

use super::BuildContext;
use super::dialect_text::options_of;
use super::frontend::run_sidecar;
use crate::diag::Diagnostic;
use crate::dialect::node_scripts::{NodeScripts, OutputMark, ScriptNode, ScriptStage, StageCode};
use crate::dialect::{Generator, OptionValues};
use crate::model::{ShaderDeclaration, SourceUnit, Target};
use crate::project;
use crate::sidecar::Sidecar;

/// A sidecar that ran for a target. No shader was explored.
pub struct FileSidecar {
    sidecar: Sidecar,
    /// The implementations that have a function.
    implemented: Vec<String>,
    /// What the run said that is no error, until it is taken.
    told: RefCell<Vec<Diagnostic>>,
}

impl FileSidecar {
    /// Runs the sidecar beside a file. `None`: there is none.
    ///
    /// # Errors
    /// The diagnostics of a sidecar with errors.
    pub fn run(context: &BuildContext, file: &Path, target: Target) -> Result<Option<FileSidecar>, Vec<Diagnostic>> {
        let source = context.sources.relative(file);
        let sidecar = project::sidecar_of(&source);
        if !context.sources.root().join(&sidecar).is_file() {
            return Ok(None);
        }
        let unit = SourceUnit { sidecar, source: Some(source) };
        let (sidecar, mut diagnostics) = run_sidecar(context, &unit, target);
        let is_wrong = diagnostics.iter().any(Diagnostic::is_error);
        let Some(sidecar) = sidecar.filter(|_| !is_wrong) else { return Err(diagnostics) };
        diagnostics.extend(sidecar.take_output());
        let implemented = sidecar.shaders.first().map(|shader| shader.implemented.clone()).unwrap_or_default();
        Ok(Some(FileSidecar { sidecar, implemented, told: RefCell::new(diagnostics) }))
    }

    /// The shaders that it declares.
    pub fn shaders(&self) -> &[ShaderDeclaration] {
        &self.sidecar.shaders
    }

    /// Warnings and printed lines since the last call.
    pub fn take_told(&self) -> Vec<Diagnostic> {
        let mut told = self.told.take();
        told.extend(self.sidecar.take_output());
        told
    }
}

/// The options of the project with those of a shader.
///
/// # Errors
/// What is wrong with the shader's.
pub fn shader_options(
    context: &BuildContext,
    generator: &dyn Generator,
    shader: &ShaderDeclaration,
) -> Result<OptionValues, Vec<Diagnostic>> {
    let mut wrong = Vec::new();
    let options = options_of(context, generator, Some(shader), &mut wrong);
    if wrong.is_empty() { Ok(options) } else { Err(wrong) }
}

impl fmt::Debug for FileSidecar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FileSidecar").field("implemented", &self.implemented).finish_non_exhaustive()
    }
}

impl NodeScripts for FileSidecar {
    fn implements(&self, implementation: &str) -> bool {
        self.implemented.iter().any(|name| name == implementation)
    }

    fn constants(&self, implementation: &str) -> Vec<String> {
        self.sidecar.constants_of(implementation)
    }

    fn call(&self, implementation: &str, node: &ScriptNode, stage: ScriptStage) -> Result<StageCode, Vec<Diagnostic>> {
        self.sidecar.implement(implementation, node, stage)
    }

    fn output_mark(&self) -> OutputMark {
        self.sidecar.output_mark()
    }

    fn forget_output(&self, since: OutputMark) {
        self.sidecar.forget_output(since);
    }
}
