//! Ranges of text that units of one source share: what is known of them changes nothing.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};

use libtest_mimic::{Failed, Trial};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use uberc::atom::Atom;
use uberc::diag::{Diagnostic, Sources, Span};
use uberc::dialect::hlsl::GRAMMAR;
use uberc::model::{Preprocessed, RunId, TokenFlags, TokenKind};
use uberc::preprocess::{FileCache, Request, preprocess};
use uberc::syntax::{Kind, KnownFunctions, SyntaxProblem, Tree, parse, parse_with_reuse};

use crate::harness;

pub fn trials() -> Vec<Trial> {
    vec![
        harness::trial("preprocess::text_that_was_read_before_is_the_same", read_again),
        harness::trial("hlsl_tree::known_runs_keep_their_trees", known_runs),
    ]
}

const WATCHED: [&str; 5] = ["A", "B", "C", "D", "E"];

/// Files of text and directives, some of which include each other.
const FILES: [(&str, &str); 5] = [
    (
        "plain.fxh",
        "float f(float x) { return x * 2.0 + sin(x) - 1.0; }\n\
         float g(float x) { return f(x) * f(x) + 3.0 * plain; }\n",
    ),
    (
        "macros.fxh",
        "#define TWICE(x) (x + x)\n\
         float h(float x) { return TWICE(x) * A + B - C * (x + 1.0); }\n\
         #if A\n\
         float i(float x) { return x * E + plain * F(x) + 0.5 - x * 2.0; }\n\
         #else\n\
         float i(float x) { return x * D + plain * 0.25 + G - x * 3.0; }\n\
         #endif\n\
         #undef TWICE\n",
    ),
    ("opens.fxh", "float open(float x) { return F(x + 1.0, (x) + 2.0 * x - 3.0 + D * x\n"),
    (
        "lines.fxh",
        "int line = __LINE__ + __LINE__ + __COUNTER__ * 2 - 1 + E + (A - 4) * 5;\n\
         #ifdef C\n#pragma pack_matrix(row_major)\n#endif\n\
         int4 all = int4(1, 2, 3, 4) + int4(C, A, 1, 2) * 7;\n",
    ),
    (
        "outer.fxh",
        "#include \"plain.fxh\"\nfloat j(float x) { return f(x) + h(x) - i(x) * plain + 4.0; }\n#include \"macros.fxh\"\n",
    ),
];

/// What a run of the preprocessor answers.
type Answer = (Vec<(String, TokenKind, TokenFlags, String)>, Vec<&'static str>, Vec<String>);

fn read_again() -> Result<(), Failed> {
    let line = prop::sample::select(vec![
        "#include \"plain.fxh\"",
        "#include \"macros.fxh\"",
        "#include \"opens.fxh\"",
        "#include \"lines.fxh\"",
        "#include \"outer.fxh\"",
        "#define plain A",
        "#undef plain",
        "#define F(x) x A",
        "#define F(x, y) x##y B",
        "#define G F(1)",
        "#if B",
        "#else",
        "#endif",
        "#undef A",
        "#define E 3",
        "text A text",
        ") } ) ;",
    ]);
    let program = prop::collection::vec(line, 1..10).prop_map(|lines| lines.join("\n"));
    let value = || prop::option::of(prop::sample::select(vec!["0", "1", "", "B", "x y"]));
    let set = || prop::collection::vec(value(), 5);
    let runs = AtomicUsize::new(0);
    let programs = prop::collection::vec((program, set()), 2..6);
    let mut runner = TestRunner::new(Config { cases: 600, failure_persistence: None, ..Config::default() });
    let outcome = runner.run(&programs, |programs| {
        let sources = Sources::in_memory(FILES);
        let cache = FileCache::new();
        let mut known: HashMap<RunId, Vec<(Atom, TokenKind, TokenFlags)>> = HashMap::new();
        for (text, values) in &programs {
            let (unit, one) = run(text, values, &cache, &sources);
            let (_, other) = run(text, values, &FileCache::new(), &sources);
            prop_assert_eq!(one, other, "{}", text);
            for run in &unit.runs {
                let tokens = &unit.tokens[run.first as usize..run.last as usize];
                let spelled: Vec<_> =
                    tokens.iter().map(|token| (token.token.text, token.token.kind, token.token.flags)).collect();
                prop_assert!(tokens.iter().all(|token| !token.token.flags.has(TokenFlags::DIRECTIVE)));
                match known.get(&run.id) {
                    Some(before) => {
                        runs.fetch_add(1, Ordering::Relaxed);
                        prop_assert_eq!(before, &spelled);
                    }
                    None => drop(known.insert(run.id, spelled)),
                }
            }
        }
        Ok(())
    });
    outcome.map_err(|error| error.to_string())?;
    let runs = runs.into_inner();
    if runs < 1000 { Err(format!("only {runs} runs were met again").into()) } else { Ok(()) }
}

fn run(text: &str, values: &[Option<&str>], cache: &FileCache, sources: &Sources) -> (Preprocessed, Answer) {
    let technique = super::preprocess::named_defines(&WATCHED, values);
    let watch: Vec<Atom> = WATCHED.iter().map(|name| Atom::from(name)).collect();
    let mut request = Request::new(sources.add("main.fx", text));
    request.technique_defines = &technique;
    request.watch = &watch;
    let (unit, diagnostics) = preprocess(&request, cache, sources);
    let tokens = unit.tokens.iter().map(|token| {
        let blame = unit.blame(Diagnostic::error("test/place", ""), token);
        let places = blame.primary.iter().chain(&blame.labels).chain(&blame.trail).map(|label| {
            let Span { file, start, end } = label.span;
            format!("{}:{start}-{end} {}\n", sources.get(file).name, label.message)
        });
        let places: String = places.collect();
        (token.token.text.to_string(), token.token.kind, token.token.flags, places)
    });
    let codes = diagnostics.iter().map(|diagnostic| diagnostic.code).collect();
    let consulted = unit.consulted.iter().map(|consulted| consulted.name.to_string()).collect();
    let answer = (tokens.collect(), codes, consulted);
    (unit, answer)
}

/// Files whose trees depend on what stands before: casts or calls, templates or comparisons, items that go on behind the file.
const ITEMS: [&str; 20] = [
    "float f(float x) { return (T)(x) + a<b>(x); }\nfloat f2(float x) { return x * 2.0; }",
    "float g(float x) { if (x > 1) { return T(x); } else x = (U) - x; return x; }",
    "T h(U u) { T t = (T)u; for (int i = 0; i < 4; i++) t += (t < u) ? a<3>(t) : f(u); return t; }",
    "struct T { float t; };\nfloat k(float x) { return (V) - x; }\nstruct V { float v; float w; };",
    "typedef float U;\nstatic const float limit = 4.0 * 2.0 + 1.0;\nstatic const float least = 0.5;",
    "template<typename P> P a(P p) { return p; }\nfloat of(float x) { return a<float>(x) + 1.0; }",
    "cbuffer C { T c; float4 d; float4 e; float f; float g; float h; };",
    "namespace n { float inner(float x) { return (T)x; } float other(float x) { return x; } }",
    // It ends in the next file, or never.
    "struct S { float a; float b; float c; float d; float e; float f; }",
    "float4 values[3] = { float4(1, 2, 3, 4), float4(1, 2, 3, 4), float4(1, 2, 3, 4) }",
    "static const float4 later = float4(1, 2, 3, 4) + float4(1, 2, 3, 4) *",
    "void open(float x) { f((x); float y = x + 1.0; float z = x + 2.0; }",
    "float opened(float x) { float y = x; if (y > 0.0) { return y + 1.0;",
    "} float closes(float x) { return x + 1.0 + 2.0 + 3.0; }",
    "Texture2D<float4> map : register(t0); SamplerState state : register(s0); RWTexture2D<float4> target;",
    "s; float last(float x) { return (T)x + (U)x - (V)x * 2.0; }",
    // They may have a `;` behind them.
    "cbuffer D { float4 first; float4 second; float4 third; }",
    "namespace m { struct T { float t; }; float inner(float x) { return ((T)x).t; } }",
    "template<typename P> P twice(P p) { return (P)p + p + (P)1 + (T)2; }",
    // It asks for a type that it declares.
    "struct W { float w; W minus() { W r = (W)0; r.w = -w; return r; } float x; };",
];

/// A tree with its problems.
type Shape = (Vec<(Kind, u32, u32, usize)>, Option<u32>, Vec<SyntaxProblem>);

fn shape(tree: &Tree) -> Shape {
    let (mut shape, mut open) = (Vec::new(), vec![tree.root()]);
    while let Some(id) = open.pop() {
        let node = tree.node(id);
        shape.push((node.kind, node.first, node.last, tree.children(id).count()));
        open.extend(tree.children(id));
    }
    (shape, tree.too_deep, tree.problems.clone())
}

fn known_runs() -> Result<(), Failed> {
    let files: Vec<(String, &str)> = ITEMS.iter().zip(0..).map(|(text, at)| (format!("{at}.fxh"), *text)).collect();
    // Whether a `;` stands behind it.
    let file = (0..ITEMS.len(), proptest::bool::ANY);
    let programs = prop::collection::vec(prop::collection::vec(file, 1..9), 2..7);
    let mut runner = TestRunner::new(Config { cases: 1500, failure_persistence: None, ..Config::default() });
    let reused = AtomicUsize::new(0);
    let outcome = runner.run(&programs, |programs| {
        let sources = Sources::in_memory(files.clone());
        let cache = FileCache::new();
        let mut known = KnownFunctions::default();
        for program in programs {
            let line =
                |(file, ends): &(usize, bool)| format!("#include \"{file}.fxh\"\n{}\n", if *ends { ";" } else { "" });
            let text: String = program.iter().map(line).collect();
            let unit = preprocess(&Request::new(sources.add("main.fx", &text)), &cache, &sources).0;
            let tree = parse_with_reuse(&GRAMMAR, &unit, &mut known, true);
            prop_assert_eq!(shape(&tree), shape(&parse(&GRAMMAR, &unit)), "{}", text);
        }
        reused.fetch_add(known.reused_runs, Ordering::Relaxed);
        Ok(())
    });
    outcome.map_err(|error| error.to_string())?;
    let reused = reused.into_inner();
    if reused < 1000 { Err(format!("only {reused} runs were known").into()) } else { Ok(()) }
}
