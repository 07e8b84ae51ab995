//! Functions of a unit's sidecar that write code of nodes: the sidecar runs again when the first of them is called,
//! because the text is made after the run that declares the shaders.

use std::cell::OnceCell;
use std::fmt;
use std::path::PathBuf;

use super::{BuildContext, sidecars};
use crate::diag::Diagnostic;
use crate::dialect::node_scripts::{NodeScripts, OutputMark, ScriptNode, ScriptStage, StageCode};
use crate::model::{MacroTable, SourceUnit, Target};
use crate::sidecar::Sidecar;

/// The functions of a unit's sidecar for a target.
pub struct UnitScripts<'a> {
    context: &'a BuildContext,
    unit: &'a SourceUnit,
    target: Target,
    macros: &'a MacroTable,
    /// The implementations that have a function.
    names: &'a [String],
    /// The sidecar, or what stopped it.
    live: OnceCell<Result<Sidecar, Vec<Diagnostic>>>,
}

impl<'a> UnitScripts<'a> {
    /// `None` if the sidecar implements no node.
    pub fn of(
        context: &'a BuildContext,
        (unit, target): (&'a SourceUnit, Target),
        macros: &'a MacroTable,
        names: &'a [String],
    ) -> Option<UnitScripts<'a>> {
        let live = OnceCell::new();
        (!names.is_empty()).then_some(UnitScripts { context, unit, target, macros, names, live })
    }

    /// Which sidecar it is.
    pub fn key(&self) -> (PathBuf, Target) {
        (self.unit.sidecar.clone(), self.target)
    }

    /// What the functions have printed since the last call, as notes.
    pub fn take_output(&self) -> Vec<Diagnostic> {
        self.live.get().and_then(|live| live.as_ref().ok()).map(Sidecar::take_output).unwrap_or_default()
    }

    /// The sidecar. What it did wrong was told when it declared the shaders, unless a limit of time stopped it now.
    fn live(&self) -> Result<&Sidecar, &Vec<Diagnostic>> {
        let run = || {
            let ran = sidecars::run(self.context, self.unit, self.target, self.macros);
            if let Some(sidecar) = &ran.0 {
                // The run that declared the shaders has told what loading prints.
                sidecar.print_behind();
            }
            ran.0.ok_or_else(|| {
                let errors: Vec<Diagnostic> = ran.1.into_iter().filter(Diagnostic::is_error).collect();
                if errors.is_empty() { vec![did_not_run(self.unit)] } else { errors }
            })
        };
        self.live.get_or_init(run).as_ref()
    }
}

fn did_not_run(unit: &SourceUnit) -> Diagnostic {
    let message = format!("the functions of `{}` that write nodes could not be called", unit.sidecar.display());
    Diagnostic::error("mx/script", message)
        .help("Build again; if it stays, make the sidecar do less when it is loaded.")
}

impl fmt::Debug for UnitScripts<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("UnitScripts").field("unit", self.unit).field("names", &self.names).finish_non_exhaustive()
    }
}

impl NodeScripts for UnitScripts<'_> {
    fn implements(&self, implementation: &str) -> bool {
        self.names.iter().any(|name| name == implementation)
    }

    fn constants(&self, implementation: &str) -> Vec<String> {
        self.live().map(|sidecar| sidecar.constants_of(implementation)).unwrap_or_default()
    }

    fn call(&self, implementation: &str, node: &ScriptNode, stage: ScriptStage) -> Result<StageCode, Vec<Diagnostic>> {
        match self.live() {
            Ok(sidecar) => sidecar.implement(implementation, node, stage),
            Err(found) => Err(found.clone()),
        }
    }

    fn output_mark(&self) -> OutputMark {
        let live = self.live.get().and_then(|live| live.as_ref().ok());
        live.map(Sidecar::output_mark).unwrap_or_default()
    }

    fn forget_output(&self, since: OutputMark) {
        if let Some(Ok(sidecar)) = self.live.get() {
            sidecar.forget_output(since);
        }
    }
}
