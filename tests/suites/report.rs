//! The page of `uberc report`: its data, and the page itself in Chromium.
//!
//! A case has a `project`; `page.json` is the data of its page, without digests of code and sizes.

use std::path::{Path, PathBuf};

use libtest_mimic::{Failed, Trial};
use serde_json::{Value, json};
use tempfile::TempDir;
use uberc_runtime::{MissReason, Pack};

use super::cli::{normalise, uberc};
use crate::harness;
use crate::harness::browser::{Used, needs_browser, take_screenshot, use_page};

pub fn trials() -> Vec<Trial> {
    let trial = |name, run: fn() -> Result<(), Failed>| needs_browser(harness::trial(name, run));
    let mut trials = harness::cases("report", case);
    trials.push(harness::trial("report::equal_builds_have_equal_pages", deterministic));
    trials.extend([
        trial("report::the_library_is_looked_up_as_in_its_archive", library),
        trial("report::a_variant_is_drawn_with_edited_uniforms", drawn),
        trial("report::every_part_opens_without_an_error", parts),
        trial("report::texts_are_never_read_as_html", texts_are_texts),
        trial("report::programs_are_in_every_part", programs),
    ]);
    trials
}

/// What the issue allows for the page of `shaders/`, in bytes.
const MOST_BYTES: usize = 2 << 20;

/// A project in a folder of its own.
fn project(case: &str) -> Result<TempDir, Failed> {
    let place = tempfile::tempdir()?;
    harness::copy_tree(&harness::suite_dir("report").join(case).join("project"), place.path())?;
    Ok(place)
}

/// Writes the page of a project; its text. `ends`: what else the command says.
fn report(place: &Path, options: &[&str], ends: &str) -> Result<String, Failed> {
    let arguments: Vec<&str> = ["report", ".", "-o", "page.html", "--quiet"].iter().chain(options).copied().collect();
    let said = uberc(place, &arguments, true)?;
    assert!(said.ends_with(ends) && ends.is_empty() != said.contains("exit"), "{said}");
    Ok(std::fs::read_to_string(place.join("page.html"))?)
}

/// The data in a page.
fn data(page: &str) -> Result<Value, Failed> {
    let (_, rest) = page.split_once("id=\"data\">").ok_or("the page has data")?;
    let packed = from_base64(rest.split('<').next().unwrap_or_default());
    let json = miniz_oxide::inflate::decompress_to_vec(&packed).map_err(|error| format!("{error}"))?;
    Ok(serde_json::from_slice(&json)?)
}

fn from_base64(text: &str) -> Vec<u8> {
    let value = |letter: u8| match letter {
        b'A'..=b'Z' => letter - b'A',
        b'a'..=b'z' => letter - b'a' + 26,
        b'0'..=b'9' => letter - b'0' + 52,
        b'+' => 62,
        _ => 63,
    };
    let digits: Vec<u8> = text.bytes().filter(|letter| *letter != b'=').map(value).collect();
    let bytes = digits.chunks(4).flat_map(|four| {
        let word = (0..4).fold(0u32, |word, at| word << 6 | u32::from(four.get(at).copied().unwrap_or(0)));
        word.to_be_bytes().into_iter().skip(1).take(four.len() - 1)
    });
    bytes.collect()
}

/// Without what differs from one version of a compiler to the next.
fn normalised(value: Value) -> Value {
    match value {
        Value::String(text) if text.len() == 64 && text.bytes().all(|letter| letter.is_ascii_hexdigit()) => "H".into(),
        Value::Array(values) => values.into_iter().map(normalised).collect(),
        Value::Object(fields) => {
            let kept = fields.into_iter().filter(|(name, _)| name != "bytes" && name != "version");
            kept.map(|(name, value)| (name, normalised(value))).collect()
        }
        other => other,
    }
}

/// JSON with a line for each value that holds no other lists or objects.
fn pretty(value: &Value, indent: usize) -> String {
    let is_flat = |value: &Value| {
        let holds = |value: &Value| value.is_array() || value.is_object();
        match value {
            Value::Array(values) => !values.iter().any(holds),
            Value::Object(fields) => !fields.values().any(holds),
            _ => true,
        }
    };
    if is_flat(value) {
        return value.to_string();
    }
    let (begin, end) = ("  ".repeat(indent + 1), "  ".repeat(indent));
    match value {
        Value::Array(values) => {
            let lines: Vec<String> =
                values.iter().map(|value| format!("{begin}{}", pretty(value, indent + 1))).collect();
            format!("[\n{}\n{end}]", lines.join(",\n"))
        }
        Value::Object(fields) => {
            let line = |(name, value): (&String, &Value)| format!("{begin}\"{name}\": {}", pretty(value, indent + 1));
            format!("{{\n{}\n{end}}}", fields.iter().map(line).collect::<Vec<_>>().join(",\n"))
        }
        other => other.to_string(),
    }
}

fn case(folder: &Path) -> Result<(), Failed> {
    let name = folder.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let place = project(&name)?;
    let ends = if name == "failures" { "exit 1\n" } else { "" };
    let page = report(place.path(), &[], ends)?;
    let mut data = normalised(data(&page)?);
    // Its code is that of `hlsl_lower`.
    if let Some(texts) = data.get_mut("texts").filter(|_| name == "drawn") {
        texts.take();
    }
    harness::golden(&folder.join("page.json"), &(pretty(&data, 0) + "\n"))
}

/// From the cache or not, with one thread or several, in another folder.
fn deterministic() -> Result<(), Failed> {
    let (here, there) = (project("failures")?, project("failures")?);
    let pages = [
        report(here.path(), &["-t", "spirv,wgsl"], "exit 1\n")?,
        report(here.path(), &["-t", "wgsl,spirv"], "exit 1\n")?,
        report(there.path(), &["-t", "spirv,wgsl", "--no-cache", "--jobs", "1"], "exit 1\n")?,
    ];
    assert!(pages.iter().all(|page| *page == pages[0]), "pages differ");
    let timed = report(here.path(), &["-t", "spirv,wgsl", "--timings"], "exit 1\n")?;
    assert!(data(&pages[0])?["timings"].is_null() && data(&timed)?["timings"]["stages"].is_array());
    Ok(())
}

fn without_errors(used: &Used) {
    assert!(used.errors.is_empty(), "{:?}", used.errors);
    assert_eq!(used.resources, 0, "the page loads something");
}

/// Folders with what was seen: for people, and for the documentation.
fn pictures() -> Result<PathBuf, Failed> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("report");
    std::fs::create_dir_all(&folder)?;
    Ok(folder)
}

/// A picture of a page that is neither empty nor of one colour: such PNG files have a few kilobytes.
fn photograph(page: &Path, part: &str, name: &str, dark: bool) -> Result<(), Failed> {
    let picture = pictures()?.join(name);
    take_screenshot(&format!("file://{}#{part}", page.display()), &picture, (1400, 1000), dark)?;
    let length = std::fs::metadata(&picture)?.len();
    assert!(length > 30_000, "{} has {length} bytes", picture.display());
    Ok(())
}

/// Random permutations of every shader, and branches of the largest, one after the other.
fn library() -> Result<(), Failed> {
    let place = tempfile::tempdir()?;
    harness::copy_tree(&Path::new(env!("CARGO_MANIFEST_DIR")).join("shaders"), place.path())?;
    let page = report(place.path(), &["-t", "spirv,wgsl"], "")?;
    assert!(page.len() < MOST_BYTES, "{} bytes", page.len());
    uberc(place.path(), &["build", "-t", "spirv"], true)?;
    let archive = std::fs::read(place.path().join("shaders.fxo"))?;
    let pack = Pack::open(&archive[..])?;
    let mut random = harness::Random::new(23);
    let (mut steps, mut expected) = (vec![json!(["open", "variants"])], Vec::new());
    for shader in pack.target("spirv")?.shaders() {
        let bits = shader.branches().fold(0, |bits, branch| bits | branch.handle().mask());
        let count = if bits.count_ones() > 10 { 120 } else { 12 };
        let keys = (0..count).map(|_| (random.below(1 << 32) as u64) & bits);
        let exists = |key: &u64| match shader.technique(shader.key_from_bits(*key)) {
            Ok(_) => true,
            Err(miss) => miss.reason() == MissReason::NotBuilt,
        };
        let keys: Vec<u64> = keys.filter(exists).collect();
        let answers = keys.iter().map(|key| answer(&shader, *key)).collect::<Vec<Value>>();
        expected.push(Value::from(answers));
        let keys: Vec<String> = keys.iter().map(|key| format!("{key:#x}")).collect();
        steps.push(json!(["look_up", format!("{} (spirv)", shader.name()), keys]));
    }
    let mesh = pack.target("spirv")?.shader("RenderMesh")?;
    steps.push(json!(["look_up", "RenderMesh (spirv)", ["0"]]));
    expected.push(json!([answer(&mesh, 0)]));
    let mut key = 0;
    for branch in mesh.branches() {
        key |= branch.handle().mask();
        steps.push(json!(["click", format!("#branch-{}", branch.name())]));
        steps.push(json!(["data", "#answer", "technique"]));
        expected.push(answer(&mesh, key));
    }
    let used = use_page(&page, &steps.into())?;
    without_errors(&used);
    for (step, (found, expected)) in used.values.iter().zip(&expected).enumerate() {
        assert_eq!(found, expected, "answer {step}");
    }
    assert_eq!(used.values.len(), expected.len());
    // The command says the same.
    let said = uberc(place.path(), &["lookup", "shaders.fxo", "RenderMesh", &format!("{key:#x}")], true)?;
    let number = used.values.last().and_then(Value::as_str).unwrap_or_default();
    assert!(said.contains(&format!("\ntechnique       {number} of ")), "{number}: {said}");
    let file = place.path().join("page.html");
    photograph(&file, "overview", "overview.png", false)?;
    photograph(&file, "sizes", "sizes.png", true)?;
    photograph(&file, "variants/RenderMesh/spirv/0x2021", "variants.png", true)
}

/// The number of a technique as the page writes it: empty where nothing is built.
fn answer(shader: &uberc_runtime::Shader<'_>, key: u64) -> Value {
    match shader.technique(shader.key_from_bits(key)) {
        Ok(technique) => technique.number().to_string().into(),
        Err(_) => "".into(),
    }
}

/// The middle of a sphere: its tint, red alone, another tint; then a plane, the whole screen, and depth.
fn drawn() -> Result<(), Failed> {
    let place = project("drawn")?;
    let page = report(place.path(), &[], "")?;
    let middle = json!(["pixel", 240, 240]);
    let red = "input[aria-label='g_TintColor x']";
    let steps = json!([
        ["open", "variants/Flat/wgsl/0"],
        ["drawn"],
        middle,
        ["pixel", 3, 3],
        ["click", "#branch-g_bRed"],
        ["drawn"],
        middle,
        ["set", red, "0.5"],
        ["drawn"],
        middle,
        ["click", "#branch-g_bTextured"],
        ["drawn"],
        middle,
        ["picture"],
        ["set", "section select", "screen"],
        ["drawn"],
        ["pixel", 3, 3],
        ["key", "canvas", "ArrowLeft"],
        ["drawn"],
        ["open", "variants/Compute/wgsl/0"],
        ["drawn"],
        ["text", "#drawing-status"],
    ]);
    let used = use_page(&page, &steps)?;
    without_errors(&used);
    let mut values = used.values.iter();
    let mut next = || values.next().cloned().unwrap_or_default();
    assert_eq!([next(), next()], [json!("drawn"), json!([255, 230, 204])], "{:?}", used.values);
    assert_eq!(next(), json!([20, 23, 28]), "beside the sphere");
    assert_eq!([next(), next()], [json!("drawn"), json!([255, 0, 0])]);
    assert_eq!([next(), next()], [json!("drawn"), json!([128, 0, 0])]);
    assert_eq!(next(), "drawn");
    let textured = next()[0].as_u64().unwrap_or_default();
    assert!(textured > 40 && textured < 128, "a texture darkens: {textured}");
    let picture = from_base64(next().as_str().unwrap_or_default());
    assert!(picture.starts_with(b"\x89PNG") && picture.len() > 5_000, "{} bytes", picture.len());
    std::fs::write(pictures()?.join("drawing.png"), picture)?;
    assert_eq!(next(), "drawn");
    assert!(next()[0].as_u64().is_some_and(|red| red > 40), "the screen is covered");
    assert_eq!([next(), next(), next()], [json!("drawn"), json!("nothing"), json!("A compute stage draws nothing.")]);
    Ok(())
}

/// Every tab of a build with errors, by keys; messages lead to the permutation that has them.
fn parts() -> Result<(), Failed> {
    let place = project("failures")?;
    let page = report(place.path(), &["--timings"], "exit 1\n")?;
    let steps = json!([
        ["text", "#summary"],
        ["click", "#tab-overview"],
        ["count", ".funnel .bar"],
        ["key", "#tab-overview", "ArrowRight"],
        ["focused"],
        ["text", "#main p"],
        ["key", "#tab-sizes", "ArrowRight"],
        ["focused"],
        ["count", "#main tbody tr"],
        ["key", "#tab-branches", "ArrowRight"],
        ["focused"],
        ["text", "#main h2"],
        ["count", "#main .message.error"],
        ["key", "#tab-messages", "ArrowRight"],
        ["focused"],
        ["text", "#main h2"],
        ["key", "#tab-timings", "ArrowLeft"],
        ["click", "#main .message button"],
        ["text", "#answer h2"],
        ["text", "#final"],
        ["set", "#branch-g_nLamps", "2"],
        ["click", "#branch-g_bNight"],
        ["text", "#answer h2"],
        ["count", "#path li"],
        ["set", "#permutation", "g_nLamps=3"],
        ["text", "#sharing"],
        ["text", "#text"],
        ["style", "body", "backgroundColor"],
        ["set", "#theme", "dark"],
        ["style", "body", "backgroundColor"],
    ]);
    let used = use_page(&page, &steps)?;
    without_errors(&used);
    harness::golden(&harness::suite_dir("report").join("failures/parts.txt"), &lines(&used))
}

/// A line for each value, without sizes.
fn lines(used: &Used) -> String {
    let line = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned) + "\n";
    normalise(&used.values.iter().map(line).collect::<String>())
}

/// A shader whose techniques are programs beside one with stages: the column of the overview, the sizes, the permutations
/// that share a program.
fn programs() -> Result<(), Failed> {
    let place = project("programs")?;
    let page = report(place.path(), &[], "")?;
    let steps = json!([
        ["text", "#summary"],
        ["click", "#tab-overview"],
        ["text", ".funnel"],
        ["count", ".funnel .bar"],
        ["key", "#tab-overview", "ArrowRight"],
        ["text", ".treemap"],
        ["text", "#main tbody"],
        ["click", ".treemap button.other"],
        ["text", "#answer h2"],
        ["text", "#program"],
        ["text", "#sharing"],
        ["click", "#program button"],
        ["text", "#sharing"],
        ["count", "#text"],
        ["click", "#branch-g_bWarm"],
        ["text", "#program"],
    ]);
    let used = use_page(&page, &steps)?;
    without_errors(&used);
    harness::golden(&harness::suite_dir("report").join("programs/parts.txt"), &lines(&used))?;
    let file = place.path().join("page.html");
    photograph(&file, "overview", "programs_overview.png", false)?;
    photograph(&file, "variants/Plasma/spirv/0x1", "programs.png", true)
}

/// Names with tags in them are shown as they are.
fn texts_are_texts() -> Result<(), Failed> {
    let place = project("odd_names")?;
    let page = report(place.path(), &[], "")?;
    assert!(!page.contains("<b>"), "a name is in the page as HTML");
    let steps = json!([
        ["text", "h1"],
        ["click", "#tab-overview"],
        ["text", ".funnel .link"],
        ["count", "main b"],
        ["click", ".funnel .link"],
        ["text", "#shader option"],
        ["text", "#answer dl"],
        ["count", "main img"],
        ["count", "#branch-g_Mode option"],
        ["set", "#permutation", "g_nSize=1"],
        ["text", "#answer h2"],
    ]);
    let used = use_page(&page, &steps)?;
    without_errors(&used);
    harness::golden(&harness::suite_dir("report").join("odd_names/parts.txt"), &lines(&used))
}
