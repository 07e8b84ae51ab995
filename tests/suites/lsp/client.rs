//! A client of `uberc lsp`: the program runs as an editor starts it.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use libtest_mimic::Failed;
use serde_json::{Value, json};

use crate::suites::cli;

/// Longer than any answer takes on a busy machine.
const LIMIT: Duration = Duration::from_secs(120);

/// A text that the client has open.
struct Open {
    version: i64,
    text: String,
}

pub struct Client {
    root: PathBuf,
    server: Child,
    input: Option<ChildStdin>,
    messages: Receiver<Value>,
    /// By file.
    open: BTreeMap<String, Open>,
    /// Files whose newest diagnostics have not come.
    awaited: BTreeSet<String>,
    /// By URI.
    diagnostics: BTreeMap<String, Vec<Value>>,
    next_id: i64,
}

impl Drop for Client {
    fn drop(&mut self) {
        // It may have ended by itself.
        drop(self.server.kill());
        drop(self.server.wait());
    }
}

impl Client {
    /// Starts a server for a folder.
    pub fn start(root: &Path) -> Result<Client, Failed> {
        let mut command = Command::new(env!("CARGO_BIN_EXE_uberc"));
        command.args(["lsp", "--jobs", "2"]).current_dir(root).stdin(Stdio::piped()).stdout(Stdio::piped());
        command.env("UBERC_MTLX_LIBRARIES", crate::suites::materialx::library());
        let mut server = command.spawn()?;
        let input = server.stdin.take();
        let output = server.stdout.take().ok_or("the server has a stdout")?;
        let (sender, messages) = channel();
        std::thread::spawn(move || {
            let mut output = BufReader::new(output);
            while let Some(message) = read(&mut output) {
                if sender.send(message).is_err() {
                    return;
                }
            }
        });
        Ok(Client {
            root: root.to_path_buf(),
            server,
            input,
            messages,
            open: BTreeMap::new(),
            awaited: BTreeSet::new(),
            diagnostics: BTreeMap::new(),
            next_id: 1,
        })
    }

    pub fn uri(&self, file: &str) -> String {
        format!("file://{}/{file}", self.root.display())
    }

    /// The text of a file as the client has it, open or not.
    pub fn text(&self, file: &str) -> Result<String, Failed> {
        match self.open.get(file) {
            Some(open) => Ok(open.text.clone()),
            None => Ok(std::fs::read_to_string(self.root.join(file))?),
        }
    }

    /// Sends bytes as a message.
    pub fn send_text(&mut self, body: &str) -> Result<(), Failed> {
        let input = self.input.as_mut().ok_or("the stream is open")?;
        write!(input, "Content-Length: {}\r\n\r\n{body}", body.len())?;
        Ok(input.flush()?)
    }

    pub fn notify(&mut self, method: &str, params: Value) -> Result<(), Failed> {
        self.send_text(&json!({ "jsonrpc": "2.0", "method": method, "params": params }).to_string())
    }

    /// Sends a request; its id.
    pub fn request(&mut self, method: &str, params: Value) -> Result<i64, Failed> {
        let id = self.next_id;
        self.next_id += 1;
        self.send_text(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }).to_string())?;
        Ok(id)
    }

    /// The answer to a request.
    pub fn ask(&mut self, method: &str, params: Value) -> Result<Value, Failed> {
        let id = self.request(method, params)?;
        loop {
            let answer = self.next_answer()?;
            if answer["id"] == id {
                return Ok(answer);
            }
        }
    }

    /// The next answer; diagnostics that come before it are kept.
    pub fn next_answer(&mut self) -> Result<Value, Failed> {
        loop {
            let message = self.messages.recv_timeout(LIMIT).map_err(|error| format!("no answer: {error}"))?;
            if message.get("method").is_none() {
                return Ok(message);
            }
            self.take(&message);
        }
    }

    pub fn initialize(&mut self, options: Value) -> Result<Value, Failed> {
        let params = json!({ "processId": null, "rootUri": self.uri(""), "capabilities": {},
            "initializationOptions": options });
        let answer = self.ask("initialize", params)?;
        self.notify("initialized", json!({}))?;
        Ok(answer)
    }

    pub fn open(&mut self, file: &str) -> Result<(), Failed> {
        let text = std::fs::read_to_string(self.root.join(file))?;
        let document = json!({ "uri": self.uri(file), "languageId": "hlsl", "version": 1, "text": text });
        self.notify("textDocument/didOpen", json!({ "textDocument": document }))?;
        self.open.insert(file.to_owned(), Open { version: 1, text });
        self.await_all();
        Ok(())
    }

    /// Replaces the first place of a text, as typing does.
    pub fn edit(&mut self, file: &str, script: &str) -> Result<(), Failed> {
        let (from, to) = parts(script)?;
        let uri = self.uri(file);
        let open = self.open.get_mut(file).ok_or("the file is open")?;
        let start = open.text.find(&from).ok_or_else(|| format!("{file} has no `{from}`"))?;
        let end = start + from.len();
        let range = json!({ "start": position(&open.text, start), "end": position(&open.text, end) });
        open.text.replace_range(start..end, &to);
        open.version += 1;
        let document = json!({ "uri": uri, "version": open.version });
        let changes = json!([{ "range": range, "text": to }]);
        self.notify("textDocument/didChange", json!({ "textDocument": document, "contentChanges": changes }))?;
        self.await_all();
        Ok(())
    }

    /// Changes a file on disk.
    pub fn write(&mut self, file: &str, script: &str) -> Result<(), Failed> {
        cli::edit(&self.root.join(file), script.strip_prefix("s/").unwrap_or(script))?;
        let changes = json!([{ "uri": self.uri(file), "type": 2 }]);
        self.notify("workspace/didChangeWatchedFiles", json!({ "changes": changes }))?;
        self.await_all();
        Ok(())
    }

    pub fn close(&mut self, file: &str) -> Result<(), Failed> {
        self.notify("textDocument/didClose", json!({ "textDocument": { "uri": self.uri(file) } }))?;
        self.open.remove(file);
        self.await_all();
        Ok(())
    }

    /// The next diagnostics of every open text are awaited.
    pub fn await_all(&mut self) {
        self.awaited = self.open.keys().cloned().collect();
    }

    fn take(&mut self, message: &Value) {
        if message["method"] != "textDocument/publishDiagnostics" {
            return;
        }
        let params = &message["params"];
        let uri = params["uri"].as_str().unwrap_or_default().to_owned();
        let file = uri.strip_prefix(&self.uri("")).unwrap_or_default().to_owned();
        if self.open.get(&file).is_some_and(|open| params["version"] == open.version) {
            self.awaited.remove(&file);
        }
        self.diagnostics.insert(uri, params["diagnostics"].as_array().cloned().unwrap_or_default());
    }

    /// Waits for the diagnostics of the newest texts.
    pub fn wait(&mut self) -> Result<(), Failed> {
        while !self.awaited.is_empty() {
            let message = self.messages.recv_timeout(LIMIT).map_err(|error| format!("no diagnostics: {error}"))?;
            self.take(&message);
        }
        Ok(())
    }

    /// Every diagnostic, when those of the newest texts have come.
    pub fn diagnostics(&mut self) -> Result<String, Failed> {
        self.wait()?;
        let mut text = String::new();
        for (uri, diagnostics) in &self.diagnostics {
            for diagnostic in diagnostics {
                let severity = ["", "error", "warning", "note"];
                let severity = severity[diagnostic["severity"].as_u64().unwrap_or(0).min(3) as usize];
                let code = diagnostic["code"].as_str().unwrap_or_default();
                let message = diagnostic["message"].as_str().unwrap_or_default().replace('\n', "\n      ");
                text += &format!("  {}: {severity} {code}: {message}\n", self.place(uri, &diagnostic["range"]));
                for related in diagnostic["relatedInformation"].as_array().into_iter().flatten() {
                    let (uri, range) =
                        (related["location"]["uri"].as_str().unwrap_or_default(), &related["location"]["range"]);
                    let message = related["message"].as_str().unwrap_or_default();
                    text += &format!("    see {}: {message}\n", self.place(uri, range));
                }
            }
        }
        Ok(if text.is_empty() { "  nothing\n".to_owned() } else { text })
    }

    /// Line and columns from 1, as editors show them.
    fn place(&self, uri: &str, range: &Value) -> String {
        let at = |end: &str, field: &str| range[end][field].as_u64().unwrap_or(0) + 1;
        let name = uri.strip_prefix(&self.uri("")).unwrap_or(uri);
        let end = match at("end", "line") == at("start", "line") {
            true => format!("{}", at("end", "character")),
            false => format!("{}:{}", at("end", "line"), at("end", "character")),
        };
        format!("{name}:{}:{}-{end}", at("start", "line"), at("start", "character"))
    }

    /// Asks about a place: that of the `|` in the first place of a text, or its begin.
    pub fn ask_at(&mut self, method: &str, file: &str, marked: &str) -> Result<Value, Failed> {
        let text = self.text(file)?;
        let wanted = marked.replacen('|', "", 1);
        let start = text.find(&wanted).ok_or_else(|| format!("{file} has no `{wanted}`"))?;
        let at = position(&text, start + marked.find('|').unwrap_or(0));
        let params = json!({ "textDocument": { "uri": self.uri(file) }, "position": at });
        self.ask(method, params)
    }

    /// The places of an answer, each with its line.
    pub fn places(&self, answer: &Value) -> String {
        let Some(places) = answer["result"].as_array() else { return super::shown(answer) };
        let line = |place: &Value| {
            let uri = place["uri"].as_str().unwrap_or_default();
            let name = uri.strip_prefix(&self.uri("")).unwrap_or(uri);
            let number = place["range"]["start"]["line"].as_u64().unwrap_or(0) as usize;
            let text = self.text(name).unwrap_or_default();
            let line = text.lines().nth(number).unwrap_or_default().trim().to_owned();
            format!("  {}: {line}\n", self.place(uri, &place["range"]))
        };
        if places.is_empty() { "  nothing\n".to_owned() } else { places.iter().map(line).collect() }
    }

    /// Says `exit`; the exit code.
    pub fn exit(&mut self) -> Result<i32, Failed> {
        self.notify("exit", Value::Null)?;
        self.end()
    }

    /// Closes the stream; the exit code.
    pub fn end(&mut self) -> Result<i32, Failed> {
        self.input = None;
        Ok(self.server.wait()?.code().unwrap_or(-1))
    }
}

/// A byte of a text as the protocol counts.
fn position(text: &str, offset: usize) -> Value {
    let before = &text[..offset];
    let line = before.matches('\n').count();
    let start = before.rfind('\n').map_or(0, |at| at + 1);
    json!({ "line": line, "character": before[start..].encode_utf16().count() })
}

/// `s/FROM/TO/`, with `\n` for a line break.
fn parts(script: &str) -> Result<(String, String), Failed> {
    let script = script.strip_prefix("s/").and_then(|rest| rest.strip_suffix('/')).ok_or("s/FROM/TO/")?;
    let (from, to) = script.split_once('/').ok_or("s/FROM/TO/")?;
    Ok((from.replace("\\n", "\n"), to.replace("\\n", "\n")))
}

fn read(output: &mut BufReader<ChildStdout>) -> Option<Value> {
    let mut length = 0;
    loop {
        let mut line = String::new();
        if output.read_line(&mut line).ok()? == 0 {
            return None;
        }
        match line.trim().split_once(": ") {
            Some(("Content-Length", number)) => length = number.parse().ok()?,
            _ if line.trim().is_empty() => break,
            _ => {}
        }
    }
    let mut body = vec![0; length];
    output.read_exact(&mut body).ok()?;
    serde_json::from_slice(&body).ok()
}
