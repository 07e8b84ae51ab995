//! Speed of the HLSL front end's analysis: `cargo bench --bench analyse`. Prints the best of several rounds, on one core.

use std::io::Write as _;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use uberc::dialect::hlsl::analyse::{Session, Version, analyse};
use uberc::model::{SourceText, Stage, Target};
use uberc::pipeline::{BuildContext, run_frontend};

fn best<T>(rounds: usize, mut run: impl FnMut() -> T) -> (Duration, T) {
    let mut shortest: Option<(Duration, T)> = None;
    for _ in 0..rounds {
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
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("shaders");
    let (context, _) = BuildContext::open(&[folder]);
    let known = run_frontend(&context, &[Target::Spirv]);
    let mut whole: Option<(SourceText, Stage, String, usize)> = None;
    for shader in &known.shaders {
        let set = &shader.variants;
        let all = || {
            let session = Session::new();
            for variant in &set.variants {
                let source = &set.sources[variant.source as usize];
                let (program, _) = analyse(source, variant.stage, &variant.entry_point, Version::default(), &session);
                assert!(program.is_some(), "the library has no mistakes");
            }
            session
        };
        let (cold, session) = best(10, all);
        let (warm, ()) = best(10, || {
            for variant in &set.variants {
                let source = &set.sources[variant.source as usize];
                analyse(source, variant.stage, &variant.entry_point, Version::default(), &session);
            }
        });
        let count = set.variants.len().max(1) as u32;
        let hits = session.hits();
        writeln!(
            out,
            "{}: {count} variants: cold {:?} each, known {:?} each; of {} items {} were parsed, {} analysed",
            shader.declaration.name,
            cold / count,
            warm / count,
            hits.parsed.1,
            hits.parsed.1 - hits.parsed.0,
            hits.analysed.1 - hits.analysed.0,
        )?;
        // The largest unit, whole: nothing folded, nothing left out.
        for variant in &set.variants {
            let source = &set.sources[variant.source as usize];
            let text = SourceText::whole(Arc::clone(&source.tokens));
            let bytes: usize = source.tokens.tokens.iter().map(|token| token.token.text.len() + 1).sum();
            if whole.as_ref().is_none_or(|(.., most)| bytes > *most) {
                whole = Some((text, variant.stage, variant.entry_point.clone(), bytes));
            }
        }
    }
    if let Some((source, stage, entry, bytes)) = whole {
        let (took, (program, _)) = best(30, || analyse(&source, stage, &entry, Version::default(), &Session::new()));
        let items = program.map_or(0, |program| program.items.len());
        let per = took.as_secs_f64() * 1e3 * 60.0 * 1024.0 / bytes as f64;
        writeln!(out, "a whole unit of {bytes} bytes, cold: {took:?} ({items} items reached); {per:.2} ms a 60 KB")?;
    }
    Ok(())
}
