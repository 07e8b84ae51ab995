//! References that follow from the tables of the code: the text between `<!-- generated: NAME -->` and `<!-- end -->`.

use std::fmt::Write;

use libtest_mimic::Failed;
use uberc::dialect::{OptionKind, Registry, SWITCH};
use uberc::model::RenderState;
use uberc::project::default_project_text;
use uberc::sidecar::{FieldKind, PREFABS, STATE_FIELDS, TARGET_FIELDS, enums};

use super::root;
use crate::harness;

/// Compares a page with what its generated parts should be.
pub fn page(name: &str) -> Result<(), Failed> {
    let path = root().join("docs/src").join(name);
    let text = std::fs::read_to_string(&path)?;
    let mut out = String::new();
    let mut rest = text.as_str();
    let mut count = 0;
    while let Some((before, behind)) = rest.split_once("<!-- generated: ") {
        let (part, behind) = behind.split_once(" -->\n").ok_or("`<!-- generated:` does not end")?;
        let (_, behind) = behind.split_once("<!-- end -->").ok_or_else(|| format!("`{part}` has no `<!-- end -->`"))?;
        let _ = write!(out, "{before}<!-- generated: {part} -->\n{}<!-- end -->", generated(part)?);
        rest = behind;
        count += 1;
    }
    assert!(count > 0, "{name} has no generated part");
    out += rest;
    harness::golden(&path, &out)
}

fn generated(part: &str) -> Result<String, Failed> {
    let annotations = std::fs::read_to_string(root().join("lua/meta/uberc.lua"))?;
    match part {
        "shader" => fields(&annotations, "ShaderObject"),
        "technique" => fields(&annotations, "TechniqueObject"),
        "materials" => fields(&annotations, "MaterialFields"),
        "material options" => material_options(),
        "node" => fields(&annotations, "NodeObject"),
        "node input" => fields(&annotations, "NodeInput"),
        "stage" => fields(&annotations, "StageObject"),
        "functions" => Ok(functions(&annotations)),
        "render state" => Ok(render_state(&annotations)),
        "render target" => Ok(render_target()),
        "enums" => Ok(all_enums()),
        "prefabs" => Ok(prefabs(&annotations)),
        "cpp example" => {
            Ok(format!("```cpp\n{}```\n", std::fs::read_to_string(root().join("examples/cmake/main.cpp"))?))
        }
        "project file" => Ok(format!("```toml\n{}```\n", default_project_text(&Registry::standard()))),
        _ => Err(format!("no part is called `{part}`").into()),
    }
}

/// The fields of a class of the annotations: name, type and text.
fn class<'a>(annotations: &'a str, name: &str) -> Vec<(&'a str, &'a str, &'a str)> {
    let head = format!("---@class {name}\n");
    let body = annotations.split_once(&head).map_or("", |(_, body)| body);
    let lines = body.lines().map_while(|line| line.strip_prefix("---@field "));
    lines
        .map(|line| {
            let (field, rest) = line.split_once(' ').unwrap_or((line, ""));
            let (ty, text) = rest.split_at(end_of_type(rest));
            // Defaults have a column of their own.
            (field, ty, text.split(" (default: ").next().unwrap_or(text).trim())
        })
        .collect()
}

/// Where the type ends: at the first space outside of brackets, and of what follows `:` and `,`.
fn end_of_type(text: &str) -> usize {
    let mut depth = 0;
    let mut before = ' ';
    for (at, c) in text.char_indices() {
        match c {
            '(' | '<' | '[' | '{' => depth += 1,
            ')' | '>' | ']' | '}' => depth -= 1,
            ' ' if depth == 0 && !matches!(before, ':' | ',') => return at,
            _ => {}
        }
        before = c;
    }
    text.len()
}

fn fields(annotations: &str, name: &str) -> Result<String, Failed> {
    let rows = class(annotations, name);
    if rows.is_empty() {
        return Err(format!("the annotations have no `{name}`").into());
    }
    let mut out = "| field | type | |\n|---|---|---|\n".to_owned();
    for (field, ty, text) in rows {
        let _ = writeln!(out, "| `{}` | `{}` | {text} |", field.trim_end_matches('?'), ty.replace('|', "\\|"));
    }
    Ok(out)
}

/// The options of `MaterialX.generate`, from the generator's table.
fn material_options() -> Result<String, Failed> {
    let registry = Registry::standard();
    let generator = registry.find("materialx").and_then(|dialect| registry.generator(dialect));
    let generator = generator.ok_or("there is no generator `materialx`")?;
    let mut out = "| option | values | default | branch | |\n|---|---|---|---|---|\n".to_owned();
    for option in generator.options() {
        let values = match option.takes {
            takes if takes == SWITCH => "`true`, `false`".to_owned(),
            OptionKind::Word(words) => words.iter().map(|word| format!("`\"{word}\"`")).collect::<Vec<_>>().join(", "),
            OptionKind::Number(most) => format!("0 to {most}"),
            OptionKind::Text => "a text".to_owned(),
            OptionKind::List => "texts".to_owned(),
        };
        let default = match (option.takes, option.default) {
            (takes, text) if takes == SWITCH => (text == "\"on\"").to_string(),
            (OptionKind::List, text) => text.replace('[', "{").replace(']', "}"),
            (_, text) => text.to_owned(),
        };
        let branch = if option.is_branch { "yes" } else { "" };
        let _ = writeln!(out, "| `{}` | {values} | `{default}` | {branch} | {} |", option.name, option.about);
    }
    Ok(out)
}

fn render_state(annotations: &str) -> String {
    let said = class(annotations, "RenderStateObject");
    let mut out = "| field | values | default | |\n|---|---|---|---|\n".to_owned();
    for field in STATE_FIELDS {
        let text = said.iter().find(|(name, ..)| *name == field.name).map_or("", |(_, _, text)| text);
        let (values, default) = (values(field.kind), shown(field.kind, &(field.get)(&RenderState::DEFAULT)));
        let _ = writeln!(out, "| `{}` | {values} | {default} | {text} |", field.name);
    }
    for field in TARGET_FIELDS {
        let text = said.iter().find(|(name, ..)| *name == field.name).map_or("", |(_, _, text)| text);
        let (values, default) = (values(field.kind), shown(field.kind, &(field.get)(&RenderState::DEFAULT.target)));
        let _ = writeln!(out, "| `{}` | {values} | {default} | {text} |", field.name);
    }
    out
}

fn render_target() -> String {
    let names: Vec<String> = TARGET_FIELDS.iter().map(|field| format!("`{}`", field.name)).collect();
    format!("{}.\n", names.join(", "))
}

fn values(kind: FieldKind) -> String {
    match kind {
        FieldKind::Bool => "`true`, `false`".to_owned(),
        FieldKind::Enum(name) => format!("[`{name}`](#{})", name.to_lowercase()),
        FieldKind::Int(min, max) => format!("{min} to {max}"),
        FieldKind::Float => "a finite number".to_owned(),
        FieldKind::Color => "`{red, green, blue, alpha}`".to_owned(),
    }
}

/// A value in the prelude's encoding, as a sidecar writes it.
fn shown(kind: FieldKind, text: &str) -> String {
    match kind {
        FieldKind::Enum(name) => format!("`{name}.{text}`"),
        FieldKind::Color => format!("`{{{}}}`", text.replace(',', ", ")),
        _ => format!("`{text}`"),
    }
}

fn all_enums() -> String {
    let mut out = String::new();
    for one in enums() {
        let members: Vec<String> = one.members.iter().map(|member| format!("`{member}`")).collect();
        let _ = writeln!(out, "### {}\n{}\n", one.name, members.join(", "));
    }
    out
}

/// The comment before each `NAME = {}` of a prefab.
fn prefabs(annotations: &str) -> String {
    let mut out = "| render state | |\n|---|---|\n".to_owned();
    for prefab in PREFABS {
        let before = annotations.split_once(&format!("\n{} = {{}}", prefab.name)).map_or("", |(before, _)| before);
        let comment = before.rsplit("\n\n").next().unwrap_or_default();
        let text: Vec<&str> =
            comment.lines().filter_map(|line| line.strip_prefix("---")).filter(|line| !line.starts_with('@')).collect();
        let _ = writeln!(out, "| `{}` | {} |", prefab.name, text.join(" "));
    }
    out
}

/// `function NAME(...) end` with the comment before it.
fn functions(annotations: &str) -> String {
    let mut out = "| function | |\n|---|---|\n".to_owned();
    for block in annotations.split("\n\n") {
        let Some(call) = block.lines().find_map(|line| line.strip_prefix("function ")?.strip_suffix(" end")) else {
            continue;
        };
        let text: Vec<&str> =
            block.lines().filter_map(|line| line.strip_prefix("---")).filter(|line| !line.starts_with('@')).collect();
        let _ = writeln!(out, "| `{call}` | {} |", text.join(" "));
    }
    out
}
