//! What the folder of an editor's extension has besides the grammar, in the form of Visual Studio Code.

use serde_json::{Value, json};

/// A language whose grammar is `ID.tmLanguage.json` with the scope `source.ID`.
pub struct EditorLanguage<'a> {
    pub id: &'a str,
    pub title: &'a str,
    pub description: &'a str,
    /// With their dots.
    pub extensions: &'a [String],
    /// Other names, in the list of languages.
    pub aliases: &'a [&'a str],
}

/// Comments, brackets and indentation by braces. `comments`: `lineComment`, and `blockComment` where the language has it.
pub fn language_configuration(comments: &Value, pairs: &Value) -> String {
    pretty(&json!({
        "comments": comments,
        "brackets": pairs,
        "autoClosingPairs": pairs,
        "surroundingPairs": pairs,
        "indentationRules": {
            "increaseIndentPattern": "\\{[^}]*$",
            "decreaseIndentPattern": "^\\s*\\}",
        },
    }))
}

/// The manifest of an extension folder with one language.
pub fn extension_manifest(language: &EditorLanguage<'_>) -> String {
    let EditorLanguage { id, title, description, extensions, aliases } = *language;
    let mut declared = json!({ "id": id, "extensions": extensions, "configuration": "./language-configuration.json" });
    if !aliases.is_empty() {
        declared["aliases"] = json!(aliases);
    }
    pretty(&json!({
        "name": id,
        "displayName": title,
        "description": description,
        "version": "0.1.0",
        "engines": { "vscode": "^1.60.0" },
        "contributes": {
            "languages": [declared],
            "grammars": [{
                "language": id,
                "scopeName": format!("source.{id}"),
                "path": format!("./{id}.tmLanguage.json"),
            }],
        },
    }))
}

/// A JSON file.
pub fn pretty(value: &Value) -> String {
    format!("{value:#}\n")
}
