//! Speed of everything before compiling, for the shader library's mesh: `cargo bench --bench specialise`. Prints the best of
//! several rounds, on one core.

use std::io::Write as _;
use std::path::Path;
use std::time::{Duration, Instant};

use uberc::dialect::hlsl::GRAMMAR;
use uberc::model::Target;
use uberc::pipeline::{BuildContext, run_frontend};
use uberc::specialise::{Mode, specialise};
use uberc::syntax::parse;

fn best<T>(mut run: impl FnMut() -> T) -> (Duration, T) {
    let mut shortest: Option<(Duration, T)> = None;
    for _ in 0..30 {
        let start = Instant::now();
        let result = run();
        let took = start.elapsed();
        if shortest.as_ref().is_none_or(|(before, _)| took < *before) {
            shortest = Some((took, result));
        }
    }
    shortest.expect("there is a round")
}

fn main() -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    let mesh = Path::new(env!("CARGO_MANIFEST_DIR")).join("shaders/mesh.fx.lua");
    let whole = best(|| {
        let (context, _) = BuildContext::open(std::slice::from_ref(&mesh));
        let start = Instant::now();
        let known = run_frontend(&context, &[Target::Spirv]);
        (start.elapsed(), known)
    });
    let known = &whole.1.1;
    writeln!(out, "front of mesh (preprocess, sidecar, explore, specialise): {:?}", whole.1.0)?;
    for shader in &known.shaders {
        let tokens: usize = shader.tokens.units.iter().map(|unit| unit.tokens.len()).max().unwrap_or(0);
        let (took, _) = best(|| parse(&GRAMMAR, &shader.tokens.units[0]));
        writeln!(out, "tree of one unit ({tokens} tokens): {took:?}")?;
        for mode in [Mode::Folded, Mode::Plain] {
            let (took, (set, _)) = best(|| {
                specialise(
                    &GRAMMAR,
                    &shader.declaration,
                    &shader.exploration,
                    &shader.tokens,
                    mode,
                    &Default::default(),
                )
            });
            let (techniques, variants) = (set.techniques.len(), set.variants.len());
            writeln!(out, "{mode:?}: {techniques} techniques, {variants} variants: {took:?}")?;
        }
    }
    Ok(())
}
