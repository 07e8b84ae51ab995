//! `uberc psl page` in headless Chromium: a screenshot of the page against the machine's picture.

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use libtest_mimic::{Failed, Trial};
use uberc::dialect::shaderception::Semantics;
use uberc::dialect::shaderception::machine::{Image, from_png};

use super::draw::differing;
use super::programs::{compiled, draw_machine, frames, programs};
use crate::harness;

pub fn trials() -> Vec<Trial> {
    type Test = fn() -> Result<(), Failed>;
    let all: [(&str, Test); 3] = [
        ("pages_draw_with_webgpu", || pages_draw("webgpu")),
        ("pages_draw_with_webgl", || pages_draw("webgl2")),
        ("pages_say_that_a_browser_cannot_draw", pages_say),
    ];
    let trial = |(name, run)| harness::browser::needs_browser(harness::trial(format!("psl::{name}"), run));
    all.into_iter().map(trial).collect()
}

/// Pixels of one side of the picture.
const SIDE: usize = 64;
/// Of the window: headless browsers have no smaller ones.
const WINDOW: usize = 512;

/// The page of a program of the examples.
fn page(name: &str) -> Result<String, Failed> {
    let folder = tempfile::tempdir()?;
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("examples/psl/{name}.psl"));
    let output = folder.path().join("page.html");
    let arguments = ["uberc", "psl", "page"].map(Into::into);
    let code = uberc::cli::run(arguments.into_iter().chain([program.into(), "-o".into(), output.clone().into()]));
    assert_eq!(code, 0, "{name}");
    let text = std::fs::read_to_string(output)?;
    // Nothing is loaded from elsewhere.
    for outside in ["src=", "href=\"", "@import", "url(", "https:", "http:"] {
        assert!(!text.contains(outside), "{name}: the page has `{outside}`");
    }
    Ok(text)
}

/// Two frames of programs: one with nothing but its place and time, one that sees the frame before, one with textures, one with loops
/// and functions.
fn pages_draw(api: &str) -> Result<(), Failed> {
    let frames = frames(SIDE);
    let list = |numbers: [f32; 4]| numbers.map(|number| number.to_string()).join(",");
    let asked = format!(
        "#alone&frames=2&size={SIDE}x{SIDE}&api={api}&time={}&dt={}&button={}&axis={}",
        frames.time,
        frames.delta,
        list(frames.button),
        list(frames.axis)
    );
    for name in ["plasma", "feedback", "camera", "controls"] {
        let all = programs()?;
        let (_, text) = all.iter().find(|(known, _)| known == name).ok_or("the program is not there")?;
        let expected = draw_machine(&compiled(text, Semantics::Sane)?, &frames, 2);
        // The canvas of WebGPU is shown through Vulkan alone, that of WebGL without it.
        let vulkan = ["--enable-features=Vulkan", "--use-vulkan=swiftshader", "--use-angle=vulkan"];
        let own = if api == "webgpu" { &vulkan[..] } else { &[] };
        let shown = screenshot(&page(name)?, &asked, own)?;
        let count = differing(&opaque(&expected), &cut(&shown)?);
        assert!(count <= SIDE * SIDE / 100, "{name} with {api}: {count} of {} pixels differ", SIDE * SIDE);
    }
    Ok(())
}

/// Without a graphics interface, the page has a text in the place of a picture.
fn pages_say() -> Result<(), Failed> {
    let off = ["--disable-gpu", "--disable-software-rasterizer", "--disable-3d-apis", "--dump-dom"];
    let flags = [&["--headless=new", "--no-sandbox", "--no-first-run"], &off[..]].concat();
    let dom = browse(&page("plasma")?, "#frames=1", &flags)?;
    assert!(dom.contains("offers neither WebGPU nor WebGL 2"), "{dom}");
    Ok(())
}

/// Alpha is 1 in a browser's picture.
fn opaque(image: &Image) -> Image {
    let clamp = |lane: f32| lane.clamp(0.0, 1.0);
    let pixels = image.pixels.iter().map(|[r, g, b, _]| [clamp(*r), clamp(*g), clamp(*b), 1.0]).collect();
    Image { pixels, ..image.clone() }
}

/// The picture in the left upper corner of a screenshot.
fn cut(shown: &Image) -> Result<Image, Failed> {
    assert!(shown.width >= SIDE && shown.height >= SIDE, "{} by {}", shown.width, shown.height);
    let rows = shown.pixels.chunks(shown.width).skip(shown.height - SIDE);
    let pixels = rows.flat_map(|row| &row[..SIDE]).copied().collect();
    Ok(Image { width: SIDE, height: SIDE, pixels })
}

fn screenshot(page: &str, asked: &str, flags: &[&str]) -> Result<Image, Failed> {
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("shown.png");
    let window = format!("--window-size={WINDOW},{WINDOW}");
    let shot = format!("--screenshot={}", file.display());
    let own = ["--hide-scrollbars", "--force-device-scale-factor=1", "--force-color-profile=srgb", &window, &shot];
    browse(page, asked, &[&harness::browser::FLAGS[..], flags, &own].concat())?;
    Ok(from_png(&std::fs::read(file)?)?)
}

/// Keeps the page loading until it has drawn or said what is wrong, which changes its title: a browser shows a page when it is loaded.
const HOLD: &str = "<img hidden src='/wait'><script>new MutationObserver(() => fetch('/done'))\
                    .observe(document.querySelector('title'), { childList: true });</script>";
/// From there until the browser may show it: the picture is on its way.
const PRESENTED: Duration = Duration::from_millis(300);
/// So long does the server wait for the page.
const LIMIT: Duration = Duration::from_secs(60);

/// Opens a page from loopback, which WebGPU asks for; what the browser printed.
fn browse(page: &str, asked: &str, flags: &[&str]) -> Result<String, Failed> {
    let text: Arc<str> = page.replacen("</main>", &format!("</main>{HOLD}"), 1).into();
    let is_done = Arc::new(AtomicBool::new(false));
    let listener = TcpListener::bind("127.0.0.1:0")?;
    let port = listener.local_addr()?.port();
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let (text, is_done) = (Arc::clone(&text), Arc::clone(&is_done));
            // A browser opens connections that it may never use.
            std::thread::spawn(move || drop(serve(&stream, &text, &is_done)));
        }
    });
    let profile = tempfile::tempdir()?;
    let output = Command::new("timeout")
        .args(["--kill-after=5", "120", harness::browser::PROGRAM])
        .arg(format!("--user-data-dir={}", profile.path().display()))
        .args(flags)
        .arg(format!("http://127.0.0.1:{port}/{asked}"))
        .stdin(Stdio::null())
        .output()?;
    if !output.status.success() {
        return Err(format!("the browser: {}: {}", output.status, String::from_utf8_lossy(&output.stderr)).into());
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

fn serve(mut stream: &TcpStream, page: &str, is_done: &AtomicBool) -> std::io::Result<()> {
    let mut reader = BufReader::new(stream);
    let mut first = String::new();
    reader.read_line(&mut first)?;
    let mut line = String::new();
    while reader.read_line(&mut line)? > 0 && !line.trim().is_empty() {
        line.clear();
    }
    let (status, body) = match first.split(' ').nth(1) {
        Some("/") => ("200 OK", page),
        Some("/wait") => {
            let start = Instant::now();
            while !is_done.load(Ordering::Relaxed) && start.elapsed() < LIMIT {
                std::thread::sleep(Duration::from_millis(20));
            }
            std::thread::sleep(PRESENTED);
            ("200 OK", "")
        }
        Some("/done") => {
            is_done.store(true, Ordering::Relaxed);
            ("200 OK", "")
        }
        _ => ("404 Not Found", ""),
    };
    write!(
        stream,
        "HTTP/1.1 {status}\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
        body.len()
    )
}
