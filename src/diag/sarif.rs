//! Diagnostics as SARIF 2.1.0 (OASIS), a format for code review sites and editors.

use serde_json::{Value, json};

use super::{Diagnostic, Label, Severity, Sources};

/// One `result` object.
pub fn sarif_result(diagnostic: &Diagnostic, sources: &Sources) -> Value {
    let level = match diagnostic.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    };
    let related: Vec<Value> = diagnostic
        .labels
        .iter()
        .chain(&diagnostic.trail)
        .zip(1u32..)
        .map(|(label, id)| {
            let mut place = location(label, sources);
            place["id"] = id.into();
            place
        })
        .collect();
    let mut text = diagnostic.message.clone();
    for more in diagnostic.notes.iter().chain(&diagnostic.help) {
        text += "\n";
        text += more;
    }
    json!({
        "ruleId": diagnostic.code,
        "level": level,
        "message": { "text": text },
        "locations": diagnostic.primary.iter().map(|label| location(label, sources)).collect::<Vec<_>>(),
        "relatedLocations": related,
    })
}

/// The whole log of one run.
pub fn sarif_log(results: Vec<Value>) -> String {
    let mut rules: Vec<&str> = results.iter().filter_map(|result| result["ruleId"].as_str()).collect();
    rules.sort_unstable();
    rules.dedup();
    let rules: Vec<Value> = rules.into_iter().map(|id| json!({ "id": id })).collect();
    let driver = json!({ "name": "uberc", "version": env!("CARGO_PKG_VERSION"), "rules": rules });
    let run = json!({ "tool": { "driver": driver }, "columnKind": "unicodeCodePoints", "results": results });
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [run],
    })
    .to_string()
}

fn location(label: &Label, sources: &Sources) -> Value {
    let span = sources.outermost(label.span);
    let file = sources.get(span.file);
    let (start, end) = (file.position(span.start), file.position(span.end));
    let artifact = if file.name.starts_with('/') {
        json!({ "uri": format!("file://{}", escaped(&file.name)) })
    } else {
        // The project's root, which only the reader knows.
        json!({ "uri": escaped(&file.name), "uriBaseId": "%SRCROOT%" })
    };
    let region = json!({
        "startLine": start.line, "startColumn": start.column, "endLine": end.line, "endColumn": end.column,
    });
    let mut place = json!({ "physicalLocation": { "artifactLocation": artifact, "region": region } });
    if !label.message.is_empty() {
        place["message"] = json!({ "text": label.message });
    }
    place
}

/// Percent-encodes a path (RFC 3986).
fn escaped(path: &str) -> String {
    let mut text = String::new();
    for byte in path.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'/' | b'-' | b'.' | b'_' | b'~' => text.push(char::from(byte)),
            _ => text += &format!("%{byte:02X}"),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diag::Span;

    #[test]
    fn places_are_regions_and_names_are_uris() {
        let sources = Sources::in_memory([("a b.fx", "int x;\nint \u{e9}y;\n")]);
        let file = sources.load(std::path::Path::new("a b.fx")).expect("in memory").id;
        let diagnostic = Diagnostic::error("x/y", "wrong")
            .at(Span { file, start: 11, end: 14 })
            .via(Span { file, start: 0, end: 3 }, "from here")
            .note("a note")
            .help("Do it.");
        let result = sarif_result(&diagnostic, &sources);
        assert_eq!(result["message"]["text"], "wrong\na note\nDo it.");
        let place = &result["locations"][0]["physicalLocation"];
        assert_eq!(place["artifactLocation"]["uri"], "a%20b.fx");
        assert_eq!(place["region"], json!({ "startLine": 2, "startColumn": 5, "endLine": 2, "endColumn": 7 }));
        assert_eq!(result["relatedLocations"][0]["id"], 1);
        let log: Value = serde_json::from_str(&sarif_log(vec![result])).expect("JSON");
        assert_eq!(log["runs"][0]["tool"]["driver"]["rules"], json!([{ "id": "x/y" }]));
    }
}
