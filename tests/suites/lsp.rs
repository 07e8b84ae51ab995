//! `uberc lsp`: transcripts of a client.
//!
//! A case has `script.txt`, a step each line, which runs with a copy of its `project/`; `expected.txt` is the transcript. Steps:
//! `start [OPTIONS]` (the `initializationOptions`), `open FILE`, `edit FILE s/FROM/TO/` (a change of a range), `close FILE`, `write FILE s/FROM/TO/`
//! (on disk, then `didChangeWatchedFiles`), `diagnostics` (waits for those of every open text), `hover`, `definition` or `complete FILE TEXT`
//! (at the first place of TEXT; `|` in it marks the cursor), `request METHOD PARAMS`, `command NAME ARGUMENTS`, `raw BODY`, `end`.

mod client;
mod extension;
mod robust;

use std::path::Path;

use libtest_mimic::{Failed, Trial};
use serde_json::{Value, json};

use crate::harness;
use client::Client;

pub fn trials() -> Vec<Trial> {
    harness::cases("lsp", case).into_iter().chain(robust::trials()).chain(extension::trials()).collect()
}

fn case(folder: &Path) -> Result<(), Failed> {
    let place = tempfile::tempdir()?;
    // Messages have the folder's own name.
    let root = place.path().canonicalize()?;
    harness::copy_tree(&folder.join("project"), &root)?;
    let mut client = Client::start(&root)?;
    let mut transcript = String::new();
    for line in std::fs::read_to_string(folder.join("script.txt"))?.lines().filter(|line| !line.trim().is_empty()) {
        transcript += &format!("> {line}\n");
        transcript += &step(&mut client, line)?.replace(&root.display().to_string(), "ROOT");
    }
    harness::golden(&folder.join("expected.txt"), &transcript)
}

fn step(client: &mut Client, line: &str) -> Result<String, Failed> {
    let (verb, rest) = line.split_once(' ').unwrap_or((line, ""));
    let (file, text) = rest.split_once(' ').unwrap_or((rest, ""));
    let parsed = |text: &str| if text.is_empty() { Ok(Value::Null) } else { serde_json::from_str::<Value>(text) };
    Ok(match verb {
        "start" => {
            let options = parsed(rest)?;
            let answer = client.initialize(options)?;
            match answer.get("error") {
                Some(error) => format!("  error {}: {}\n", error["code"], error["message"]),
                None => String::new(),
            }
        }
        "open" => client.open(file).map(|()| String::new())?,
        "edit" => client.edit(file, text).map(|()| String::new())?,
        "write" => client.write(file, text).map(|()| String::new())?,
        "close" => client.close(file).map(|()| String::new())?,
        "diagnostics" => client.diagnostics()?,
        "hover" => hover(&client.ask_at("textDocument/hover", file, text)?),
        "definition" => {
            let answer = client.ask_at("textDocument/definition", file, text)?;
            client.places(&answer)
        }
        "complete" => completions(&client.ask_at("textDocument/completion", file, text)?),
        "command" => {
            let params = json!({ "command": file, "arguments": parsed(text)?.as_array().cloned().unwrap_or_default() });
            let answer = client.ask("workspace/executeCommand", params)?;
            if file == "uberc.choosePermutation" && answer.get("error").is_none() {
                client.await_all();
            }
            shown(&answer)
        }
        "request" => shown(&client.ask(file, parsed(text)?)?),
        "raw" => {
            client.send_text(rest)?;
            shown(&client.next_answer()?)
        }
        "end" => {
            client.ask("shutdown", Value::Null)?;
            format!("  exit {}\n", client.exit()?)
        }
        _ => return Err(format!("script.txt: `{line}`").into()),
    })
}

/// The result of a response, or its error.
fn shown(answer: &Value) -> String {
    match answer.get("error") {
        Some(error) => format!("  error {} ({}): {}\n", error["code"], answer["id"], error["message"]),
        None => format!("  {}\n", answer["result"]),
    }
}

fn hover(answer: &Value) -> String {
    match answer["result"]["contents"]["value"].as_str() {
        Some(text) => text.lines().map(|line| format!("  {line}").trim_end().to_owned() + "\n").collect(),
        None => shown(answer),
    }
}

fn completions(answer: &Value) -> String {
    let Some(items) = answer["result"].as_array() else { return shown(answer) };
    let line = |item: &Value| {
        let text = |field: &str| item[field].as_str().unwrap_or_default().to_owned();
        format!("  {}  {}  {}", text("label"), text("detail"), text("documentation")).trim_end().to_owned() + "\n"
    };
    if items.is_empty() { "  nothing\n".to_owned() } else { items.iter().map(line).collect() }
}
