//! Headless Chromium as a reader of WGSL: its compiler, Tint, is the one that will read a module at the user's.
//!
//! A page from loopback (a secure context, which WebGPU asks for) compiles every module and sends back what is wrong. The device is
//! SwiftShader's, so no GPU is needed.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

use libtest_mimic::{Failed, Trial};
use serde::Deserialize;

const PROGRAM: &str = "chromium";
/// The whole of one page: its modules, compiled.
const LIMIT: Duration = Duration::from_secs(240);
/// Must be refused: otherwise nothing is read.
const WRONG: &str = "fn wrong() -> i32 { return 1.5; }";

const PAGE: &str = "<script>(async () => {
  const answer = { adapter: '', refused: [] };
  try {
    const adapter = await navigator.gpu.requestAdapter();
    const device = await adapter.requestDevice({ requiredFeatures: [...adapter.features] });
    answer.adapter = adapter.info.vendor + ' ' + adapter.info.architecture;
    for (const [name, code] of await (await fetch('/modules')).json()) {
      device.pushErrorScope('validation');
      const info = await device.createShaderModule({ code }).getCompilationInfo();
      await device.popErrorScope();
      const error = info.messages.find(message => message.type == 'error');
      if (error) answer.refused.push({ name, line: error.lineNum, message: error.message });
    }
  } catch (error) { answer.failure = String(error); }
  await fetch('/answer', { method: 'POST', body: JSON.stringify(answer) });
})();</script>";

/// A trial that starts Chromium.
pub fn needs_browser(trial: Trial) -> Trial {
    super::needs(PROGRAM, trial)
}

/// A module that Chromium does not take.
#[derive(Clone, Debug, Deserialize)]
pub struct Refused {
    pub name: String,
    pub line: u64,
    pub message: String,
}

impl Refused {
    /// Whether the module uses an extension that this device has not, so that nothing is known of the rest.
    pub fn is_of_device(&self) -> bool {
        self.message.contains("is not allowed in the current environment")
    }
}

#[derive(Debug, Deserialize)]
struct Answer {
    adapter: String,
    refused: Vec<Refused>,
    failure: Option<String>,
}

struct Browser(Child);

impl Drop for Browser {
    fn drop(&mut self) {
        // It may have ended by itself.
        drop(self.0.kill());
        drop(self.0.wait());
    }
}

/// The modules that Chromium refuses, of pairs of name and text.
pub fn refused_wgsl(modules: &[(String, String)]) -> Result<Vec<Refused>, Failed> {
    let mut all: Vec<(&str, &str)> = modules.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    all.push(("", WRONG));
    let modules: Arc<str> = serde_json::to_string(&all)?.into();
    let listener = TcpListener::bind("127.0.0.1:0")?;
    let port = listener.local_addr()?.port();
    let (sender, answers) = channel();
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let (modules, sender) = (Arc::clone(&modules), sender.clone());
            // A browser opens connections that it may never use.
            std::thread::spawn(move || drop(serve(&stream, &modules, &sender)));
        }
    });
    let profile = tempfile::tempdir()?;
    let mut browser = Browser(
        Command::new(PROGRAM)
            .args(["--headless=new", "--no-sandbox", "--enable-unsafe-webgpu", "--use-webgpu-adapter=swiftshader"])
            .args(["--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"])
            .args(["--disable-quic", "--remote-debugging-port=0"])
            .arg(format!("--user-data-dir={}", profile.path().display()))
            .arg(format!("http://127.0.0.1:{port}/"))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()?,
    );
    let answer = wait(&answers, &mut browser.0)?;
    if let Some(failure) = answer.failure {
        return Err(format!("the page failed: {failure}").into());
    }
    let (wrong, refused): (Vec<Refused>, Vec<Refused>) =
        answer.refused.into_iter().partition(|one| one.name.is_empty());
    if wrong.len() != 1 {
        return Err(format!("Chromium takes a wrong module on the adapter `{}`", answer.adapter).into());
    }
    Ok(refused)
}

fn wait(answers: &Receiver<String>, browser: &mut Child) -> Result<Answer, Failed> {
    let start = Instant::now();
    while start.elapsed() < LIMIT {
        if let Ok(text) = answers.recv_timeout(Duration::from_millis(200)) {
            return Ok(serde_json::from_str(&text)?);
        }
        if let Some(status) = browser.try_wait()? {
            return Err(format!("{PROGRAM} ended without an answer: {status}").into());
        }
    }
    Err(format!("{PROGRAM} gave no answer within {} s", LIMIT.as_secs()).into())
}

/// Answers one request.
fn serve(mut stream: &TcpStream, modules: &str, answers: &Sender<String>) -> std::io::Result<()> {
    let mut reader = BufReader::new(stream);
    let mut first = String::new();
    reader.read_line(&mut first)?;
    let mut length = 0_usize;
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line)? == 0 || line.trim().is_empty() {
            break;
        }
        if let Some((name, value)) = line.split_once(':')
            && name.eq_ignore_ascii_case("content-length")
        {
            length = value.trim().parse().unwrap_or(0);
        }
    }
    let (kind, body) = match first.split(' ').nth(1) {
        Some("/") => ("text/html", PAGE),
        Some("/modules") => ("application/json", modules),
        Some("/answer") => {
            let mut text = String::new();
            reader.take(length as u64).read_to_string(&mut text)?;
            // Nobody waits any more after a failure.
            drop(answers.send(text));
            ("text/plain", "")
        }
        _ => ("text/plain", ""),
    };
    write!(
        stream,
        "HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
        body.len()
    )
}
