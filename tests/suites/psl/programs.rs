//! Images, listings, the machine and the typed program on the programs of `examples/psl`.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use libtest_mimic::{Failed, Trial};
use uberc::diag::{Diagnostic, SourceFile, Sources};
use uberc::dialect::shaderception::builtins::BUILTINS;
use uberc::dialect::shaderception::bytecode::{
    self, JUMP_BUDGET, ListingStyle, MOST_INSTRUCTIONS, Program, SLOTS, from_image, to_image,
};
use uberc::dialect::shaderception::machine::{
    Encoding, Environment, Filter, Frames, Image, Machine, draw, draw_with, from_png, to_png,
};
use uberc::dialect::shaderception::typed::{DynamicWidths, Interpreter, TypedOptions, TypedProgram};
use uberc::dialect::shaderception::{self, Semantics};

use super::draw::differing;
use crate::harness;

type Test = fn() -> Result<(), Failed>;

pub fn trials() -> Vec<Trial> {
    let all: [(&str, Test); 14] = [
        ("images_are_what_another_assembler_writes", images_are_what_another_assembler_writes),
        ("listings_lead_back", listings_lead_back),
        ("wrong_images_are_rejected", wrong_images_are_rejected),
        ("wrong_listings_are_rejected", wrong_listings_are_rejected),
        ("limits_are_errors", limits_are_errors),
        ("every_function_is_in_a_program", every_function_is_in_a_program),
        ("the_typed_program_draws_what_the_machine_draws", the_typed_program_draws_what_the_machine_draws),
        ("widths_of_a_run", widths_of_a_run),
        ("the_contact_sheet_shows_the_programs", the_contact_sheet_shows_the_programs),
        ("threads_change_nothing", threads_change_nothing),
        ("frames_see_the_one_before", frames_see_the_one_before),
        ("endless_loops_end", endless_loops_end),
        ("dynamic_widths_can_be_errors", dynamic_widths_can_be_errors),
        ("damaged_programs_end", damaged_programs_end),
    ];
    all.into_iter().map(|(name, run)| harness::trial(format!("psl::{name}"), run)).collect()
}

/// Every program of the examples, with its name.
pub fn programs() -> Result<Vec<(String, String)>, Failed> {
    let mut all = Vec::new();
    for entry in std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/psl"))? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "psl") {
            let name = path.file_stem().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
            all.push((name, std::fs::read_to_string(path)?));
        }
    }
    all.sort();
    assert!(all.len() >= 12, "{} programs", all.len());
    Ok(all)
}

fn open(text: &str) -> Result<(Sources, Arc<SourceFile>), Failed> {
    let sources = Sources::in_memory([(PathBuf::from("main.psl"), text.as_bytes().to_vec())]);
    let file = sources.load(Path::new("main.psl")).map_err(|error| format!("{error:?}"))?;
    Ok((sources, file))
}

/// The program of the machine; an error is what the compiler said.
pub fn compiled(text: &str, semantics: Semantics) -> Result<Program, Failed> {
    let (sources, file) = open(text)?;
    let (program, found) = shaderception::compile(&file, semantics, &BTreeMap::new());
    Ok(program.ok_or_else(|| harness::diagnostics(&found, &sources))?.0)
}

fn typed(text: &str) -> Result<TypedProgram, Failed> {
    let (sources, file) = open(text)?;
    let options = TypedOptions::default();
    let (program, found) = shaderception::translate(&file, &BTreeMap::new(), &BTreeSet::new(), &options);
    Ok(program.ok_or_else(|| harness::diagnostics(&found, &sources))?)
}

/// The codes that a program is told, in order.
fn codes(text: &str, semantics: Semantics) -> Result<Vec<&'static str>, Failed> {
    let (_, file) = open(text)?;
    let (_, found) = shaderception::compile(&file, semantics, &BTreeMap::new());
    Ok(found.into_iter().filter(Diagnostic::is_error).map(|problem| problem.code).collect())
}

/// Inputs in which no two numbers are equal.
pub fn frames(size: usize) -> Frames {
    Frames {
        size: [size, size],
        time: 1.5,
        delta: 0.125,
        button: [1.0, 0.0, 0.5, 0.25],
        axis: [0.2, -0.3, 0.5, 0.7],
        filter: Filter::Linear,
    }
}

/// The bytes of a plain listing, by an assembler that shares nothing with uberc's.
fn independent(listing: &str) -> Result<Vec<u8>, Failed> {
    let mut words: Vec<u32> = Vec::new();
    let none = 0xFFC0_0000;
    for line in listing.lines() {
        let (mnemonic, operand) = line.split_once(' ').ok_or("no operand")?;
        let opcode = match mnemonic {
            "PUSHCONST" => 1.0_f32,
            "PUSHVAR" => 2.0,
            "BINOP" => 3.0,
            "UNOP" => 4.0,
            "CALL" => 5.0,
            "SETVAR" => 6.0,
            "JUMP" => 7.0,
            "CONDJUMP" => 8.0,
            _ => return Err(line.into()),
        };
        words.extend([opcode.to_bits(), none, none, none]);
        let numbers = operand.trim_matches(['(', ')']).split([',', ' ']).filter(|part| !part.is_empty());
        let mut lanes = Vec::new();
        for number in numbers {
            lanes.push(if number == "NaN" { none } else { number.parse::<f32>()?.to_bits() });
        }
        lanes.resize(4, none);
        words.extend(lanes);
    }
    words.resize(4092 * 4, 0);
    Ok(words.into_iter().flat_map(u32::to_le_bytes).collect())
}

fn images_are_what_another_assembler_writes() -> Result<(), Failed> {
    for (name, text) in programs()? {
        for semantics in [Semantics::Reference, Semantics::Sane] {
            let program = compiled(&text, semantics)?;
            let image = to_image(&program, false);
            assert_eq!(image.len(), 65_472);
            let listing = bytecode::disassemble(&program, ListingStyle::Plain, None);
            assert!(image == independent(&listing)?, "{name}");
            // Trimmed: the used slots and one zero instruction.
            let trimmed = to_image(&program, true);
            assert_eq!(trimmed.len(), 32 * (program.instructions.len() + 1));
            assert!(image.starts_with(&trimmed), "{name}");
            assert!(plain(&from_image(&trimmed, false).map_err(|error| error.to_string())?) == listing, "{name}");
        }
    }
    // One program by hand: `let a = 2; a.yx = a;`.
    let image = to_image(&compiled("let a = 2; a.yx = a;", Semantics::Reference)?, false);
    let word = |at: usize| f32::from_le_bytes([image[at * 4], image[at * 4 + 1], image[at * 4 + 2], image[at * 4 + 3]]);
    let first: Vec<f32> = [0, 4, 8, 12, 16, 20, 24, 28, 29, 32].into_iter().map(word).collect();
    assert_eq!(first, [1.0, 2.0, 6.0, 0.0, 2.0, 0.0, 6.0, 0.0, 21.0, 0.0]);
    assert_eq!(image[20..24], 0xFFC0_0000_u32.to_le_bytes());
    Ok(())
}

fn plain(program: &Program) -> String {
    bytecode::disassemble(program, ListingStyle::Plain, None)
}

/// Both styles of a listing give the same image, and listing it again the same text.
fn listings_lead_back() -> Result<(), Failed> {
    for (name, text) in programs()? {
        let (sources, file) = open(&text)?;
        let (program, _) = shaderception::compile(&file, Semantics::Sane, &BTreeMap::new());
        let program = program.ok_or("no program")?.0;
        let image = to_image(&program, false);
        for (style, of) in
            [(ListingStyle::Plain, None), (ListingStyle::Full, None), (ListingStyle::Full, Some(&sources))]
        {
            let listing = bytecode::disassemble(&program, style, of);
            let read = bytecode::assemble(&sources.add("listing", &listing))
                .map_err(|found| harness::diagnostics(&found, &sources))?;
            assert!(to_image(&read, false) == image, "{name}");
            if style == ListingStyle::Plain {
                assert_eq!(plain(&read), listing);
            }
        }
    }
    Ok(())
}

fn wrong_images_are_rejected() -> Result<(), Failed> {
    let image = |operands: &[[f32; 5]]| {
        let mut bytes = Vec::new();
        for [opcode, lanes @ ..] in operands {
            let words = [*opcode, f32::NAN, f32::NAN, f32::NAN].into_iter().chain(*lanes);
            bytes.extend(words.flat_map(f32::to_le_bytes));
        }
        bytes
    };
    let nan = f32::NAN;
    let wrong = [
        image(&[[12.0, 0.0, nan, nan, nan]]),
        image(&[[7.0, 3.0, nan, nan, nan]]),
        image(&[[8.0, 9000.0, nan, nan, nan]]),
        image(&[[2.0, 256.0, nan, nan, nan]]),
        image(&[[6.0, 0.0, 15.0, nan, nan]]),
        image(&[[3.0, 13.0, nan, nan, nan]]),
        image(&[[5.0, 50.0, nan, nan, nan]]),
        vec![0; 17],
        vec![0; 65_504],
    ];
    for bytes in wrong {
        assert!(from_image(&bytes, false).is_err());
    }
    // The machine takes registers modulo 256, and masks that are none as none.
    let program = from_image(&image(&[[2.0, 256.0, nan, nan, nan], [6.0, 300.0, 15.0, nan, nan]]), true)
        .map_err(|error| error.to_string())?;
    assert_eq!(plain(&program), "PUSHVAR 0\nSETVAR 44\n");
    // An opcode that it does not know does nothing, and takes a place that jumps count.
    let unknown = image(&[
        [7.0, 4.0, nan, nan, nan],
        [9.0, 1.0, nan, nan, nan],
        [99.0, nan, nan, nan, nan],
        [1.0, 0.5, nan, nan, nan],
    ]);
    let program = from_image(&unknown, true).map_err(|error| error.to_string())?;
    assert_eq!(plain(&program), "JUMP 4\nUNKNOWN 9\nUNKNOWN 99\nPUSHCONST (0.5, 0x7fc00000, 0x7fc00000, 0x7fc00000)\n");
    let (result, counters) = Machine::default().run(&program, &Environment::default(), [0.5, 0.5]);
    assert_eq!((result, counters.steps), ([0.5, 0.0, 0.0, 0.0], 3));
    // So does one that is no number.
    let program =
        from_image(&image(&[[nan; 5], [-3.0, 1.0, nan, nan, nan]]), true).map_err(|error| error.to_string())?;
    assert_eq!(plain(&program), format!("UNKNOWN {0}\nUNKNOWN {0}\n", u32::MAX));
    unknown_operators(&image)
}

/// A number that is no operator: of two operands it makes zeros as wide as the wider one, of one it makes nothing else.
/// The image is the same when it is written again.
fn unknown_operators(image: &dyn Fn(&[[f32; 5]]) -> Vec<u8>) -> Result<(), Failed> {
    let none = f32::from_bits(bytecode::NO_LANE);
    let operands = [[1.0, 2.0, 3.0, none, none], [1.0, 5.0, none, none, none]];
    for (number, opcode, listed) in [(0.0, 3.0, "BINOP 0"), (13.0, 3.0, "BINOP 13"), (7.0, 4.0, "UNOP 7")] {
        let bytes = image(&[operands[0], operands[1], [opcode, number, none, none, none]]);
        assert!(from_image(&bytes, false).is_err(), "{listed}");
        let program = from_image(&bytes, true).map_err(|error| error.to_string())?;
        assert_eq!(plain(&program).lines().last(), Some(listed));
        let written = to_image(&program, true);
        assert_eq!(from_image(&written, true).map_err(|error| error.to_string())?, program);
        let (result, counters) = Machine::default().run(&program, &Environment::default(), [0.5, 0.5]);
        let expected = if opcode == 3.0 { [0.0; 4] } else { [5.0, 0.0, 0.0, 0.0] };
        assert_eq!((result, counters.stack), (expected, 2), "{listed}");
        // How wide the zeros are is seen by what they are added to.
        let wider = image(&[
            operands[0],
            operands[1],
            [opcode, number, none, none, none],
            [1.0, 7.0, 8.0, 9.0, none],
            [3.0, 1.0, none, none, none],
        ]);
        let program = from_image(&wider, true).map_err(|error| error.to_string())?;
        let (result, _) = Machine::default().run(&program, &Environment::default(), [0.5, 0.5]);
        let expected = if opcode == 3.0 { [7.0, 8.0, 0.0, 0.0] } else { [12.0, 13.0, 14.0, 0.0] };
        assert_eq!(result, expected, "{listed}");
    }
    Ok(())
}

fn wrong_listings_are_rejected() -> Result<(), Failed> {
    let sources = Sources::in_memory([("none", Vec::new())]);
    let lines = ["PUSH 1", "PUSHCONST 1", "BINOP %", "CALL 50", "SETVAR r3.q", "JUMP 3", "PUSHVAR 256", "L4:", "CALL"];
    for line in lines {
        let text = format!("PUSHVAR 0\n{line}\n");
        let Err(found) = bytecode::assemble(&sources.add("listing", &text)) else { return Err(line.into()) };
        assert_eq!(found.len(), 1, "{line}");
        let span = found[0].primary.as_ref().ok_or("no place")?.span;
        assert_eq!((found[0].code, sources.get(span.file).position(span.start).line), ("psl/asm", 2), "{line}");
    }
    Ok(())
}

/// The last of each is accepted, and one more is one error.
fn limits_are_errors() -> Result<(), Failed> {
    let variables = |count: usize| (0..count).map(|at| format!("v{at}=1;")).collect::<String>();
    let statements = |count: usize| "a=1;".repeat(count) + "a";
    let functions = |instructions: usize| {
        // Each call is four instructions: an argument, its register, a read, a write.
        let calls = instructions / 4;
        format!("fun f(x) {{ x }} {}", "a=f(1);".repeat(calls))
    };
    let deep = |count: usize| "1+(".repeat(count) + "1" + &")".repeat(count);
    let none: Vec<&str> = Vec::new();
    let checks = [
        (variables(256), none.clone()),
        (variables(257), vec!["psl/limit-registers"]),
        (statements(1022), none.clone()),
        (statements(1023), vec!["psl/limit-tokens"]),
        (functions(2044), none.clone()),
        (functions(2048), vec!["psl/limit-instructions"]),
        (deep(60), none.clone()),
        (deep(65), vec!["psl/limit-nesting"]),
    ];
    for (text, expected) in checks {
        assert_eq!(codes(&text, Semantics::Reference)?, expected, "{} bytes", text.len());
        assert_eq!(codes(&text, Semantics::Sane)?, expected, "{} bytes", text.len());
    }
    // Nested calls of functions hold operands of all levels on the stack.
    let mut text = String::from("fun f0(x) { x }\n");
    for at in 1..=6 {
        let inner = "1+(".repeat(24);
        text += &format!("fun f{at}(x) {{ {inner}f{}(x){} }}\n", at - 1, ")".repeat(24));
    }
    assert_eq!(codes(&(text + "f6(1)"), Semantics::Reference)?, ["psl/limit-stack"]);
    // Each function calls the one before twice: a few lines that would run for years, also where calls stay calls.
    let mut text = String::from("fun f0(x) { let y = x + 1; y }\n");
    for at in 1..=40 {
        text += &format!("fun f{at}(x) {{ let y = f{0}(x) + f{0}(x + 1); y }}\n", at - 1);
    }
    text += "f40(uv().x)";
    assert_eq!(codes(&text, Semantics::Sane)?, ["psl/limit-instructions"]);
    let (_, file) = open(&text)?;
    let (_, found) = shaderception::translate(&file, &BTreeMap::new(), &BTreeSet::new(), &TypedOptions::default());
    let told: Vec<&str> = found.iter().map(|problem| problem.code).collect();
    assert_eq!(told, ["psl/limit-instructions"]);
    Ok(())
}

fn every_function_is_in_a_program() -> Result<(), Failed> {
    let all: String = programs()?.into_iter().map(|(_, text)| text.to_ascii_lowercase()).collect();
    for builtin in BUILTINS.iter().filter(|builtin| builtin.is_callable()) {
        assert!(all.contains(&format!("{}(", builtin.name)), "no program calls {}", builtin.name);
    }
    Ok(())
}

/// Frames of a typed program on the CPU.
fn draw_typed(program: &TypedProgram, frames: &Frames, count: u32) -> Image {
    let options = TypedOptions::default();
    let mut previous: Option<Image> = None;
    for number in 0..count {
        let environment = frames.environment(number, previous.as_ref());
        let make = || Interpreter::new(program, &options, environment);
        let drawn = draw_with(frames.size, make, |interpreter, uv| interpreter.run(uv)).image;
        previous = Some(drawn);
    }
    previous.expect("at least one frame was drawn")
}

/// Frames of a program of the machine.
pub fn draw_machine(program: &Program, frames: &Frames, count: u32) -> Image {
    let mut previous: Option<Image> = None;
    for number in 0..count {
        let drawn = draw(program, &frames.environment(number, previous.as_ref())).image;
        previous = Some(drawn);
    }
    previous.expect("at least one frame was drawn")
}

/// Against `sane` images of all programs; those that use nothing which `sane` repairs also in `reference`.
fn the_typed_program_draws_what_the_machine_draws() -> Result<(), Failed> {
    let frames = frames(32);
    let count = if harness::compares_everything() { 3 } else { 2 };
    for (name, text) in programs()? {
        let sane = draw_machine(&compiled(&text, Semantics::Sane)?, &frames, count);
        let reference = draw_machine(&compiled(&text, Semantics::Reference)?, &frames, count);
        assert!(sane.pixels.iter().any(|pixel| pixel[..3] != [0.0; 3]), "{name} is black");
        let typed = draw_typed(&typed(&text)?, &frames, count);
        assert_eq!(differing(&sane, &typed), 0, "{name}");
        // `pow` of vectors by numbers, `round` of vectors and stores to lanes of parameters differ.
        assert_eq!(differing(&sane, &reference), 0, "{name} in both semantics");
    }
    Ok(())
}

/// A program whose widths only a run decides, in every operator and most functions.
pub const WIDTHS: &str = "\
fun two(a) { let t = a; for (let i = 0; i < 3; i++) { t += sin(a * i); } if (a.x > 0.5) { t } else { t.x } }
fun keep(n) { count += n; if (count.x > 2) { last = n; } last.x + count.y }
let c = 0; let s = 1;
for (let i = 0; i < 5; i++) {
  if (mod(i, 2) == 1) { c += float3(uv().x, 0.2, i); } else { s = uv(); }
  c = min(c, 3); s = -s;
}
let d = c < s; let e = c && s; let f = c != s; let g = s + c;
d.y = 0.25; c.yx += 0.125; c.zw = uv();
let r = round(c) + pow(c, s) + mod(c, 2) + lerp(c, s, 0.5) + clamp(c, 0, s) + normalize(c) + reflect(c, s);
let k = dot(c, s) + length(c) + distance(c, s) + all(c) + any(s) + cross(c, s).y;
let m = uv() < float3(1, 2, 0.25);
let n = float2(1, 2) != float3(1, 2, 3);
let o = float2(0, 1) && float4(1, 1, 0, 1);
let q = float2(0, 0) || float4(0, 0, 0, 1);
let w = two(uv().x) + two(xy().xyx) + keep(1) + keep(float2(0.5, 1)) + keep(0.1);
let z = -!c + (!s) * 0.1 + refract(c, s, 0.9) + step(c, 0.4) + smoothstep(0, c, s);
frac(r * 0.1 + k * 0.01 + d + e + f + g + m.z + n + o + q + w + z)
";

fn widths_of_a_run() -> Result<(), Failed> {
    let frames = frames(32);
    let machine = draw_machine(&compiled(WIDTHS, Semantics::Sane)?, &frames, 1);
    assert_eq!(differing(&machine, &draw_typed(&typed(WIDTHS)?, &frames, 1)), 0);
    Ok(())
}

/// Programs in a row of the sheet, and pixels of one.
const SHEET: (usize, usize) = (5, 96);

/// Of so many programs an ordinary run draws one.
const SAMPLE: usize = 4;

/// Whether this run draws a program that takes long.
pub fn is_drawn(number: usize) -> bool {
    number.is_multiple_of(SAMPLE) || harness::compares_everything()
}

/// `examples/psl/sheet.png` is the sixth frame of each program, in the order of their names. `--bless` draws it again. An ordinary
/// run compares some of the programs.
fn the_contact_sheet_shows_the_programs() -> Result<(), Failed> {
    let programs = programs()?;
    let (columns, size) = SHEET;
    let rows = programs.len().div_ceil(columns);
    let (width, height) = (columns * size, rows * size);
    let mut sheet = Image { width, height, pixels: vec![[0.0, 0.0, 0.0, 1.0]; width * height] };
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/psl/sheet.png");
    // The first row of an image is the bottom one.
    let place = |number: usize| (number % columns * size, (rows - 1 - number / columns) * size);
    let is_wanted = |number: usize| is_drawn(number) || harness::blessing();
    for (number, (_, text)) in programs.iter().enumerate().filter(|(number, _)| is_wanted(*number)) {
        let drawn = draw_machine(&compiled(text, Semantics::Sane)?, &frames(size), 6);
        let (left, low) = place(number);
        for (at, pixel) in drawn.pixels.iter().enumerate() {
            sheet.pixels[(low + at / size) * width + left + at % size] = *pixel;
        }
    }
    let bytes = to_png(&sheet, Encoding::default())?;
    if harness::blessing() {
        return Ok(std::fs::write(path, bytes)?);
    }
    let opaque = from_png(&bytes)?;
    let mut known = from_png(&std::fs::read(path)?)?;
    assert_eq!((known.width, known.height), (width, height));
    for number in (0..programs.len()).filter(|number| !is_wanted(*number)) {
        let (left, low) = place(number);
        for at in 0..size * size {
            let place = (low + at / size) * width + left + at % size;
            known.pixels[place] = opaque.pixels[place];
        }
    }
    // Other libraries of mathematics round otherwise.
    let count = differing(&opaque, &known);
    assert!(count * 1000 < width * height, "{count} pixels differ; run with --bless");
    Ok(())
}

fn threads_change_nothing() -> Result<(), Failed> {
    for (name, text) in programs()? {
        let program = compiled(&text, Semantics::Sane)?;
        let frames = frames(24);
        let alone = rayon_pool(1, || draw_machine(&program, &frames, 2))?;
        let many = rayon_pool(16, || draw_machine(&program, &frames, 2))?;
        let bits = |image: &Image| image.pixels.iter().flatten().map(|lane| lane.to_bits()).collect::<Vec<u32>>();
        assert!(bits(&alone) == bits(&many), "{name}");
        // One pixel at a time gives the same.
        let environment = frames.environment(0, None);
        let first = draw(&program, &environment).image;
        let mut machine = Machine::default();
        for (at, pixel) in first.pixels.iter().enumerate() {
            let uv = [((at % 24) as f32 + 0.5) / 24.0, ((at / 24) as f32 + 0.5) / 24.0];
            let (alone, _) = machine.run(&program, &environment, uv);
            assert!(alone.map(f32::to_bits) == pixel.map(f32::to_bits), "{name}");
        }
    }
    Ok(())
}

fn rayon_pool<T: Send>(threads: usize, run: impl FnOnce() -> T + Send) -> Result<T, Failed> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
    Ok(pool.install(run))
}

fn frames_see_the_one_before() -> Result<(), Failed> {
    let program = compiled("self(uv()) + 0.25", Semantics::Reference)?;
    for (count, expected) in [(1, 0.25), (3, 0.75)] {
        assert_eq!(draw_machine(&program, &frames(4), count).pixels[5], [expected; 4]);
    }
    Ok(())
}

/// Loops that end for some pixels, some of them after nearly as many jumps as the machine has, and for others not.
pub const LOOPS: &str = "\
let i = 0;
while (i < uv().x * 4000) { i++; }
if (uv().y > 0.9) { while (1) { } }
let c = i / 2000; for (let k = 0; k < uv().y * 10; k++) { c = c * 0.5 + 0.25; }
float3(c, uv().y, 0.5)
";

/// Past the jump budget the machine ends without a value; so does the typed program past its guard.
fn endless_loops_end() -> Result<(), Failed> {
    let text = "let a = 0; while (1) { a++; } a";
    let program = compiled(text, Semantics::Reference)?;
    let (result, counters) = Machine::default().run(&program, &Environment::default(), [0.5, 0.5]);
    assert_eq!((result, counters.jumps), ([0.0; 4], JUMP_BUDGET + 1));
    let typed_result = |text: &str, guard: u32| -> Result<[f32; 4], Failed> {
        let options = TypedOptions { loop_guard: guard, ..TypedOptions::default() };
        Ok(Interpreter::new(&typed(text)?, &options, Environment::default()).run([0.5, 0.5]).0)
    };
    assert_eq!(typed_result(text, TypedOptions::default().loop_guard)?, [0.0; 4]);
    // A `while` jumps once in an iteration, and once behind the last; a `for` three times. The guard counts iterations.
    let of_while = |count: u32| format!("let a = 0; while (a < {count}) {{ a++; }} a");
    let of_for = |count: u32| format!("let a = 0; for (let i = 0; i < {count}; i++) {{ a = i; }} a + 1");
    let cases = [
        (of_while(1999), [1999.0, 1999.0]),
        (of_while(2001), [0.0, 0.0]),
        (of_for(666), [666.0, 666.0]),
        (of_for(667), [0.0, 667.0]),
        (of_for(2001), [0.0, 0.0]),
    ];
    for (text, expected) in cases {
        let program = compiled(&text, Semantics::Sane)?;
        let machine = Machine::default().run(&program, &Environment::default(), [0.5, 0.5]).0;
        let typed = typed_result(&text, TypedOptions::default().loop_guard)?;
        assert_eq!([machine[0], typed[0]], expected, "{text}");
    }
    assert_eq!(typed_result(&of_while(9), 8)?[0], 0.0, "the guard counts {}", of_while(9));
    assert_eq!(typed_result(&of_while(9), 9)?[0], 9.0);
    assert_eq!(typed_result(&of_while(5000), 0)?[0], 5000.0, "there is no bound");
    // All pixels of a picture, in which some loops end and others do not.
    let frames = frames(32);
    let machine = draw_machine(&compiled(LOOPS, Semantics::Sane)?, &frames, 1);
    assert_eq!(differing(&machine, &draw_typed(&typed(LOOPS)?, &frames, 1)), 0);
    let black = machine.pixels.iter().filter(|pixel| pixel[2] == 0.0).count();
    assert!((500..700).contains(&black), "{black} of 1024 pixels are past the budget");
    Ok(())
}

fn dynamic_widths_can_be_errors() -> Result<(), Failed> {
    let options = TypedOptions { dynamic: DynamicWidths::Error, ..TypedOptions::default() };
    let told = |text: &str| -> Result<Vec<&'static str>, Failed> {
        let (_, file) = open(text)?;
        let (_, found) = shaderception::translate(&file, &BTreeMap::new(), &BTreeSet::new(), &options);
        Ok(found.into_iter().map(|problem| problem.code).collect())
    };
    let vector = "let c = 0; for (let i = 0; i < 3; i++) { c += float3(1, i, 0.5); }";
    assert_eq!(told(&format!("{vector} let d = c + 1; d"))?, ["psl/width-unsupported"]);
    // A change in a straight line, lanes of a variable, and the result need no widths of a run.
    assert_eq!(told("let c = 1; c = float3(1, 2, 3); c")?, Vec::<&str>::new());
    assert_eq!(told("let c = 1; if (uv().x > 0.5) { c = float3(1, 2, 3); } c.x + c.y")?, Vec::<&str>::new());
    assert_eq!(told("let c = 1; if (uv().x > 0.5) { c = float3(1, 2, 3); } c")?, Vec::<&str>::new());
    Ok(())
}

/// Words lost, doubled and exchanged, bytes of images changed: an answer each time, in bounded time.
fn damaged_programs_end() -> Result<(), Failed> {
    let mut random = harness::Random::new(0x2545_f491_4f6c_dd1d);
    let mut loaded = 0;
    for (_, text) in programs()? {
        let image = to_image(&compiled(&text, Semantics::Reference)?, true);
        for _ in 0..60 {
            let (_, file) = open(&harness::damaged(&text, &mut random))?;
            for semantics in [Semantics::Reference, Semantics::Sane] {
                let (program, found) = shaderception::compile(&file, semantics, &BTreeMap::new());
                assert!(program.is_some() != found.iter().any(Diagnostic::is_error));
                assert!(found.iter().all(|problem| problem.primary.is_some()));
                if let Some((program, _)) = program {
                    Machine::default().run(&program, &Environment::default(), [0.3, 0.6]);
                }
            }
            let options = TypedOptions::default();
            let (program, _) = shaderception::translate(&file, &BTreeMap::new(), &BTreeSet::new(), &options);
            if let Some(program) = program {
                Interpreter::new(&program, &options, Environment::default()).run([0.3, 0.6]);
            }
            let mut bytes = image.clone();
            for _ in 0..=random.below(4) {
                let at = random.below(bytes.len());
                bytes[at] = random.below(256) as u8;
            }
            if let Ok(program) = from_image(&bytes, random.below(2) == 0) {
                assert!(program.instructions.len() <= MOST_INSTRUCTIONS && bytes.len() <= SLOTS * 16);
                let (_, counters) = Machine::default().run(&program, &Environment::default(), [0.3, 0.6]);
                assert!(counters.jumps <= JUMP_BUDGET + 1);
                loaded += 1;
            }
        }
    }
    assert!(loaded > 20, "{loaded} images");
    Ok(())
}
