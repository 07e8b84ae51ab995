//! Functions of sidecars that write code of nodes.

use mlua::{Error, Function, Lua, Table, Value};

use super::limits::Limit;
use super::problem::{Context, Frame};
use super::{Sidecar, explain, found_mistakes, is_out_of_memory};
use crate::diag::{Diagnostic, Span};
use crate::dialect::node_scripts::{ScriptDeclaration, ScriptNode, ScriptStage, ScriptText, StageCode};

/// The implementations that the sidecar has functions for, in the order of the calls.
pub fn implemented(prelude: &Table) -> Result<Vec<String>, Error> {
    match prelude.raw_get::<Option<Table>>("implemented")? {
        Some(names) => names.sequence_values().collect(),
        None => Ok(Vec::new()),
    }
}

impl Sidecar {
    /// The inputs whose values the function of an implementation reads.
    pub fn constants_of(&self, implementation: &str) -> Vec<String> {
        let read = || -> Result<Vec<String>, Error> {
            let list: Table = self.live.prelude.raw_get::<Function>("constants_of")?.call(implementation)?;
            list.sequence_values().collect()
        };
        // The name is one of those that the same text gave before.
        read().unwrap_or_default()
    }

    /// Calls the function of an implementation for a node and a stage.
    ///
    /// # Errors
    /// What the function did wrong.
    pub fn implement(
        &self,
        implementation: &str,
        node: &ScriptNode,
        stage: ScriptStage,
    ) -> Result<StageCode, Vec<Diagnostic>> {
        let live = &self.live;
        live.gauge.start();
        let call = || -> Result<(bool, Value, Value, Table), Error> {
            let node = node_table(&live.lua, node)?;
            live.prelude.raw_get::<Function>("implement_node")?.call((implementation, node, stage.name()))
        };
        let outcome = call();
        let context = &live.shared.context;
        if live.gauge.reached() == Some(Limit::Memory) || outcome.as_ref().is_err_and(is_out_of_memory) {
            drop(live.lua.set_memory_limit(0));
        }
        match outcome {
            Ok((true, _, _, code)) if live.gauge.reached().is_none() => {
                stage_code(&code, context).map_err(|error| vec![unreadable(&error)])
            }
            Ok((_, problem, found, _)) => {
                let mut diagnostics = found_mistakes(Some(found), context);
                diagnostics.extend(explain(Ok(problem), &live.shared, &live.gauge, &live.name));
                Err(diagnostics)
            }
            Err(error) => Err(explain(Err(error), &live.shared, &live.gauge, &live.name).into_iter().collect()),
        }
    }
}

fn unreadable(error: &Error) -> Diagnostic {
    let text = format!("what a node writes could not be read: {error}");
    Diagnostic::error("sidecar/lua-error", text.lines().next().unwrap_or("").to_owned())
}

fn node_table(lua: &Lua, node: &ScriptNode) -> Result<Table, Error> {
    let table = lua.create_table()?;
    table.raw_set("name", node.name.as_str())?;
    table.raw_set("definition", node.definition.as_str())?;
    let inputs = lua.create_table()?;
    for input in &node.inputs {
        let entry = lua.create_table()?;
        entry.raw_set("name", input.name.as_str())?;
        entry.raw_set("type", input.ty.as_str())?;
        entry.raw_set("value", input.value.as_deref().unwrap_or_default())?;
        entry.raw_set("connected", input.is_connected)?;
        entry.raw_set("expression", input.expression.as_str())?;
        inputs.raw_push(entry)?;
    }
    table.raw_set("inputs", inputs)?;
    let outputs = lua.create_table()?;
    for output in &node.outputs {
        let entry = lua.create_table()?;
        entry.raw_set("name", output.name.as_str())?;
        entry.raw_set("variable", output.variable.as_str())?;
        outputs.raw_push(entry)?;
    }
    table.raw_set("outputs", outputs)?;
    Ok(table)
}

fn stage_code(code: &Table, context: &Context) -> Result<StageCode, Error> {
    let line_of = |entry: &Table| -> Option<Frame> {
        let (source, line) = (entry.raw_get("source").ok()?, entry.raw_get("line").ok()?);
        Some(Frame { source, line, function: String::new() })
    };
    let line_span = |entry: &Table| -> Option<Span> {
        let frame = line_of(entry)?;
        context.span(&frame.source, frame.line)
    };
    let declarations = |key: &str| -> Result<Vec<ScriptDeclaration>, Error> {
        let read = |entry: Table| -> Result<ScriptDeclaration, Error> {
            let at = line_span(&entry);
            Ok(ScriptDeclaration {
                name: entry.raw_get("name")?,
                ty: entry.raw_get("type")?,
                value: entry.raw_get("value")?,
                at,
            })
        };
        code.raw_get::<Table>(key)?.sequence_values::<Table>().map(|entry| read(entry?)).collect()
    };
    let texts = |key: &str| -> Result<Vec<ScriptText>, Error> {
        let read = |entry: Table| -> Result<ScriptText, Error> {
            let text: String = entry.raw_get("text")?;
            // Text that stands in the file as it is has exact places; an interpolated string has its line.
            let frame = line_of(&entry);
            let exact = frame.as_ref().and_then(|frame| context.text_place(&text, Some(frame)));
            Ok(ScriptText { at: exact.or_else(|| line_span(&entry)), text })
        };
        code.raw_get::<Table>(key)?.sequence_values::<Table>().map(|entry| read(entry?)).collect()
    };
    Ok(StageCode {
        uniforms: declarations("uniforms")?,
        inputs: declarations("inputs")?,
        connectors: declarations("connectors")?,
        includes: texts("includes")?,
        functions: texts("functions")?,
        statements: texts("statements")?,
    })
}
