//! The tree of a unit: every token once, in order, whatever the tokens are; and its shape for a program.

use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use libtest_mimic::{Failed, Trial};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use uberc::diag::Sources;
use uberc::dialect::hlsl::GRAMMAR;
use uberc::model::Preprocessed;
use uberc::preprocess::{self, FileCache};
use uberc::syntax::parse;
use uberc::syntax::{Grammar, Kind, KnownFunctions, MAX_HEIGHT, NodeId, Tree, parse_with_reuse};

use crate::harness;

pub fn trials() -> Vec<Trial> {
    let mut trials = harness::cases("hlsl_tree", case);
    trials.push(harness::trial("hlsl_tree::any_words_are_lossless", any_words_are_lossless));
    trials.push(harness::trial("hlsl_tree::damaged_programs_are_lossless", damaged_programs_are_lossless));
    trials.push(harness::trial("hlsl_tree::deep_and_long_programs_end", deep_and_long_programs_end));
    trials.push(harness::trial("hlsl_tree::library_is_understood", library_is_understood));
    trials.push(harness::trial("hlsl_tree::known_functions_keep_their_trees", known_functions_keep_their_trees));
    trials
}

pub fn unit(text: &str) -> Preprocessed {
    let sources = Sources::in_memory([("main.fx", text.as_bytes())]);
    let file = sources.load(Path::new("main.fx")).expect("it is in memory");
    preprocess::preprocess(&preprocess::Request::new(file), &FileCache::default(), &sources).0
}

fn case(folder: &Path) -> Result<(), Failed> {
    let text = shown(&GRAMMAR, &std::fs::read_to_string(folder.join("main.fx"))?)?;
    harness::golden(&folder.join("expected.txt"), &text)
}

/// The tree of a program, which is lossless. A line a node that is no leaf of one token: its kind and what it spells.
pub fn shown(grammar: &'static Grammar, program: &str) -> Result<String, Failed> {
    let unit = unit(program);
    let tree = parse(grammar, &unit);
    lossless(&unit, &tree)?;
    let mut text = String::new();
    let mut open = vec![(tree.root(), 0usize)];
    while let Some((id, depth)) = open.pop() {
        let node = tree.node(id);
        let words: Vec<&str> =
            unit.tokens.range(node.first, node.last).map(|token| token.token.text.as_str()).collect();
        let words = words.join(" ");
        let shown: String = words.chars().take(60).collect();
        let more = if shown.len() < words.len() { " ..." } else { "" };
        text += &format!("{}{:?}: {shown}{more}\n", "  ".repeat(depth), node.kind);
        let mut children: Vec<NodeId> = tree.children(id).collect();
        children.reverse();
        open.extend(children.into_iter().map(|child| (child, depth + 1)));
    }
    Ok(text)
}

/// Own parts and children, in order, are the node's range; so the own parts of all nodes are every token once.
fn lossless(unit: &Preprocessed, tree: &Tree) -> Result<(), Failed> {
    let mut seen = vec![0u8; unit.tokens.len()];
    let mut open = vec![(tree.root(), 0u16)];
    while let Some((id, height)) = open.pop() {
        if height > MAX_HEIGHT {
            return Err("higher than allowed".into());
        }
        let node = tree.node(id);
        let mut from = node.first;
        for child in tree.children(id) {
            let part = tree.node(child);
            if part.first < from || part.last < part.first || part.last > node.last {
                return Err(format!("{:?} {}..{} does not fit into {node:?}", part.kind, part.first, part.last).into());
            }
            from = part.last;
            open.push((child, height + 1));
        }
        for (first, last) in tree.own(id) {
            seen[first as usize..last as usize].iter_mut().for_each(|count| *count += 1);
        }
    }
    match seen.iter().position(|count| *count != 1) {
        Some(at) => Err(format!("token {at} `{}` is in {} nodes", unit.tokens[at].token.text, seen[at]).into()),
        None => Ok(()),
    }
}

const WORDS: [&str; 64] = [
    "if",
    "else",
    "for",
    "while",
    "do",
    "switch",
    "case",
    "default",
    "return",
    "break",
    "struct",
    "cbuffer",
    "namespace",
    "enum",
    "typedef",
    "template",
    "using",
    "float4",
    "int",
    "bool",
    "const",
    "static",
    "x",
    "y",
    "f",
    "S",
    "::",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "{",
    "}",
    "(",
    ")",
    ";",
    ";",
    ";",
    ",",
    ":",
    "?",
    "=",
    "+=",
    "+",
    "-",
    "*",
    "<",
    ">",
    ">>",
    "&&",
    "||",
    "!",
    "++",
    ".",
    "1",
    "2.0",
    "true",
    "\"s\"",
    "\n#pragma x\n",
    "register",
    "operator",
    "discard",
];

fn any_words_are_lossless() -> Result<(), Failed> {
    let words = proptest::collection::vec(0..WORDS.len(), 0..120);
    let mut runner = TestRunner::new(Config { cases: 2000, failure_persistence: None, ..Config::default() });
    runner
        .run(&words, |words| {
            let text: Vec<&str> = words.iter().map(|word| WORDS[*word]).collect();
            let unit = unit(&text.join(" "));
            lossless(&unit, &parse(&GRAMMAR, &unit))
                .map_err(|error| TestCaseError::fail(error.message().unwrap_or("").to_owned()))
        })
        .map_err(|error| error.to_string().into())
}

/// Programs of the library with some tokens missing or doubled.
fn damaged_programs_are_lossless() -> Result<(), Failed> {
    let whole =
        std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/hlsl_tree/all/main.fx"))?;
    let words: Vec<&str> = whole.split_inclusive([' ', '\n', '(', ')', '{', '}', ';']).collect();
    let damage = proptest::collection::vec((0..words.len(), any::<bool>()), 1..6);
    let mut runner = TestRunner::new(Config { cases: 300, failure_persistence: None, ..Config::default() });
    runner
        .run(&damage, |damage| {
            let mut words = words.clone();
            for (at, doubles) in damage {
                words[at] = if doubles { "{ ( " } else { "" };
            }
            let unit = unit(&words.concat());
            lossless(&unit, &parse(&GRAMMAR, &unit))
                .map_err(|error| TestCaseError::fail(error.message().unwrap_or("").to_owned()))
        })
        .map_err(|error| error.to_string().into())
}

/// Nesting and lengths no program has: parsed in time linear in their length, in a height that walks survive.
fn deep_and_long_programs_end() -> Result<(), Failed> {
    let many = 20_000;
    for (open, close) in [
        ("{", "}"),
        ("(", ")"),
        ("[", "]"),
        ("if (x) ", ""),
        ("else ", ""),
        ("x = ", ""),
        ("x ? ", ""),
        ("x ? y : ", ""),
        ("x.", "y"),
        ("x + ", ""),
        ("x < ", ""),
        ("x<y<", ""),
        ("- ", ""),
        ("(int)", ""),
        ("f(", ")"),
        ("x[", "]"),
        ("{ {", ""),
        ("namespace n {", "}"),
        ("struct S {", "}"),
        ("struct S : ", ""),
        ("template<typename T> ", ""),
        ("[a] ", ""),
        ("case 1: ", ""),
        ("do ", ""),
        ("x++", ""),
        ("cbuffer ", ""),
    ] {
        for (head, tail) in [("", ""), ("void f() { ", " }"), ("void f() { y = ", "; }")] {
            let text = format!("{head}{}{}{tail}", open.repeat(many), close.repeat(many));
            let unit = unit(&text);
            lossless(&unit, &parse(&GRAMMAR, &unit)).map_err(|error| format!("{head}{open}: {error:?}"))?;
        }
    }
    Ok(())
}

/// Nothing in the shader library is opaque, but sampler blocks and the like that hold no statement.
fn library_is_understood() -> Result<(), Failed> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("shaders");
    let sources = Sources::new(&root);
    let mut files = 0;
    for entry in std::fs::read_dir(&root)? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        if !name.ends_with(".fx") {
            continue;
        }
        files += 1;
        let file = sources.load(Path::new(&name)).map_err(|error| format!("{error:?}"))?;
        let folders = ["include".into()];
        let request = preprocess::Request { include_paths: &folders, ..preprocess::Request::new(file) };
        let (unit, found) = preprocess::preprocess(&request, &FileCache::default(), &sources);
        assert!(found.is_empty(), "{name}: {}", harness::diagnostics(&found, &sources));
        let tree = parse(&GRAMMAR, &unit);
        lossless(&unit, &tree)?;
        let mut open = vec![tree.root()];
        while let Some(id) = open.pop() {
            let node = tree.node(id);
            let token = unit.tokens.get(node.first as usize);
            assert!(node.kind != Kind::Opaque, "{name}: opaque from {:?}", token.map(|token| token.token.text));
            open.extend(tree.children(id));
        }
    }
    assert!(files >= 10, "only {files} shaders");
    Ok(())
}

/// Items whose trees depend on what stands before: casts or calls, templates or comparisons, brackets and directives that reach in.
const ITEMS: &[&str] = &[
    "float f(float x) { return (T)(x) + a<b>(x); }",
    "float g(float x) { if (x > 1) { return T(x); } else x = (U) - x; return x; }",
    "T h(U u) { T t = (T)u; for (int i = 0; i < 4; i++) t += (t < u) ? a<3>(t) : f(u); return t; }",
    "[numthreads(8, 8, 1)]\nvoid main(uint3 id : SV_DispatchThreadID) { struct V { float v; }; V v; v.v = (V)id; }",
    "float w(float x) {\n#pragma x\nreturn (T)(x); }",
    "void open(float x) { f((x); }",
    "struct T { float t; };",
    "struct V { float v; };",
    "float k(float x) { return (V) - x; }",
    "typedef float U;",
    "template<typename P> P a(P p) { return p; }",
    "#pragma x\n",
    "cbuffer C { T c; };",
    "namespace n { float inner(float x) { return (T)x; } }",
    "( ",
    "} ",
    "f() { }",
];

/// A tree is the same whether its functions were known or not, from whatever units.
fn known_functions_keep_their_trees() -> Result<(), Failed> {
    let shape = |tree: &Tree| {
        let (mut shape, mut open) = (Vec::new(), vec![tree.root()]);
        while let Some(id) = open.pop() {
            let node = tree.node(id);
            shape.push((node.kind, node.first, node.last, tree.children(id).count()));
            open.extend(tree.children(id));
        }
        (shape, tree.too_deep)
    };
    let programs = proptest::collection::vec(proptest::collection::vec(0..ITEMS.len(), 1..12), 2..6);
    let mut runner = TestRunner::new(Config { cases: 1500, failure_persistence: None, ..Config::default() });
    let reused = AtomicUsize::new(0);
    let outcome = runner.run(&programs, |programs| {
        let mut known = KnownFunctions::default();
        for items in programs {
            let text: Vec<&str> = items.iter().map(|item| ITEMS[*item]).collect();
            let unit = unit(&text.join("\n"));
            prop_assert_eq!(
                shape(&parse_with_reuse(&GRAMMAR, &unit, &mut known, true)),
                shape(&parse(&GRAMMAR, &unit)),
                "{:?}",
                text
            );
        }
        reused.fetch_add(known.reused, Ordering::Relaxed);
        Ok(())
    });
    outcome.map_err(|error| error.to_string())?;
    let reused = reused.into_inner();
    assert!(reused > 1000, "only {reused} functions were known");
    Ok(())
}
