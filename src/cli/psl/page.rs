//! `uberc psl page`: a program as one HTML page that runs it in a browser.

use std::sync::Arc;

use serde_json::{Value, json};

use super::options::{Dynamic, Page};
use super::run::size;
use super::{load, report, tell, typed_options};
use crate::cli::{Outcome, SOURCE_ERRORS, Terminal, WRONG_USAGE, output_file};
use crate::diag::{Diagnostic, SourceFile, Sources};
use crate::dialect::shaderception::{self, typed};
use crate::model::{ActionResult, Stage, Target};
use crate::pipeline::compile_text;
use crate::report::page::escaped;

const TEMPLATE: &str = include_str!("page.html");

pub fn run(command: &Page, terminal: &Terminal) -> Outcome {
    let size = match size(&command.size) {
        Ok(size) => size,
        Err((message, help)) => return report("psl/option", message, help, WRONG_USAGE, terminal),
    };
    let (sources, file) = load(&command.file)?;
    let options = typed_options(Dynamic::Auto, command.output_fill, command.loop_guard);
    let constants = command.defines.iter().cloned().collect();
    let (program, found) = shaderception::translate(&file, &constants, &Default::default(), &options);
    tell(found, &sources, terminal);
    let Some(program) = program else { return Ok(SOURCE_ERRORS) };
    let (text, places) = typed::hlsl(&program, &options);
    let unit = sources.add_generated(format!("{}:generated", file.name), &text, places);
    let mut forms = serde_json::Map::new();
    for target in [Target::Wgsl, Target::Webgl] {
        match stages(&unit, target, &sources) {
            Ok(stages) => _ = forms.insert(target.name().to_owned(), stages),
            Err(found) => {
                tell(found, &sources, terminal);
                return Ok(SOURCE_ERRORS);
            }
        }
    }
    let name = command.file.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let data = json!({ "name": name, "size": size, "forms": forms, "source": file.text.as_ref() as &str });
    let output = command.output.clone().unwrap_or_else(|| command.file.with_extension("html"));
    output_file::write(&output, page(&name, &data).as_bytes())?;
    Ok(0)
}

/// Both stages of a unit in a form, with what the page must bind.
fn stages(unit: &Arc<SourceFile>, target: Target, sources: &Sources) -> Result<Value, Vec<Diagnostic>> {
    let entries = [(Stage::Vertex, "PslVS"), (Stage::Pixel, "PslPS")];
    let compiled = compile_text(unit, "hlsl", &entries, target, sources)?;
    let stages = entries.iter().zip(&compiled).map(|((stage, _), result)| (stage.name().to_owned(), one(result)));
    Ok(Value::Object(stages.collect()))
}

fn one(result: &ActionResult) -> Value {
    let reflection = result.reflection.clone().unwrap_or_default();
    let resources = reflection.bindings.iter().map(|binding| {
        json!({
            "name": binding.name, "set": binding.set, "binding": binding.binding, "kind": binding.kind,
            "renamed": binding.renamed,
        })
    });
    json!({
        "code": String::from_utf8_lossy(&result.output), "entry": result.entry_point,
        "resources": resources.collect::<Vec<_>>(),
    })
}

/// The page, which needs no other file.
fn page(name: &str, data: &Value) -> String {
    // `<` can end a script or begin a comment in it; in JSON it only stands in strings.
    let data = data.to_string().replace('<', "\\u003c");
    let title = escaped(name);
    let (head, rest) = TEMPLATE.split_once("%TITLE%").unwrap_or_default();
    let (body, tail) = rest.split_once("%DATA%").unwrap_or_default();
    [head, &title, body, &data, tail].concat()
}
