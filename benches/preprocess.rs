//! Speed of the lexer and the preprocessor: `cargo bench --bench preprocess`. Prints the best of several rounds.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;
use std::time::{Duration, Instant};

use uberc::diag::Sources;
use uberc::lexer::lex;
use uberc::preprocess::{FileCache, Request, preprocess};

/// Shader-like text without macros, about this many bytes.
fn plain(bytes: usize) -> String {
    let mut text = String::new();
    for at in 0.. {
        if text.len() >= bytes {
            break;
        }
        let _ = write!(
            text,
            "// The light of one lobe, number {at}.\nfloat3 lobe_{at}(float3 n, float3 v, float roughness)\n{{\n    \
             float3 h = normalize(n + v * {at}.5f);\n    float d = saturate(dot(n, h)) * roughness + 0.25;\n    \
             if (d > 0.5f && roughness >= 1.0e-3) {{ return h * pow(d, 5.0) - float3(0, 1, 0); }}\n    \
             return lerp(h, v, d / max(roughness, 1e-4f));\n}}\n\n"
        );
    }
    text
}

/// The same, and a macro in most lines.
fn macros(bytes: usize) -> String {
    let mut text =
        "#define SQUARE(x) ((x) * (x))\n#define PI 3.14159265\n#define LERP(a, b, t) ((a) + SQUARE(t) * ((b) - (a)))\n\
                    #define CAT(a, b) a##b\n#define FUNCTION(name) float CAT(eval_, name)(float x)\n"
            .to_owned();
    for at in 0.. {
        if text.len() >= bytes {
            break;
        }
        let _ = write!(
            text,
            "FUNCTION(f{at})\n{{\n#if defined(QUALITY) && QUALITY > {}\n    x = LERP(x, PI * {at}, SQUARE(x));\n#else\n    \
             x = LERP(x, 2, PI);\n#endif\n    return x * PI + SQUARE(SQUARE(x));\n}}\n",
            at % 3
        );
    }
    text
}

/// The shortest of `rounds` runs.
fn best<T>(rounds: u32, mut run: impl FnMut() -> T) -> (Duration, T) {
    let mut shortest: Option<(Duration, T)> = None;
    for _ in 0..rounds {
        let start = Instant::now();
        let result = run();
        let took = start.elapsed();
        if shortest.as_ref().is_none_or(|(before, _)| took < *before) {
            shortest = Some((took, result));
        }
    }
    shortest.expect("there is at least one round")
}

fn main() {
    let mut out = std::io::stdout().lock();
    let mut line = |what: &str, took: Duration, tokens: usize| {
        let rate = tokens as f64 / took.as_secs_f64() / 1e6;
        let _ =
            writeln!(out, "{what:<44} {:>9.1} us {tokens:>9} tokens {rate:>8.1} M tokens/s", took.as_secs_f64() * 1e6);
    };
    for (what, text) in [
        ("60 KB plain", plain(60_000)),
        ("4 MB plain", plain(4_000_000)),
        ("60 KB with macros", macros(60_000)),
        ("2 MB with macros", macros(2_000_000)),
    ] {
        let sources = Sources::in_memory([("main.fx", text)]);
        let file = sources.load(Path::new("main.fx")).expect("it is in memory");
        let (took, lexed) = best(20, || lex(&file));
        line(&format!("{what}: lex"), took, lexed.tokens.len());
        let defines = [("QUALITY".to_owned(), "1".to_owned())];
        let mut request = Request::new(file);
        request.technique_defines = &defines;
        let cache = FileCache::new();
        preprocess(&request, &cache, &sources);
        let (took, (unit, diagnostics)) = best(50, || preprocess(&request, &cache, &sources));
        assert!(diagnostics.is_empty(), "{diagnostics:?}");
        line(&format!("{what}: preprocess, lexed already"), took, unit.tokens.len());
    }
    let header: String = (0..10_000).fold(String::new(), |mut text, at| {
        let _ = writeln!(text, "#define CONSTANT_{at} (CONSTANT_{} + 1)", at / 2);
        text
    });
    let sources = Sources::in_memory([("main.fx", header)]);
    let mut request = Request::new(sources.load(Path::new("main.fx")).expect("it is in memory"));
    let cache = FileCache::new();
    preprocess(&request, &cache, &sources);
    let (took, _) = best(20, || preprocess(&request, &cache, &sources));
    line("10,000 definitions", took, 10_000);
    request.macro_table = true;
    let (took, _) = best(5, || preprocess(&request, &cache, &sources));
    line("10,000 definitions and their table", took, 10_000);
}
