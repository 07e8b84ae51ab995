//! Ranges of text that units of one source share: what is known of them changes nothing.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use libtest_mimic::{Failed, Trial};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use uberc::atom::Atom;
use uberc::diag::{Diagnostic, Sources, Span};
use uberc::dialect::glsl::analyse as glsl;
use uberc::dialect::hlsl::GRAMMAR;
use uberc::dialect::hlsl::analyse::{Session, Version, unit_interface};
use uberc::ir::Instance;
use uberc::model::{BranchKind, BranchLayout, Preprocessed, RunId, SourceText, TokenFlags, TokenKind};
use uberc::preprocess::{FileCache, Request, preprocess};
use uberc::sema;
use uberc::syntax::{Kind, KnownFunctions, NodeId, SyntaxProblem, Tree, UnitFunction, parse, parse_with_reuse};

use crate::harness;

pub fn trials() -> Vec<Trial> {
    vec![
        harness::trial("preprocess::text_that_was_read_before_is_the_same", read_again),
        harness::trial("hlsl_tree::known_runs_keep_their_trees", known_runs),
        harness::trial("hlsl_analyse::units_that_differ_in_functions_have_one_interface", one_interface),
        harness::trial("glsl_analyse::units_that_differ_in_functions_have_one_interface", one_glsl_interface),
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

fn places(unit: &Preprocessed) -> Vec<(RunId, u32, u32)> {
    unit.runs.iter().map(|run| (run.id, run.first, run.last)).collect()
}

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
        let mut before: Option<Preprocessed> = None;
        for (text, values) in &programs {
            let (unit, one) = run(text, values, None, &cache, &sources);
            let (_, other) = run(text, values, None, &FileCache::new(), &sources);
            prop_assert_eq!(&one, &other, "{}", text);
            let (copied, other) = run(text, values, before.as_ref(), &cache, &sources);
            prop_assert_eq!(one, other, "behind another unit: {}", text);
            prop_assert_eq!(places(&unit), places(&copied));
            before = Some(copied);
            for run in &unit.runs {
                let tokens = unit.tokens.slice(run.first, run.last);
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

fn run(
    text: &str,
    values: &[Option<&str>],
    before: Option<&Preprocessed>,
    cache: &FileCache,
    sources: &Sources,
) -> (Preprocessed, Answer) {
    let technique = super::preprocess::named_defines(&WATCHED, values);
    let watch: Vec<Atom> = WATCHED.iter().map(|name| Atom::from(name)).collect();
    let mut request = Request::new(sources.add("main.fx", text));
    request.technique_defines = &technique;
    request.watch = &watch;
    request.before = before;
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

/// The items of a tree without what is in functions.
fn outline(tree: &Tree) -> Shape {
    let (mut shape, mut open) = (Vec::new(), vec![tree.root()]);
    while let Some(id) = open.pop() {
        let node = tree.node(id);
        let is_part = |part: &NodeId| matches!(tree.kind(*part), Kind::Name | Kind::Block);
        let is_function = node.kind == Kind::Function && tree.children(tree.root()).any(|item| item == id);
        let parts: Vec<NodeId> = match is_function {
            true => tree.children(id).filter(is_part).collect(),
            false => tree.children(id).collect(),
        };
        shape.push((node.kind, node.first, node.last, parts.len()));
        match is_function {
            true => shape
                .extend(parts.iter().map(|part| tree.node(*part)).map(|part| (part.kind, part.first, part.last, 0))),
            false => open.extend(parts),
        }
    }
    (shape, tree.too_deep, tree.problems.clone())
}

/// The items as files.
fn item_files(items: &[&'static str]) -> Vec<(String, &'static str)> {
    items.iter().zip(0..).map(|(text, at)| (format!("{at}.fxh"), *text)).collect()
}

fn known_runs() -> Result<(), Failed> {
    let files = item_files(&ITEMS);
    // Whether a `;` stands behind it.
    let file = (0..ITEMS.len(), proptest::bool::ANY);
    let programs = prop::collection::vec(prop::collection::vec(file, 1..9), 2..7);
    let mut runner = TestRunner::new(Config { cases: 1500, failure_persistence: None, ..Config::default() });
    let reused = AtomicUsize::new(0);
    let outcome = runner.run(&programs, |programs| {
        let sources = Sources::in_memory(files.clone());
        let cache = FileCache::new();
        let mut known = KnownFunctions::default();
        let mut outlined = KnownFunctions::default();
        for program in programs {
            let line =
                |(file, ends): &(usize, bool)| format!("#include \"{file}.fxh\"\n{}\n", if *ends { ";" } else { "" });
            let text: String = program.iter().map(line).collect();
            let unit = preprocess(&Request::new(sources.add("main.fx", &text)), &cache, &sources).0;
            let tree = parse_with_reuse(&GRAMMAR, &unit, &mut known, true);
            let whole = parse(&GRAMMAR, &unit);
            prop_assert_eq!(shape(&tree), shape(&whole), "{}", text);
            let tree = parse_with_reuse(&GRAMMAR, &unit, &mut outlined, false);
            prop_assert_eq!(outline(&tree), outline(&whole), "{}", text);
            let is_function = |function: &UnitFunction| {
                let items = tree.children(tree.root());
                tree.kind(function.node) == Kind::Function && items.into_iter().any(|item| item == function.node)
            };
            prop_assert!(outlined.in_unit().iter().all(is_function), "{}", text);
            let numbers: Vec<u32> = outlined.in_unit().iter().map(|function| function.number).collect();
            numbers.into_iter().for_each(|number| outlined.needs_no_body(number));
        }
        reused.fetch_add(known.reused_runs.min(outlined.reused_runs), Ordering::Relaxed);
        Ok(())
    });
    outcome.map_err(|error| error.to_string())?;
    let reused = reused.into_inner();
    if reused < 1000 { Err(format!("only {reused} runs were known").into()) } else { Ok(()) }
}

/// Files with what interfaces depend on, and functions.
const DECLARATIONS: [&str; 18] = [
    "float f(float x) { return x * 2.0 + sin(x) - 1.0; }\nfloat f2(float x) { return f(x) * f(x) + 3.0; }",
    "Texture2D<float4> map : register(t0); SamplerState state : register(s0); RWTexture2D<float4> target;",
    "static const uint COUNT = 3; static const float unused = sin(1.0) + 2.0 * 3.0 - 4.0;",
    "struct S { float4 a; float b[COUNT]; }; float of(S s) { return s.b[0] + s.a.x; }",
    "ConstantBuffer<S> constants : register(b1); StructuredBuffer<S> all; float last(float x) { return x; }",
    "cbuffer C { float4 first; float4 values[COUNT]; S whole; float4 behind; }",
    "float loose; float4 other; float g(float x) { return loose + x * other.x - 1.0; }",
    "namespace n { Texture2D<float4> inner; float h(float x) { return x * 2.0 + 1.0; } }",
    "#pragma pack_matrix(row_major)\nfloat rows(float x) { return x * 2.0 + 1.0 - 3.0 * x * x; }",
    "float4x4 matrix1; cbuffer M { float4x3 matrix2; float3x4 matrix3; row_major float2x2 matrix4; }",
    "float local(float x) { struct L { float l; }; L l; l.l = x + 1.0; return l.l * x; }",
    "groupshared float4 shared_values[64]; float k(float x) { return shared_values[0].x + x; }",
    "typedef float4 Colour; Colour colour; Buffer<Colour> colours; float c(float x) { return colour.x + x; }",
    "}",
    "float open(float x) { return x + 1.0 + 2.0 + 3.0 + 4.0 +",
    "enum E { ONE = 1, TWO = 2 }; cbuffer D { float4 of_enum[TWO]; float4 of_branch[branch]; float e; }",
    // What they are depends on functions.
    "sampler one; sampler two; sampler three; float4 sampled(float2 x) { return tex2D(three, x) * 2.0 + 1.0; }",
    "Texture2D<float4> flagged[RAY_FLAG_FORCE_NON_OPAQUE]; Texture2D<float4> behind_flagged; float4 s[vk::DeviceScope];",
];

/// Ends of units with those files.
const FUNCTIONS: [&str; 8] = [
    "",
    ";",
    "float main() { return 1.0; }",
    "float main() { return f(2.0) + 1.0; }",
    "float4 main() { return tex2D(two, 1.0) + 1.0 + 2.0; }",
    "float4 main() { return tex2D(one, 1.0) + tex3D(two, 1.0) * RAY_FLAG_FORCE_OPAQUE; }",
    "float main(float RAY_FLAG_FORCE_NON_OPAQUE) { return RAY_FLAG_FORCE_NON_OPAQUE * 2.0 - 1.0; }",
    "float main() { return vk::DeviceScope + vk::WorkgroupScope + 1.0 + 2.0 * 3.0; }",
];

const GLSL_DECLARATIONS: [&str; 11] = [
    "struct T { float t[2]; } instances[]; float of_t(float x) { return x + instances[4].t[0] * 2.0 + 1.0; }",
    "float[3] sized; float[] unsized_one; float of_sized(float x) { return x + sized[2] + unsized_one[6] * 2.0; }",
    "float f(float x) { return x * 2.0 + sin(x) - 1.0; }\nfloat f2(float x) { return f(x) * f(x) + 3.0; }",
    "in vec4 a[]; in vec4 b; out vec4 c[]; out vec4 d; float late(float x) { return x + a[3].x * 2.0; }",
    "layout(std430, binding = 1) buffer B { vec4 first; vec4 rest[]; }; float of_rest(float x) { return x + rest[2].x; }",
    "uniform sampler2D map; layout(binding = 4) uniform C { mat4 matrix; float values[3]; } of_c;",
    "out gl_PerVertex { vec4 gl_Position; float gl_ClipDistance[]; }; vec4 at(float x) { return vec4(x) + 1.0; }",
    "out float gl_ClipDistance[]; out float gl_CullDistance[]; float clip(float x) { return x + 1.0 - 2.0 * x; }",
    "shared vec4 held[8]; float of_shared(float x) { return held[0].x + x * 2.0 + 1.0 - x * 3.0; }",
    "}",
    "const int COUNT = 3; struct S { vec4 s[COUNT]; }; uniform U { S u; }; float of_s(S s) { return s.s[0].x; }",
];

const GLSL_FUNCTIONS: [&str; 11] = [
    "",
    "void main() { float[3] v; v[2] = 1.0; d = vec4(v[1]) * gl_FragCoord + b[0] * 3.0; }",
    "float[2] pair() { return float[2](1.0, 2.0); } void main() { d = a[5] * pair()[1] + b; }",
    "void main() { d = a[1] + vec4(1.0, 2.0, 3.0, 4.0) * b + c[1]; }",
    "void main() { d = a[6] + vec4(1.0, 2.0, 3.0, 4.0) * b + c[2] * rest[4]; }",
    "void main() { }",
    "void main() { gl_Position = a[1] + b + vec4(1.0, 2.0, 3.0, 4.0); }",
    "void main() { gl_Position = a[6] + b + vec4(1.0, 2.0, 3.0, 4.0); c[4] = b; }",
    "void main() { gl_ClipDistance[3] = 1.0; gl_CullDistance[1] = 1.0 + 2.0; }",
    "void main() { gl_FragData[2] = vec4(1.0, 2.0, 3.0, 4.0) * gl_FragCoord; c[1] = vec4(1.0); }",
    "void main() { int a[2]; a[1] = 1; c[7] = vec4(rest[4].x, 1.0, 2.0, gl_VertexIndex); }",
];

fn one_interface() -> Result<(), Failed> {
    let of = |source: &SourceText, session: &Session| unit_interface(source, Version::V2021, session);
    one_interface_of(500, (&DECLARATIONS, &FUNCTIONS), Session::new, of, |session| session.hits().interfaces.0)
}

fn one_glsl_interface() -> Result<(), Failed> {
    let of =
        |source: &SourceText, session: &glsl::Session| sema::unit_interface(source, glsl::Settings::default(), session);
    one_interface_of(150, (&GLSL_DECLARATIONS, &GLSL_FUNCTIONS), glsl::Session::new, of, |session| {
        session.hits().interfaces.0
    })
}

/// With a session that knows other units, the interface of a unit is that of a session which knows nothing. `least`: so many must be known.
fn one_interface_of<S>(
    least: usize,
    (declarations, functions): (&[&'static str], &[&'static str]),
    session: impl Fn() -> S,
    of: impl Fn(&SourceText, &S) -> Arc<[Instance]>,
    hits: impl Fn(&S) -> u64,
) -> Result<(), Failed> {
    let files = item_files(declarations);
    // Several units of the same declarations in the same order.
    let own = prop::collection::vec(prop::sample::select(functions.to_vec()), 2..6);
    let programs = prop::collection::vec((prop::collection::vec(0..files.len(), 1..12), own), 1..4);
    let (known, filled) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let mut runner = TestRunner::new(Config { cases: 400, failure_persistence: None, ..Config::default() });
    let outcome = runner.run(&programs, |programs| {
        let sources = Sources::in_memory(files.clone());
        let cache = FileCache::new();
        let shared = session();
        let units = programs.iter().flat_map(|(files, own)| own.iter().map(move |own| (files, own)));
        for ((files, own), at) in units.zip(0..) {
            let line = |file: &usize| format!("#include \"{file}.fxh\"\n");
            // Each time with other functions.
            let own = own.replace("2.0", &format!("{at}.0"));
            let text: String = files.iter().map(line).chain([own]).collect();
            let unit = preprocess(&Request::new(sources.add("main.fx", &text)), &cache, &sources).0;
            let mut source = SourceText::whole(Arc::new(unit));
            let branches = [("branch".to_owned(), BranchKind::Bool, None)];
            source.branches = Arc::new(BranchLayout::new(branches).expect("one bit"));
            let found = format!("{:#?}", of(&source, &shared));
            prop_assert_eq!(&found, &format!("{:#?}", of(&source, &session())), "{}", text);
            filled.fetch_add(usize::from(found.len() > 2), Ordering::Relaxed);
        }
        known.fetch_add(hits(&shared) as usize, Ordering::Relaxed);
        Ok(())
    });
    outcome.map_err(|error| error.to_string())?;
    let (known, filled) = (known.into_inner(), filled.into_inner());
    if known.min(filled) < least {
        return Err(format!("{known} interfaces were known, {filled} had declarations").into());
    }
    Ok(())
}
