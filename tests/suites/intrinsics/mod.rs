//! Every intrinsic function and method: compiled, run, and compared with numbers computed here. The rows are in
//! `tests/cases/intrinsics/rows.txt`; beside it is a file with the results of each compiler.

mod domain;
mod operations;
mod reference;
mod row;
mod shader;
mod textures;

use std::collections::{BTreeMap, BTreeSet};

use libtest_mimic::{Failed, Trial};
use rayon::prelude::*;
use uberc::dialect::hlsl::analyse::{intrinsic_names, method_names};
use uberc_judge::batch::{self, Outcome, Work};
use uberc_judge::compare::Written;
use uberc_judge::scene::{Part, Prepared, Scene};
use uberc_judge::{direct3d, glslang, noise, runner};

use self::reference::{Context, word_before, word_held};
use self::row::{Case, Row};
use self::shader::{PIXELS, Place, THREADS, shader};
use crate::harness;

/// From text, stage and entry point to SPIR-V, or what is wrong.
type Compiler = fn(&str, batch::Stage, &str) -> Result<Vec<u8>, String>;

fn embedded(text: &str, stage: batch::Stage, entry: &str) -> Result<Vec<u8>, String> {
    harness::embedded::for_judge(text, stage, entry, uberc::dialect::hlsl::analyse::Version::default())
}

pub fn trials() -> Vec<Trial> {
    let trial = |name: &'static str, step: usize, compiler: Compiler| {
        harness::needs_device(harness::trial(format!("intrinsics::{name}"), move || table(name, step, compiler)))
    };
    let complete = harness::trial("intrinsics::every_one_has_a_row", every_one_has_a_row);
    let handled = harness::trial("intrinsics::every_family_has_a_handler", operations::every_family_has_a_handler);
    let named = harness::trial(
        "intrinsics::a_name_in_glsl_is_what_naga_writes",
        operations::a_name_in_glsl_is_what_naga_writes,
    );
    vec![
        trial("glslang", SAMPLE, glslang::hlsl),
        harness::direct3d::needs_direct3d(trial("dxc", SAMPLE, direct3d::hlsl)),
        trial("embedded", 1, embedded),
        harness::trial("intrinsics::dxc_decides", dxc_decides),
        complete,
        handled,
        named,
    ]
}

/// One row of so many is compiled by another compiler in an ordinary run.
const SAMPLE: usize = 8;

/// Rows that DXC's SPIR-V has wrong, and how; what it disassembles of its DXIL agrees with uberc.
const WRONG_IN_SPIRV: [(&str, &str); 2] = [
    ("lit", "half * power in place of the power; DXIL has exp(log(half) * power)"),
    ("msad4", "shifts the source's bytes to the left; DXIL has `lshr` before `Bfi` and `Msad`"),
];

/// DXC's table beside uberc's: what DXC has right is right here, and what DXC has wrong is known.
fn dxc_decides() -> Result<(), Failed> {
    let results = |name: &str| -> Result<BTreeMap<(String, String), String>, Failed> {
        let text = std::fs::read_to_string(harness::suite_dir("intrinsics").join(name).with_extension("txt"))?;
        let line = |line: &str| {
            let (row, result) = line.split_once(": ")?;
            let words: Vec<&str> = row.split(' ').collect();
            let first = words.iter().rposition(|word| !is_case(word)).map_or(0, |at| at + 1);
            let case = |case: &&str| ((words[..first].join(" "), (*case).to_owned()), result.to_owned());
            Some(words[first..].iter().map(case).collect::<Vec<_>>())
        };
        Ok(text.lines().filter_map(line).flatten().collect())
    };
    let (dxc, embedded) = (results("dxc")?, results("embedded")?);
    let differ = |((row, case), of_dxc): (&(String, String), &String)| {
        let own = embedded.get(&(row.clone(), case.clone())).map_or("not there", String::as_str);
        let known = WRONG_IN_SPIRV.iter().find(|(known, _)| known == row).map(|(_, why)| *why);
        let is_wrong = match of_dxc.as_str() {
            "right" => known.is_some() || own != "right" && !own.starts_with("not compiled"),
            "wrong" => known.is_none() || own != "right",
            _ => known.is_some(),
        };
        is_wrong.then(|| format!("{row} {case}: uberc {own}, dxc {of_dxc} ({})", known.unwrap_or("not known")))
    };
    let differing: Vec<String> = dxc.iter().filter_map(differ).collect();
    assert!(differing.is_empty(), "{}", differing.join("\n"));
    Ok(())
}

/// `f3`, `m44`.
fn is_case(word: &str) -> bool {
    let digits = word.trim_start_matches(['f', 'i', 'u', 'b', 'd', 'm']);
    word.len() == digits.len() + 1 && !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// Each function and method of the front end is used in some row's statement.
fn every_one_has_a_row() -> Result<(), Failed> {
    let text = std::fs::read_to_string(harness::suite_dir("intrinsics").join("rows.txt"))?;
    let rows = row::rows(&text);
    let mut called: BTreeSet<&str> = BTreeSet::new();
    for row in &rows {
        called.extend(row.statement.split(|c: char| !c.is_ascii_alphanumeric() && c != '_'));
    }
    let beside = operations::beside_rows()?;
    for (text, _) in &beside {
        called.extend(text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_'));
    }
    let is_called = |name: &&str| called.contains(operations::own_name(name));
    let missing: BTreeSet<&str> = intrinsic_names().chain(method_names()).filter(|name| !is_called(name)).collect();
    assert!(missing.is_empty(), "without a row: {missing:?}");
    Ok(())
}

/// Some cases of a row in one shader, ready to run.
struct Run<'a> {
    row: &'a Row,
    cases: Vec<&'a Case>,
    places: Vec<Place>,
    scene: Scene,
    prepared: Prepared,
    /// By case, invocation, argument and component.
    arguments: Vec<Vec<Vec<Vec<f64>>>>,
}

/// The result of a case for the expected file, and details for debugging.
#[derive(Clone)]
struct RowResult {
    row: String,
    case: String,
    result: String,
    details: String,
}

/// `step`: of the rows, one in so many in an ordinary run.
fn table(name: &str, step: usize, compiler: Compiler) -> Result<(), Failed> {
    let text = std::fs::read_to_string(harness::suite_dir("intrinsics").join("rows.txt"))?;
    let only = std::env::var("UBERC_INTRINSIC").unwrap_or_default();
    let everything = harness::compares_everything() || harness::blessing() || !only.is_empty();
    let step = if everything { 1 } else { step };
    let all = row::rows(&text).into_iter().filter(|row| row.name.contains(&only));
    let rows: Vec<Row> = all.step_by(step).collect();
    let compiled: Vec<(Vec<Run<'_>>, Vec<RowResult>)> = rows.par_iter().map(|row| compile(row, compiler)).collect();
    let runs: Vec<&Run<'_>> = compiled.iter().flat_map(|(runs, _)| runs).collect();
    let outcomes = runner::run(&runs.iter().map(|run| run.prepared.job.clone()).collect::<Vec<_>>())?;
    let mut outcomes = runs.iter().zip(&outcomes);
    let mut lines = String::new();
    let mut details = String::new();
    for (row, (runs, told)) in rows.iter().zip(&compiled) {
        let mut results: BTreeMap<String, Vec<String>> = BTreeMap::new();
        let ran = outcomes.by_ref().take(runs.len()).flat_map(|(run, outcome)| judge(run, outcome));
        for told in told.iter().cloned().chain(ran) {
            if !told.details.is_empty() {
                details += &format!("{} {}: {}\n", told.row, told.case, told.details);
            }
            results.entry(told.result).or_default().push(told.case);
        }
        for (result, mut cases) in results {
            cases.sort();
            lines += &format!("{} {}: {result}\n", row.name, cases.join(" "));
        }
    }
    if !only.is_empty() {
        return Err(format!("only some rows:\n{lines}{details}").into());
    }
    let file = harness::suite_dir("intrinsics").join(format!("{name}.txt"));
    let compared = if step == 1 {
        harness::golden(&file, &lines)
    } else {
        // Rows of one name may follow each other, so the lines of those that ran are found by their name and cases.
        let ran: BTreeSet<String> = rows
            .iter()
            .flat_map(|row| row.cases.iter().map(|case| format!("{} {}", row.name, case.t)).collect::<Vec<_>>())
            .collect();
        let of_sample = |line: &&str| {
            let row = line.split(": ").next().unwrap_or_default();
            ran.iter().any(|ran| row.starts_with(ran.as_str()))
        };
        let known = std::fs::read_to_string(&file)?;
        let known: String = known.lines().filter(of_sample).map(|line| format!("{line}\n")).collect();
        harness::same(&file.display().to_string(), &known, &lines)
    };
    compared.map_err(|failed| format!("{}\n{details}", failed.message().unwrap_or_default()).into())
}

/// All cases of a row in one shader; those that the compiler does not take in one each.
fn compile(row: &Row, compiler: Compiler) -> (Vec<Run<'_>>, Vec<RowResult>) {
    let all: Vec<&Case> = row.cases.iter().collect();
    if let Ok(run) = prepare(row, all.clone(), compiler) {
        return (vec![run], Vec::new());
    }
    let (mut runs, mut told) = (Vec::new(), Vec::new());
    for case in all {
        match prepare(row, vec![case], compiler) {
            Ok(run) => runs.push(run),
            Err(message) => {
                let result = format!("not compiled: {}", first_error(&message));
                told.push(RowResult {
                    row: row.name.clone(),
                    case: case.t.to_string(),
                    result,
                    details: String::new(),
                });
            }
        }
    }
    (runs, told)
}

fn first_error(message: &str) -> String {
    let line = message.lines().find(|line| line.to_ascii_lowercase().contains("error")).unwrap_or(message).trim();
    let line = line.trim_start_matches("ERROR: ");
    let line = line.strip_prefix("source:").map_or(line, |rest| rest.trim_start_matches(|c: char| c.is_ascii_digit()));
    line.trim_start_matches([':', ' ']).to_owned()
}

fn prepare<'a>(row: &'a Row, cases: Vec<&'a Case>, compiler: Compiler) -> Result<Run<'a>, String> {
    let (text, places) = shader(row, &cases);
    let stage = if row.pixel { batch::Stage::Pixel } else { batch::Stage::Compute };
    let part = Part::new(compiler(&text, stage, "main")?, "main")?;
    let invocations = if row.pixel { PIXELS } else { THREADS };
    let mut words = Vec::new();
    let mut arguments = Vec::new();
    for (at, case) in cases.iter().enumerate() {
        let one = |thread: usize| -> Vec<Vec<f64>> {
            let component = |argument: usize, component: usize| {
                let domain = row.domains.get(argument).or(row.domains.last()).map_or("any", String::as_str);
                let seed = noise::hash(&[at as u64, thread as u64, argument as u64, component as u64]);
                domain::value(domain, case.arguments[argument], seed)
            };
            case.arguments
                .iter()
                .enumerate()
                .map(|(argument, ty)| (0..ty.components()).map(|part| component(argument, part)).collect())
                .collect()
        };
        let all: Vec<Vec<Vec<f64>>> = (0..invocations).map(one).collect();
        for (argument, ty) in all.iter().flat_map(|one| one.iter().zip(&case.arguments)) {
            argument.iter().for_each(|value| domain::words(*ty, *value, &mut words));
        }
        arguments.push(all);
    }
    let results: usize = cases.iter().map(|case| invocations * case.result.components()).sum();
    let bytes = |words: &[u32]| words.iter().flat_map(|word| word.to_le_bytes()).collect::<Vec<u8>>();
    let before: Vec<u32> = (0..1024).map(word_before).collect();
    let held: Vec<u32> = (0..1024).map(word_held).collect();
    let mut scene = Scene::of(1, &[&part.shape])
        .holding("I", bytes(&words))
        .holding("O", vec![0; results * 4])
        .holding("Words", bytes(&held))
        .holding("Bytes", bytes(&held));
    for buffer in ["A", "AI", "W"] {
        scene = scene.holding(buffer, bytes(&before));
    }
    let mut prepared = scene.alone(&part)?;
    if !row.pixel {
        prepared.job.work = Work::Dispatch([1; 3]);
    }
    Ok(Run { row, cases, places, scene, prepared, arguments })
}

fn judge(run: &Run<'_>, outcome: &Outcome) -> Vec<RowResult> {
    let written = run.prepared.written(outcome);
    let tell = |(at, case): (usize, &&Case)| {
        let (result, details) = match (&written, run.row.tolerance, outcome) {
            (Some(_), None, _) => ("compiled and run".to_owned(), String::new()),
            (Some(written), Some(tolerance), _) => compare(run, at, written, tolerance),
            (None, _, Outcome::Unsupported(what)) => (format!("compiled; the device has no {what}"), String::new()),
            (None, _, other) => (format!("not run: {other:?}"), String::new()),
        };
        RowResult { row: run.row.name.clone(), case: case.t.to_string(), result, details }
    };
    run.cases.iter().enumerate().map(tell).collect()
}

fn words_of(written: &BTreeMap<String, Written>, name: &str) -> Vec<u32> {
    let bytes = written.get(name).map_or(&[][..], |written| &written.bytes);
    bytes.as_chunks().0.iter().map(|word| u32::from_le_bytes(*word)).collect()
}

fn compare(run: &Run<'_>, at: usize, written: &BTreeMap<String, Written>, tolerance: f64) -> (String, String) {
    let (case, place) = (run.cases[at], &run.places[at]);
    let words = words_of(written, "O");
    let wave = words_of(written, "L").first().map_or(4, |lanes| *lanes as usize).max(1);
    let mut wrong = 0;
    let mut first = String::new();
    let all = &run.arguments[at];
    let textures = textures::Expected::new(&run.scene, &run.row.reference);
    for (thread, arguments) in all.iter().enumerate() {
        let context = Context { t: case.t, result: case.result, types: &case.arguments, all, thread, wave };
        let pixel = [(thread % 64) as f64, (thread / 64) as f64];
        let position = if run.row.pixel { &pixel[..] } else { arguments.first().map_or(&[][..], Vec::as_slice) };
        let components = case.result.components();
        let expected = reference::reference(&run.row.reference, &context)
            .or_else(|| textures.at(position, run.row.pixel, components));
        let Some(expected) = expected else {
            return ("no reference".to_owned(), format!("`{}` is not known here", run.row.reference));
        };
        let from = place.results.0 + thread * place.results.1;
        let Some(words) = words.get(from..from + place.results.1) else {
            return ("wrong: nothing written".to_owned(), String::new());
        };
        let found = domain::values(case.result, words);
        let same = found.len() == expected.len()
            && found.iter().zip(&expected).all(|(found, expected)| near(*found, *expected, tolerance));
        if !same {
            wrong += 1;
            if first.is_empty() {
                first = format!("invocation {thread} of {arguments:?}: {found:?} instead of {expected:?}");
            }
        }
    }
    if wrong == 0 {
        ("right".to_owned(), String::new())
    } else {
        ("wrong".to_owned(), format!("{wrong} wrong; {first}"))
    }
}

fn near(found: f64, expected: f64, tolerance: f64) -> bool {
    // A result is a float, and the reference has more digits.
    let rounded =
        if tolerance == 0.0 { found == expected || found == f64::from(expected as f32) } else { found == expected };
    let error = (found - expected).abs();
    rounded || found.is_nan() && expected.is_nan() || error <= tolerance * expected.abs().max(1.0)
}
