//! The grammar for editors, from the table of built-in functions.

use serde_json::{Value, json};

use crate::dialect::editor_files::{self, EditorLanguage, pretty};

use super::builtins::BUILTINS;

/// A TextMate grammar as JSON.
pub fn text_mate() -> String {
    let is = |constructors: bool| {
        let names = BUILTINS
            .iter()
            .filter(|builtin| builtin.is_callable() && builtin.is_constructor() == constructors)
            .map(|builtin| builtin.name);
        names.collect::<Vec<_>>().join("|")
    };
    let rule = |pattern: &str, scope: &str| json!({ "match": pattern, "name": format!("{scope}.psl") });
    let patterns = vec![
        rule("//.*$", "comment.line.double-slash"),
        rule("/\\*", "invalid.illegal.comment"),
        rule("[0-9][0-9]*\\.[0-9]*\\.[0-9.]*|(?<![0-9A-Za-z_])\\.[0-9][0-9.]*", "invalid.illegal.numeric"),
        rule("(?<![A-Za-z_0-9])[0-9]+(?:\\.[0-9]*)?", "constant.numeric"),
        json!({
            "begin": "\\b(fun)\\s+([A-Za-z_][A-Za-z0-9_]*)\\s*(\\()",
            "beginCaptures": {
                "1": { "name": "storage.type.function.psl" },
                "2": { "name": "entity.name.function.psl" },
                "3": { "name": "punctuation.definition.parameters.begin.psl" },
            },
            "end": "\\)",
            "endCaptures": { "0": { "name": "punctuation.definition.parameters.end.psl" } },
            "patterns": [
                rule("//.*$", "comment.line.double-slash"),
                rule("[A-Za-z_][A-Za-z0-9_]*", "variable.parameter"),
                rule(",", "punctuation.separator"),
            ],
        }),
        rule("\\b(if|else|while|for|return)\\b", "keyword.control"),
        rule("\\bfun\\b", "storage.type.function"),
        rule("\\b(let|set)\\b", "storage.modifier"),
        swizzle(),
        rule(&format!("\\b(?i:{})(?=\\s*\\()", is(true)), "support.type"),
        rule(&format!("\\b(?i:{})(?=\\s*\\()", is(false)), "support.function.builtin"),
        rule("\\b[A-Za-z_][A-Za-z0-9_]*(?=\\s*\\()", "entity.name.function.call"),
        rule("\\b[A-Za-z_][A-Za-z0-9_]*", "variable.other"),
        rule("\\+\\+|--", "keyword.operator.increment"),
        rule("[+\\-*/]=", "keyword.operator.assignment.compound"),
        rule("==|!=|<=|>=|<|>", "keyword.operator.comparison"),
        rule("&&|\\|\\||!", "keyword.operator.logical"),
        rule("=", "keyword.operator.assignment"),
        rule("[+\\-*/]", "keyword.operator.arithmetic"),
        rule(";", "punctuation.terminator"),
        rule(",", "punctuation.separator"),
        rule("[(){}]", "punctuation.bracket"),
    ];
    let grammar = json!({
        "name": "PSL",
        "scopeName": "source.psl",
        "fileTypes": ["psl"],
        "patterns": patterns,
    });
    pretty(&grammar)
}

/// Letters behind a dot.
fn swizzle() -> Value {
    json!({
        "match": "(\\.)\\s*(?:([xyzwrgba]{1,4})\\b|([A-Za-z_][A-Za-z0-9_]*))",
        "captures": {
            "1": { "name": "punctuation.accessor.psl" },
            "2": { "name": "variable.other.member.swizzle.psl" },
            "3": { "name": "invalid.illegal.swizzle.psl" },
        },
    })
}

/// Comments, brackets and indentation.
pub fn language_configuration() -> String {
    editor_files::language_configuration(&json!({ "lineComment": "//" }), &json!([["{", "}"], ["(", ")"]]))
}

/// The manifest of an extension folder of Visual Studio Code.
pub fn extension_manifest() -> String {
    editor_files::extension_manifest(&EditorLanguage {
        id: "psl",
        title: "PSL",
        description: "The shading language of Shaderception",
        extensions: &[".psl".to_owned()],
        aliases: &[],
    })
}
