//! What DXC makes of a case, or of the HLSL that is written for it, does what the SPIR-V does.

use std::path::Path;

use libtest_mimic::Failed;
use uberc::dialect::hlsl::analyse::Version;
use uberc::model::{Stage, Target};
use uberc_judge::compare::{Tolerance, compare};
use uberc_judge::direct3d::{self, Compiled, Source};
use uberc_judge::scene::{Part, Prepared, Scene};
use uberc_judge::{batch, runner};

use super::{Settings, setting, settings};
use crate::harness;
use crate::harness::embedded::{compile, for_judge};

/// What the texts need of DXC beside the version of HLSL.
const OPTIONS: [&str; 2] = ["-fspv-target-env=vulkan1.1", "-enable-16bit-types"];

/// The cases that say `// judged: hlsl` (the text that is written), `// judged: source` or both.
pub fn hlsl_does_what_spirv_does() -> Result<(), Failed> {
    let mut folders: Vec<_> = std::fs::read_dir(harness::suite_dir("hlsl_lower"))?.collect::<Result<_, _>>()?;
    folders.sort_by_key(std::fs::DirEntry::path);
    let mut judged: Vec<(String, [Prepared; 2])> = Vec::new();
    for folder in folders {
        let text = std::fs::read_to_string(folder.path().join("main.fx"))?;
        for what in setting(&text, "judged").into_iter().flat_map(|all| all.split(' ')) {
            let name = format!("{} ({what})", folder.file_name().to_string_lossy());
            let Settings { entry, version, .. } = settings(&text)?;
            let both = both(&text, entry, version, what).map_err(|error| format!("{name}: {error}"))?;
            judged.push((name, both));
        }
    }
    assert!(!judged.is_empty(), "no case is judged");
    let jobs: Vec<batch::Job> = judged.iter().flat_map(|(_, both)| both.iter().map(|one| one.job.clone())).collect();
    let outcomes = runner::run(&jobs)?;
    let mut wrong = Vec::new();
    for ((name, [own, of_text]), outcomes) in judged.iter().zip(outcomes.as_chunks::<2>().0) {
        let (Some(own), Some(of_text)) = (own.written(&outcomes[0]), of_text.written(&outcomes[1])) else {
            wrong.push(format!("{name}: not run: {outcomes:?}"));
            continue;
        };
        assert!(own.values().any(|written| written.bytes.iter().any(|byte| *byte != 0)), "{name} writes nothing");
        assert!(own.keys().eq(of_text.keys()), "{name}: {:?} instead of {:?}", of_text.keys(), own.keys());
        wrong.extend(compare(&own, &of_text, Tolerance::ROUNDING).iter().map(|found| format!("{name}: {found}")));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    Ok(())
}

/// A compute shader as SPIR-V, and as what DXC makes of its HLSL or of itself, in one scene.
fn both(text: &str, entry: &str, version: Version, judged: &str) -> Result<[Prepared; 2], String> {
    let own = Part::new(for_judge(text, batch::Stage::Compute, entry, version)?, entry)?;
    let (written, entry, version) = match judged {
        "source" => (text.to_owned(), entry.to_owned(), "2021"),
        "hlsl" => {
            let written = compile(text, Stage::Compute, entry, version, Target::Hlsl, false)?;
            let entry = written.entry_point.unwrap_or_else(|| entry.to_owned());
            // naga writes conditions of vectors with `?:`.
            (String::from_utf8(written.output).map_err(|error| error.to_string())?, entry, "2018")
        }
        other => return Err(format!("unknown text `{other}`")),
    };
    let options: Vec<String> = ["-HV", version].into_iter().chain(OPTIONS).map(str::to_owned).collect();
    let source = Source {
        text: &written,
        file: None::<&Path>,
        entry: &entry,
        profile: direct3d::profile(batch::Stage::Compute),
        options: &options,
    };
    let of_text = match direct3d::spirv(&source) {
        Compiled::Accepted(spirv) => Part::new(spirv, &entry)?,
        Compiled::Rejected(message) | Compiled::Broken(message) => return Err(format!("{message}\n{written}")),
    };
    // The text's buffers are words, the source's have the layout of its types.
    let scene = Scene::of(1, &[if judged == "source" { &of_text.shape } else { &own.shape }]);
    Ok([scene.alone(&own)?, scene.alone(&of_text)?])
}
