//! A client that types fast, asks for too much, and sends what is wrong.

use std::collections::BTreeSet;
use std::path::Path;

use libtest_mimic::{Failed, Trial};
use serde_json::{Value, json};

use super::client::Client;
use crate::harness::{self, Random};

pub fn trials() -> Vec<Trial> {
    vec![
        harness::trial("lsp::the_last_text_wins", the_last_text_wins),
        harness::trial("lsp::each_request_is_answered_once", each_request_is_answered_once),
        harness::trial("lsp::a_closed_text_holds_up_nothing", a_closed_text_holds_up_nothing),
        harness::trial("lsp::long_texts_are_completed", long_texts_are_completed),
        harness::trial("lsp::damaged_messages_end_nothing", damaged_messages_end_nothing),
        harness::trial("lsp::a_stream_that_ends_ends_the_server", a_stream_that_ends_ends_the_server),
    ]
}

/// A server for a copy of the project of a case.
fn started(folder: &Path) -> Result<Client, Failed> {
    harness::copy_tree(&harness::suite_dir("lsp").join("variants/project"), folder)?;
    let mut client = Client::start(&folder.canonicalize()?)?;
    client.initialize(json!({ "targets": ["spirv"] }))?;
    client.open("mesh.fx")?;
    client.wait()?;
    Ok(client)
}

/// Each text cancels the analysis of the one before it; the diagnostics are those of the last.
fn the_last_text_wins() -> Result<(), Failed> {
    let place = tempfile::tempdir()?;
    let mut client = started(place.path())?;
    let before = client.diagnostics()?;
    for _ in 0..60 {
        client.edit("mesh.fx", "s/float4 color/float4 colour/")?;
        client.edit("mesh.fx", "s/float4 colour/float4 color/")?;
    }
    client.edit("mesh.fx", "s/float4 color/flot4 color/")?;
    let after = client.diagnostics()?;
    assert!(before == "  nothing\n" && after.contains("flot4"), "{before}{after}");
    Ok(())
}

/// A question about a text that is closed before it was analysed has an answer, and so have those behind it.
fn a_closed_text_holds_up_nothing() -> Result<(), Failed> {
    let place = tempfile::tempdir()?;
    let mut client = started(place.path())?;
    let at = json!({ "textDocument": { "uri": client.uri("mesh.fx") }, "position": { "line": 3, "character": 6 } });
    client.edit("mesh.fx", "s/float4 color/float4  color/")?;
    let asked = client.request("textDocument/hover", at.clone())?;
    client.close("mesh.fx")?;
    let answer = client.next_answer()?;
    assert_eq!(answer["id"], asked, "{answer}");
    client.open("mesh.fx")?;
    let behind = client.request("textDocument/hover", at)?;
    assert_eq!(client.next_answer()?["id"], behind);
    client.ask("shutdown", Value::Null)?;
    assert_eq!(client.exit()?, 0);
    Ok(())
}

/// What a name is follows from a bounded number of assignments, however many there are.
fn long_texts_are_completed() -> Result<(), Failed> {
    let place = tempfile::tempdir()?;
    let mut client = started(place.path())?;
    std::fs::write(place.path().join("long.fx.lua"), "local i = 0\n".to_owned() + &"i = i + 1\n".repeat(1_000) + "i.")?;
    client.open("long.fx.lua")?;
    let params =
        json!({ "textDocument": { "uri": client.uri("long.fx.lua") }, "position": { "line": 1001, "character": 2 } });
    let id = client.request("textDocument/completion", params)?;
    assert_eq!(client.next_answer()?["id"], id);
    Ok(())
}

/// Also those that are too many, and those that are cancelled.
fn each_request_is_answered_once() -> Result<(), Failed> {
    let place = tempfile::tempdir()?;
    let mut client = started(place.path())?;
    client.edit("mesh.fx", "s/float4 color/float4  color/")?;
    let mut waiting = BTreeSet::new();
    for at in 0..400_i64 {
        let params = json!({ "textDocument": { "uri": client.uri("mesh.fx") }, "position": { "line": at % 40, "character": 6 } });
        let id = client.request("textDocument/hover", params)?;
        waiting.insert(id);
        if at % 3 == 0 {
            client.notify("$/cancelRequest", json!({ "id": id }))?;
        }
    }
    let mut codes = BTreeSet::new();
    while !waiting.is_empty() {
        let answer = client.next_answer()?;
        let id = answer["id"].as_i64().ok_or("a number")?;
        assert!(waiting.remove(&id), "{answer}");
        codes.extend(answer["error"]["code"].as_i64());
    }
    assert!(codes.iter().all(|code| [-32800, -32803].contains(code)), "{codes:?}");
    client.ask("shutdown", Value::Null)?;
    assert_eq!(client.exit()?, 0);
    Ok(())
}

/// Messages with changed bytes: the server answers what it must refuse, and the next right request.
fn damaged_messages_end_nothing() -> Result<(), Failed> {
    let place = tempfile::tempdir()?;
    let mut client = started(place.path())?;
    let document = json!({ "uri": client.uri("mesh.fx"), "version": 2 });
    let range = json!({ "start": { "line": 1, "character": 0 }, "end": { "line": 2, "character": 3 } });
    let at = json!({ "textDocument": { "uri": client.uri("mesh.fx") }, "position": { "line": 3, "character": 8 } });
    let message = |method: &str, params: &Value| {
        json!({ "jsonrpc": "2.0", "id": "a", "method": method, "params": params }).to_string()
    };
    let messages = [
        message(
            "textDocument/didChange",
            &json!({ "textDocument": document, "contentChanges": [{ "range": range, "text": "x" }] }),
        ),
        message("textDocument/hover", &at),
        message("textDocument/definition", &at),
        message("textDocument/completion", &at),
        message(
            "workspace/executeCommand",
            &json!({ "command": "uberc.choosePermutation", "arguments": [{ "shader": "Mesh", "permutation": "0" }] }),
        ),
        message("$/cancelRequest", &json!({ "id": 7 })),
    ];
    let mut random = Random::new(25);
    for round in 0..240_usize {
        let mut bytes = messages[round % messages.len()].clone().into_bytes();
        for _ in 0..=round % 3 {
            let at = random.below(bytes.len());
            match round % 4 {
                0 => bytes[at] = b"{}[]\",:0-9e \\u"[random.below(14)],
                1 => drop(bytes.remove(at)),
                2 => bytes.insert(at, b'9'),
                _ => bytes.truncate(at.max(1)),
            }
        }
        client.send_text(&String::from_utf8_lossy(&bytes))?;
    }
    // Behind all of it, a right request still has its answer.
    let answer = client.ask("workspace/executeCommand", json!({ "command": "uberc.shaders" }))?;
    assert_eq!(answer["result"][0]["shader"], "Mesh", "{answer}");
    client.ask("shutdown", Value::Null)?;
    assert_eq!(client.exit()?, 0);
    Ok(())
}

fn a_stream_that_ends_ends_the_server() -> Result<(), Failed> {
    let place = tempfile::tempdir()?;
    let mut client = started(place.path())?;
    // An analysis runs while the stream ends.
    client.edit("mesh.fx", "s/float4 color/float4  color/")?;
    assert_eq!(client.end()?, 1);
    Ok(())
}
