//! The grammar for editors, from the words and functions of the language.

use std::collections::BTreeSet;

use serde_json::json;

use crate::dialect::editor_files::{self, EditorLanguage, pretty};

use super::analyse::function_names;
use super::words::{QUALIFIERS, RESERVED, is_qualifier};

/// Words that direct the flow of a function.
const CONTROL: &[&str] = &[
    "break",
    "case",
    "continue",
    "default",
    "demote",
    "discard",
    "do",
    "else",
    "for",
    "if",
    "return",
    "switch",
    "terminateInvocation",
    "while",
];

/// Words of declarations that are neither qualifiers nor types.
const DECLARATIONS: &[&str] = &["precision", "struct"];

const DIRECTIVES: &str =
    "define|elif|else|endif|error|extension|if|ifdef|ifndef|include|line|pragma|undef|version|warning";

/// Names of vectors, matrices and scalars; those of resources.
const NUMBERS: &str = "void|bool|u?int(?:(?:8|16|32|64)_t)?|float(?:(?:16|32|64)_t)?|double\
    |(?:[biud]|f16|f32|f64|[iu](?:8|16|32|64))?vec[2-4]|(?:d|f16|f32|f64)?mat[2-4](?:x[2-4])?";
const RESOURCES: &str = "atomic_uint|accelerationStructureEXT|rayQueryEXT|samplerExternalOES|sampler(?:Shadow)?|[iu]?subpassInput(?:MS)?\
    |[iu]?(?:sampler|texture|image)(?:1D|2D|Cube)(?:Array)?(?:Shadow)?|[iu]?(?:sampler|texture|image)(?:3D|Buffer|2DMS(?:Array)?)\
    |[iu]?(?:sampler|image)2DRect(?:Shadow)?|[iu]64image(?:1D|2D|Cube)(?:Array)?|[iu]64image(?:3D|Buffer|2DMS(?:Array)?)";

/// A TextMate grammar as JSON.
pub fn text_mate() -> String {
    let rule = |pattern: &str, scope: &str| json!({ "match": pattern, "name": format!("{scope}.glsl") });
    let word = |words: &str, scope: &str| rule(&format!("\\b(?:{words})\\b"), scope);
    let is_other = |word: &&str| {
        !is_qualifier(word)
            && !CONTROL.contains(word)
            && !DECLARATIONS.contains(word)
            && !matches!(*word, "true" | "false")
    };
    let is_type = |word: &&str| matches!(*word, "atomic_uint" | "void");
    let reserved: Vec<&str> = RESERVED.iter().copied().filter(is_other).filter(|word| !is_type(word)).collect();
    // A name may be that of several rows.
    let functions: BTreeSet<&str> = function_names().collect();
    let functions: Vec<&str> = functions.into_iter().collect();
    let patterns = vec![
        rule("//.*$", "comment.line.double-slash"),
        json!({ "begin": "/\\*", "end": "\\*/", "name": "comment.block.glsl", "patterns": [] }),
        json!({
            "match": format!("(#)\\s*({DIRECTIVES})\\b"),
            "captures": {
                "1": { "name": "punctuation.definition.directive.glsl" },
                "2": { "name": "keyword.control.directive.glsl" },
            },
        }),
        rule("\\b0[xX][0-9a-fA-F]+[uU]?[lL]?\\b", "constant.numeric.hex"),
        rule(
            "(?<![A-Za-z_0-9.])(?:[0-9]+\\.[0-9]*|\\.[0-9]+)(?:[eE][+-]?[0-9]+)?(?:lf|LF|hf|HF|f|F)?|\\b[0-9]+[eE][+-]?[0-9]+(?:lf|LF|hf|HF|f|F)?\\b",
            "constant.numeric.float",
        ),
        rule("\\b[0-9]+(?:[uU]?[lL]?|[uU]?[sS]|[fF])\\b", "constant.numeric.integer"),
        word("true|false", "constant.language"),
        word(&CONTROL.join("|"), "keyword.control"),
        word(&QUALIFIERS.join("|"), "storage.modifier"),
        word(&DECLARATIONS.join("|"), "storage.type"),
        word(NUMBERS, "support.type.number"),
        word(RESOURCES, "support.type.resource"),
        rule("\\bgl_[A-Za-z0-9_]+", "support.variable"),
        word(&reserved.join("|"), "invalid.illegal.reserved"),
        rule(&format!("(?<![A-Za-z_0-9.])(?:{})(?=\\s*\\()", functions.join("|")), "support.function.builtin"),
        rule("\\b[A-Za-z_][A-Za-z0-9_]*(?=\\s*\\()", "entity.name.function"),
        json!({
            "match": "(\\.)\\s*([A-Za-z_][A-Za-z0-9_]*)",
            "captures": {
                "1": { "name": "punctuation.accessor.glsl" },
                "2": { "name": "variable.other.member.glsl" },
            },
        }),
        rule("\\b[A-Z_][A-Z0-9_]*\\b", "constant.other"),
        rule("\\b[A-Za-z_][A-Za-z0-9_]*", "variable.other"),
        rule("\\+\\+|--", "keyword.operator.increment"),
        rule("(?:<<|>>|[+\\-*/%&|^])=", "keyword.operator.assignment.compound"),
        rule("<<|>>", "keyword.operator.bitwise.shift"),
        rule("==|!=|<=|>=|<|>", "keyword.operator.comparison"),
        rule("&&|\\|\\||\\^\\^|!", "keyword.operator.logical"),
        rule("[&|^~]", "keyword.operator.bitwise"),
        rule("=", "keyword.operator.assignment"),
        rule("[+\\-*/%]", "keyword.operator.arithmetic"),
        rule("[?:]", "keyword.operator.ternary"),
        rule(";", "punctuation.terminator"),
        rule(",", "punctuation.separator"),
        rule("[(){}\\[\\]]", "punctuation.bracket"),
    ];
    pretty(&json!({ "name": "GLSL", "scopeName": "source.glsl", "fileTypes": extensions(""), "patterns": patterns }))
}

/// Comments, brackets and indentation.
pub fn language_configuration() -> String {
    let comments = json!({ "lineComment": "//", "blockComment": ["/*", "*/"] });
    editor_files::language_configuration(&comments, &json!([["{", "}"], ["(", ")"], ["[", "]"]]))
}

/// The manifest of an extension folder of Visual Studio Code, which has no grammar of GLSL itself.
pub fn extension_manifest() -> String {
    editor_files::extension_manifest(&EditorLanguage {
        id: "glsl",
        title: "GLSL",
        description: "The OpenGL shading language, as uberc reads it",
        extensions: &extensions("."),
        aliases: &["GLSL"],
    })
}

/// The extensions of GLSL's files behind a text.
fn extensions(before: &str) -> Vec<String> {
    super::language::EXTENSIONS.iter().map(|extension| format!("{before}{}", extension.name)).collect()
}
