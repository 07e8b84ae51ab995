//! Headless Chromium as a reader of WGSL and of GLSL for WebGL 2: its compilers, Tint and ANGLE, are those that will read a text at the
//! user's. And as a reader of the page of `uberc report`, in a frame of a page that uses it as a person does.
//!
//! A page from loopback (a secure context, which WebGPU asks for) compiles every text, makes pipelines or links programs, and sends back
//! what is wrong. The devices are SwiftShader's, so no GPU is needed.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use libtest_mimic::{Failed, Trial};
use serde::{Deserialize, Serialize};
use uberc::model::{Reflection, Stage};

pub const PROGRAM: &str = "chromium";
/// Of every run: no GPU, and nothing of its own from the network.
pub const FLAGS: [&str; 10] = [
    "--headless=new",
    "--no-sandbox",
    "--enable-unsafe-webgpu",
    "--use-webgpu-adapter=swiftshader",
    "--enable-unsafe-swiftshader",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-quic",
];
/// The whole of one page: its texts, compiled.
const LIMIT: Duration = Duration::from_secs(240);

const WGSL_PAGE: &str = include_str!("browser/wgsl.html");
const WEBGL_PAGE: &str = include_str!("browser/webgl.html");
const FRAME_PAGE: &str = include_str!("browser/frame.html");

/// Must be refused: otherwise nothing is read.
const WRONG_WGSL: &str = "fn wrong() -> i32 { return 1.5; }";
/// Needs more than any adapter has: otherwise no pipeline is made.
const LARGE_WGSL: &str =
    "var<workgroup> many: array<vec4<u32>, 60000>; @compute @workgroup_size(1) fn main() { many[0].x += many[1].x; }";
const WRONG_WEBGL: &str = "#version 300 es\nvoid main() { int wrong = 1.5; }";
/// These two are right, and do not go together.
const VERTEX_WEBGL: &str = "#version 300 es\nout vec4 value; void main() { value = vec4(1.0); gl_Position = value; }";
const PIXEL_WEBGL: &str = "#version 300 es\nprecision highp float; in vec3 value; layout(location = 0) out vec4 color;\n\
                           void main() { color = vec4(value, 1.0); }";

/// A trial that starts Chromium.
pub fn needs_browser(trial: Trial) -> Trial {
    super::needs(PROGRAM, trial)
}

/// A text that Chromium does not take, or a pipeline of two.
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

    /// Whether a pipeline needs more than the adapter has.
    pub fn is_beyond_limits(&self) -> bool {
        let says = |words: &str| self.message.contains(words);
        says("exceed") || says("limit (") || says("maximum")
    }
}

/// A text, and what pipelines are made from.
#[derive(Clone, Debug, Serialize)]
pub struct Shader {
    pub name: String,
    pub stage: &'static str,
    pub entry: String,
    pub code: String,
    /// Of a vertex stage's attributes and of a pixel stage's targets, by location: the type in the source, such as `float4`.
    pub slots: BTreeMap<u32, String>,
    /// What the reflection calls the resources in the text.
    pub names: BTreeSet<String>,
}

impl Shader {
    /// A text that is only compiled.
    pub fn alone(name: &str, code: &str) -> Shader {
        let (name, code) = (name.to_owned(), code.to_owned());
        Shader { stage: "", ..Shader::new(name, Stage::Compute, "", code, &Reflection::default()) }
    }

    pub fn new(name: String, stage: Stage, entry: &str, code: String, reflection: &Reflection) -> Shader {
        let slots = if stage == Stage::Vertex { &reflection.inputs } else { &reflection.outputs };
        let slots = slots.iter().filter_map(|slot| Some((slot.location?, slot.ty.clone()))).collect();
        let renamed = reflection.bindings.iter().filter_map(|binding| binding.renamed.as_deref());
        let names = renamed.flat_map(|all| all.split(' ')).map(str::to_owned).collect();
        Shader { name, stage: stage.name(), entry: entry.to_owned(), code, slots, names }
    }
}

#[derive(Debug, Deserialize)]
struct Answer {
    device: String,
    refused: Vec<Refused>,
    /// Pipelines or programs that were made.
    made: usize,
    failure: Option<String>,
}

/// What Chromium says of shaders.
#[derive(Debug)]
pub struct Judged {
    pub refused: Vec<Refused>,
    pub made: usize,
}

#[derive(Serialize)]
struct Asked<'a> {
    shaders: &'a [Shader],
    /// Vertex and pixel stage, by their numbers.
    pairs: &'a [(usize, usize)],
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
    let shaders: Vec<Shader> = modules.iter().map(|(name, text)| Shader::alone(name, text)).collect();
    Ok(judge_wgsl(&shaders, &[])?.refused)
}

/// Compiles modules, and makes pipelines of the compute stages, of the pairs, and of what is in no pair with a stage beside it that
/// does nothing.
pub fn judge_wgsl(shaders: &[Shader], pairs: &[(usize, usize)]) -> Result<Judged, Failed> {
    let large =
        Shader { stage: Stage::Compute.name(), entry: "main".to_owned(), ..Shader::alone("?large", LARGE_WGSL) };
    let own = [Shader::alone("?wrong", WRONG_WGSL), large];
    judge(WGSL_PAGE, shaders, pairs, &own, &[])
}

/// Compiles GLSL for WebGL 2, and links the pairs: each resource of such a program is one whose name the reflection has.
pub fn judge_webgl(shaders: &[Shader], pairs: &[(usize, usize)]) -> Result<Judged, Failed> {
    let wrong = |name, stage: Stage, code| Shader { stage: stage.name(), ..Shader::alone(name, code) };
    let own = [
        wrong("?vertex", Stage::Vertex, WRONG_WEBGL),
        wrong("?pixel", Stage::Pixel, WRONG_WEBGL),
        wrong("?one", Stage::Vertex, VERTEX_WEBGL),
        wrong("?other", Stage::Pixel, PIXEL_WEBGL),
    ];
    judge(WEBGL_PAGE, shaders, pairs, &own, &[(2, 3)])
}

/// `own`: what must be refused, as itself or in one of the pairs `own_pairs`, so that a page that reads nothing fails.
fn judge(
    page: &'static str,
    shaders: &[Shader],
    pairs: &[(usize, usize)],
    own: &[Shader],
    own_pairs: &[(usize, usize)],
) -> Result<Judged, Failed> {
    let all: Vec<Shader> = shaders.iter().chain(own).cloned().collect();
    let first = shaders.len();
    let own_pairs = own_pairs.iter().map(|(vertex, pixel)| (first + vertex, first + pixel));
    let pairs: Vec<(usize, usize)> = pairs.iter().copied().chain(own_pairs.clone()).collect();
    let answer = ask(page, serde_json::to_string(&Asked { shaders: &all, pairs: &pairs })?)?;
    if let Some(failure) = answer.failure {
        return Err(format!("the page failed: {failure}").into());
    }
    let (wrong, refused): (Vec<Refused>, Vec<Refused>) =
        answer.refused.into_iter().partition(|one| one.name.starts_with('?'));
    let paired: BTreeSet<usize> = own_pairs.flat_map(|(vertex, pixel)| [vertex, pixel]).collect();
    let wanted = own.len() - paired.len() + paired.len() / 2;
    if wrong.len() != wanted {
        return Err(format!("of {wanted} wrong texts, Chromium refuses {wrong:?} on `{}`", answer.device).into());
    }
    Ok(Judged { refused, made: answer.made })
}

/// What a page answers, which asks for the data.
fn ask(page: &'static str, data: String) -> Result<Answer, Failed> {
    let files = BTreeMap::from([("/", ("text/html", page.to_owned())), ("/data", ("application/json", data))]);
    Ok(serde_json::from_str(&open(files)?.0)?)
}

/// What a page did while it was used.
#[derive(Debug, Deserialize)]
pub struct Used {
    /// Of each step that gives one.
    pub values: Vec<serde_json::Value>,
    /// Errors and warnings of the console, exceptions, and what the page's policy has forbidden.
    pub errors: Vec<String>,
    /// Resources that it loaded.
    pub resources: usize,
}

/// Uses a page in a frame, step by step; `browser/frame.html` says which steps there are.
pub fn use_page(page: &str, steps: &serde_json::Value) -> Result<Used, Failed> {
    let watched = page.replacen("<style>", "<script>parent.watch(window)</script>\n<style>", 1);
    let files = BTreeMap::from([
        ("/", ("text/html; charset=utf-8", FRAME_PAGE.to_owned())),
        ("/page", ("text/html; charset=utf-8", watched)),
        ("/data", ("application/json", steps.to_string())),
    ]);
    let known: BTreeSet<&str> = files.keys().copied().chain(["/answer", "/favicon.ico"]).collect();
    let (answer, asked) = open(files)?;
    let unknown: Vec<&String> = asked.iter().filter(|path| !known.contains(path.as_str())).collect();
    assert!(unknown.is_empty(), "the page asks for {unknown:?}");
    Ok(serde_json::from_str(&answer)?)
}

/// A picture of a whole window that shows a file.
pub fn take_screenshot(address: &str, picture: &std::path::Path, size: (u32, u32), dark: bool) -> Result<(), Failed> {
    let profile = tempfile::tempdir()?;
    let output = Command::new(PROGRAM)
        .args([
            "--headless=new",
            "--no-sandbox",
            "--no-first-run",
            "--disable-background-networking",
            "--hide-scrollbars",
        ])
        .arg(format!("--blink-settings=preferredColorScheme={}", u8::from(!dark)))
        .arg("--virtual-time-budget=5000")
        .arg(format!("--window-size={},{}", size.0, size.1))
        .arg(format!("--screenshot={}", picture.display()))
        .arg(format!("--user-data-dir={}", profile.path().display()))
        .arg(address)
        .stdin(Stdio::null())
        .output()?;
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Ok(())
}

/// What a server answers: by path, the kind and the text.
type Files = BTreeMap<&'static str, (&'static str, String)>;

/// Opens `/`: what the page sends to `/answer`, and all paths that were asked for until then.
fn open(files: Files) -> Result<(String, Vec<String>), Failed> {
    let files = Arc::new(files);
    let asked: Arc<Mutex<Vec<String>>> = Arc::default();
    let listener = TcpListener::bind("127.0.0.1:0")?;
    let port = listener.local_addr()?.port();
    let (sender, answers) = channel();
    let of_server = Arc::clone(&asked);
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let (files, sender, asked) = (Arc::clone(&files), sender.clone(), Arc::clone(&of_server));
            // A browser opens connections that it may never use.
            std::thread::spawn(move || drop(serve(&stream, &files, &sender, &asked)));
        }
    });
    let profile = tempfile::tempdir()?;
    let mut browser = Browser(
        Command::new(PROGRAM)
            .args(FLAGS)
            .arg("--remote-debugging-port=0")
            .arg(format!("--user-data-dir={}", profile.path().display()))
            .arg(format!("http://127.0.0.1:{port}/"))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()?,
    );
    let answer = wait(&answers, &mut browser.0)?;
    let asked = std::mem::take(&mut *asked.lock().unwrap_or_else(PoisonError::into_inner));
    Ok((answer, asked))
}

fn wait(answers: &Receiver<String>, browser: &mut Child) -> Result<String, Failed> {
    let start = Instant::now();
    while start.elapsed() < LIMIT {
        if let Ok(text) = answers.recv_timeout(Duration::from_millis(200)) {
            return Ok(text);
        }
        if let Some(status) = browser.try_wait()? {
            return Err(format!("{PROGRAM} ended without an answer: {status}").into());
        }
    }
    Err(format!("{PROGRAM} gave no answer within {} s", LIMIT.as_secs()).into())
}

/// Answers one request.
fn serve(
    mut stream: &TcpStream,
    files: &Files,
    answers: &Sender<String>,
    asked: &Mutex<Vec<String>>,
) -> std::io::Result<()> {
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
    let path = first.split(' ').nth(1).unwrap_or_default();
    if !path.is_empty() {
        asked.lock().unwrap_or_else(PoisonError::into_inner).push(path.to_owned());
    }
    if path == "/answer" {
        let mut text = String::new();
        reader.take(length as u64).read_to_string(&mut text)?;
        // Nobody waits any more after a failure.
        drop(answers.send(text));
    }
    let (kind, body) = files.get(path).map_or(("text/plain", ""), |(kind, text)| (kind, text));
    write!(
        stream,
        "HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
        body.len()
    )
}
