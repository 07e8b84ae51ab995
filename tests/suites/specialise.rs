//! Substitution: where a branch's name means the branch (`specialise`). Folding: what is left once the values are known,
//! for the entry point `main` (`fold`).
//!
//! A case has `main.fx`, `branches.txt` (a line a branch: `bool g_bX`, `int g_n 0 3`, `enum g_q Low High`) and
//! `values.txt` (a line a permutation). `expected.txt` holds what is wrong and the text for each permutation.

use std::path::Path;
use std::sync::Arc;

use libtest_mimic::{Failed, Trial};
use uberc::diag::{Sources, Span};
use uberc::dialect::hlsl::GRAMMAR;
use uberc::model::{
    BranchKind, BranchLayout, Cube, CubeOutcome, Exploration, Limits, Outcome, Permutation, ShaderDeclaration,
    ShaderTokens, Stage, Technique, TechniqueId,
};
use uberc::preprocess::{self, FileCache};
use uberc::specialise::{Layout, Mode, emit, specialise};
use uberc::syntax::Grammar;
use uberc_judge::direct3d::{self, Compiled, Source};

use crate::harness;

pub fn trials() -> Vec<Trial> {
    let mut trials = harness::cases("specialise", |folder| case(folder, Mode::Plain));
    trials.extend(harness::cases("fold", |folder| case(folder, Mode::Folded)));
    let name = "specialise::dxc_takes_the_same_declarations";
    trials.push(harness::direct3d::needs_direct3d(harness::trial(name, dxc_takes_the_same_declarations)));
    trials
}

fn case(folder: &Path, mode: Mode) -> Result<(), Failed> {
    let alone = specialised(&GRAMMAR, folder, "main.fx", mode)?;
    // What is known of functions from an earlier unit, in which `EARLIER` is a macro, changes neither texts nor messages.
    let case = Case { values: &values(folder)?, earlier: true };
    harness::same("behind another unit", &alone, &specialised_for(&GRAMMAR, folder, "main.fx", mode, case)?)?;
    harness::golden(&folder.join("expected.txt"), &alone)
}

/// The program of the case `namespaces` writes the same whether DXC sees the branches as constants or has them substituted:
/// a name means the same declaration in both.
fn dxc_takes_the_same_declarations() -> Result<(), Failed> {
    let folder = harness::suite_dir("specialise").join("namespaces");
    let text = std::fs::read_to_string(folder.join("main.fx"))?;
    let layout = layout(&std::fs::read_to_string(folder.join("branches.txt"))?)?;
    for line in std::fs::read_to_string(folder.join("values.txt"))?.lines() {
        let mut constants = text.clone();
        for set in line.split(',') {
            let (name, value) = set.split_once('=').ok_or("a branch without a value")?;
            let value = if value == "0" { "false" } else { "true" };
            let (branch, constant) =
                (format!("\nstatic const bool {name} = true;"), format!("\nstatic const bool {name} = {value};"));
            assert!(constants.contains(&branch), "{name} is no constant");
            constants = constants.replacen(&branch, &constant, 1);
        }
        let substituted = specialised_for(
            &GRAMMAR,
            &folder,
            "main.fx",
            Mode::Plain,
            Case { values: &[layout.parse(line)?], earlier: false },
        )?;
        let (_, substituted) = substituted.split_once("---- ").ok_or("no permutation")?;
        let (_, substituted) = substituted.split_once('\n').ok_or("no text")?;
        let (substituted, _) = substituted.split_once("---- 1 permutations").ok_or("no end")?;
        assert_eq!(stores(&constants)?, stores(substituted)?, "{line}");
    }
    Ok(())
}

/// What a pixel shader stores, as DXC's DXIL says it.
fn stores(text: &str) -> Result<Vec<String>, Failed> {
    let options = ["-HV", "2021"].map(str::to_owned);
    // DXC has no `namespace A::B`; the case has each in one line.
    let apart = |line: &str| match line.strip_prefix("namespace ").and_then(|line| line.split_once("::")) {
        Some((outer, rest)) if !outer.contains(' ') => format!("namespace {outer} {{ namespace {rest} }}\n"),
        _ => format!("{line}\n"),
    };
    let text = &text.lines().map(apart).collect::<String>();
    let source = Source { text, file: None, entry: "main", profile: "ps_6_6", options: &options };
    let dxil = match direct3d::dxil(&source) {
        Compiled::Accepted(dxil) => String::from_utf8(dxil)?,
        Compiled::Rejected(message) | Compiled::Broken(message) => return Err(format!("{message}\n{text}").into()),
    };
    let stores: Vec<String> =
        dxil.lines().filter(|line| line.contains("call void @dx.op.storeOutput")).map(str::to_owned).collect();
    assert_eq!(stores.len(), 9, "{dxil}");
    Ok(stores)
}

/// What is wrong with a case's program in a language, and its text for each permutation.
pub fn specialised(grammar: &'static Grammar, folder: &Path, file: &str, mode: Mode) -> Result<String, Failed> {
    specialised_for(grammar, folder, file, mode, Case { values: &values(folder)?, earlier: false })
}

fn values(folder: &Path) -> Result<Vec<Permutation>, Failed> {
    let layout = layout(&std::fs::read_to_string(folder.join("branches.txt"))?)?;
    let lines = std::fs::read_to_string(folder.join("values.txt"))?;
    lines.lines().map(|line| Ok(layout.parse(line)?)).collect()
}

/// The permutations that are wanted, and whether a unit with `EARLIER` defined comes before.
struct Case<'a> {
    values: &'a [Permutation],
    earlier: bool,
}

fn specialised_for(
    grammar: &'static Grammar,
    folder: &Path,
    file: &str,
    mode: Mode,
    case: Case<'_>,
) -> Result<String, Failed> {
    let sources = Sources::new(folder);
    let file = sources.load(Path::new(file)).map_err(|error| format!("{error:?}"))?;
    let request = preprocess::Request::new(Arc::clone(&file));
    let (unit, mut found) = preprocess::preprocess(&request, &FileCache::default(), &sources);
    let layout = layout(&std::fs::read_to_string(folder.join("branches.txt"))?)?;
    let (declaration, exploration) = one_technique(&layout, case.values, file.line_span(1));
    let mut tokens = ShaderTokens::shared(unit, &exploration.techniques);
    if case.earlier {
        let defines = [("EARLIER".to_owned(), "1".to_owned())];
        let request = preprocess::Request { defines: &defines, ..request };
        let (earlier, _) = preprocess::preprocess(&request, &FileCache::default(), &sources);
        tokens.units.insert(0, Arc::new(earlier));
        tokens.techniques.iter_mut().flat_map(|units| units.values_mut()).for_each(|unit| *unit += 1);
    }
    let (set, specialised) = specialise(grammar, &declaration, &exploration, &tokens, mode, &Limits::default());
    // Units that have a mistake in common tell it each.
    for wrong in specialised {
        if !found.contains(&wrong) {
            found.push(wrong);
        }
    }
    let mut text = harness::diagnostics(&found, &sources);
    for cube in &exploration.cubes {
        let technique = set.technique_of(Permutation(cube.cube.value)).ok_or("a permutation has no technique")?;
        let variant = &set.variants[technique.stages[&Stage::Pixel].0 as usize];
        text += &format!("---- {}\n", layout.describe(cube.cube.value));
        text += &emit(&set.sources[variant.source as usize], &sources, Layout::AsWritten).text;
    }
    text += &format!("---- {} permutations, {} sources\n", exploration.cubes.len(), set.sources.len());
    Ok(text)
}

/// A shader with one technique, whose pixel entry point is `main`, for these values.
pub fn one_technique(
    layout: &BranchLayout,
    values: &[Permutation],
    declared: Span,
) -> (ShaderDeclaration, Exploration) {
    let mut technique = Technique::default();
    technique.entry_points.insert(Stage::Pixel, "main".to_owned());
    let declaration = ShaderDeclaration {
        name: "Case".to_owned(),
        branches: layout.clone(),
        technique: technique.clone(),
        has_specialize: false,
        source: None,
        dialect: "hlsl".to_owned(),
        fallback: None,
        fallback_declared: None,
        dialect_declared: None,
        options: std::collections::BTreeMap::new(),
        materials: None,
        implemented: Vec::new(),
        metadata: Default::default(),
        declared,
    };
    let mut values = values.to_vec();
    values.sort_unstable();
    values.dedup();
    let one = |values: &Permutation| Cube { mask: layout.mask(), value: values.0 };
    (
        declaration,
        Exploration::new(1, vec![Arc::new(technique)], values.iter().map(|values| built(one(values))).collect()),
    )
}

/// A cube of technique 0 in which nothing was read or written.
pub fn built(cube: Cube) -> CubeOutcome {
    let outcome = Outcome::Built { technique: TechniqueId(0), written_mask: 0, written_value: 0 };
    CubeOutcome { cube, outcome, reads: Vec::new() }
}

pub fn layout(text: &str) -> Result<BranchLayout, Failed> {
    let mut kinds = Vec::new();
    for line in text.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        let (name, kind) = match *words.as_slice() {
            ["bool", name] => (name, BranchKind::Bool),
            ["int", name, min, max] => (name, BranchKind::Int { min: min.parse()?, max: max.parse()? }),
            ["enum", name, ref members @ ..] => {
                (name, BranchKind::Enum { members: members.iter().map(|member| (*member).to_owned()).collect() })
            }
            _ => return Err(format!("branches.txt: `{line}`").into()),
        };
        kinds.push((name.to_owned(), kind, None));
    }
    BranchLayout::new(kinds).map_err(|error| format!("{error:?}").into())
}
