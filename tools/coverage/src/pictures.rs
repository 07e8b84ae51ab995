//! Two SPIR-V modules of one program on the device.

use std::path::Path;

use uberc_judge::batch::{Job, Outcome};
use uberc_judge::compare::{Tolerance, compare};
use uberc_judge::scene::{Part, Prepared, SIZE, Scene};
use uberc_judge::{picture, runner, zeroed};

/// The reference as it is and optimised, and the candidate; a fourth run has what the reference leaves unset as zero.
#[derive(Clone)]
pub(crate) struct Trio {
    pub(crate) name: String,
    pub(crate) reference: Vec<u8>,
    /// A second opinion on what is undefined: values that an optimiser may change prove nothing.
    pub(crate) optimised: Option<Vec<u8>>,
    pub(crate) candidate: Vec<u8>,
    pub(crate) entry: String,
    /// The candidate lays buffers out as Direct3D does. glslang 12 does not: loose uniforms are aligned as GLSL does it, structured
    /// buffers are std430, and what follows an array, a matrix or a structure begins a row.
    pub(crate) direct3d: bool,
}

pub(crate) enum Seen {
    Equal,
    Different(String),
    /// The candidate's module cannot even be run.
    Broken(String),
    /// Nothing can be said, and why.
    Unknown(String),
}

/// Runs all.
pub(crate) fn see(trios: &[Trio], seed: u64, keep: Option<&Path>) -> Result<Vec<Seen>, String> {
    let prepared: Vec<Result<[Prepared; 4], Seen>> = trios.iter().map(|trio| prepare(trio, seed)).collect();
    let jobs: Vec<Job> = prepared
        .iter()
        .filter_map(|prepared| prepared.as_ref().ok())
        .flat_map(|ready| ready.iter().map(|prepared| prepared.job.clone()))
        .collect();
    let outcomes = runner::run(&jobs)?;
    let (mut outcomes, rest) = (outcomes.as_chunks::<4>().0.iter(), trios);
    Ok(prepared
        .into_iter()
        .zip(rest)
        .map(|(prepared, trio)| match prepared {
            Err(seen) => seen,
            Ok(ready) => match outcomes.next() {
                Some(outcomes) => judge(&ready, outcomes, &trio.name, keep),
                None => Seen::Unknown("the job was not run".to_owned()),
            },
        })
        .collect())
}

fn prepare(trio: &Trio, seed: u64) -> Result<[Prepared; 4], Seen> {
    let unknown = |error| Seen::Unknown(format!("reference: {error}"));
    let reference = Part::new(trio.reference.clone(), &trio.entry).map_err(unknown)?;
    let optimised = trio.optimised.clone().and_then(|spirv| Part::new(spirv, &trio.entry).ok());
    let candidate = Part::new(trio.candidate.clone(), &trio.entry).map_err(Seen::Broken)?;
    let scene = Scene::of(seed, &[&reference.shape]);
    let first = scene.alone(&reference).map_err(unknown)?;
    let zero = zeroed::zeroed(&trio.reference).and_then(|spirv| scene.alone(&Part::new(spirv, &trio.entry)?));
    let zero = zero.unwrap_or_else(|_| first.clone());
    let second = optimised.and_then(|part| scene.alone(&part).ok()).unwrap_or_else(|| first.clone());
    let own = if trio.direct3d { scene.in_direct3d() } else { scene };
    // An unknown input of the candidate is one that the reference has as well.
    let third = own.alone(&candidate).map_err(|error| {
        // An input that the reference leaves out, because nothing reads it.
        if error.starts_with("the judge has no") { Seen::Unknown(error) } else { Seen::Broken(error) }
    })?;
    Ok([first, second, third, zero])
}

fn judge(prepared: &[Prepared; 4], outcomes: &[Outcome; 4], name: &str, keep: Option<&Path>) -> Seen {
    let [reference, optimised, candidate, zeroed] = outcomes;
    let told = |outcome: &Outcome| match outcome {
        Outcome::Done(_) => "done".to_owned(),
        Outcome::Unsupported(what) => format!("the device has no {what}"),
        other => format!("{other:?}"),
    };
    let Some(first) = prepared[0].written(reference) else {
        return Seen::Unknown(format!("reference: {}", told(reference)));
    };
    let Some(third) = prepared[2].written(candidate) else {
        return match candidate {
            Outcome::Unsupported(_) => Seen::Unknown(format!("candidate: {}", told(candidate))),
            other => Seen::Broken(told(other)),
        };
    };
    let unstable =
        prepared[1].written(optimised).is_none_or(|second| !compare(&first, &second, Tolerance::ROUNDING).is_empty());
    let zero = prepared[3].written(zeroed).unwrap_or_else(|| first.clone());
    let undefined = !compare(&first, &zero, Tolerance::ROUNDING).is_empty();
    let lost: Vec<&String> = first.keys().filter(|name| !third.contains_key(*name)).collect();
    if !lost.is_empty() && !unstable {
        let names = |map: &std::collections::BTreeMap<String, _>| map.keys().cloned().collect::<Vec<_>>().join(", ");
        return Seen::Different(format!("the reference writes {}, the candidate {}", names(&first), names(&third)));
    }
    let differences = compare(&first, &third, Tolerance::ROUNDING);
    if differences.is_empty() || undefined && compare(&zero, &third, Tolerance::ROUNDING).is_empty() {
        return Seen::Equal;
    }
    if undefined {
        return Seen::Unknown("the reference's own result depends on values that nothing sets".to_owned());
    }
    if unstable {
        return Seen::Unknown("the reference's own result changes when it is optimised".to_owned());
    }
    if let Some(folder) = keep {
        for (which, written) in [("reference", &first), ("candidate", &third)] {
            for (target, written) in written {
                let file = folder.join(format!("{name} {target} {which}.png").replace([' ', '/'], "_"));
                // A buffer is no picture; its difference is in the text.
                drop(picture::write_png(&file, written, SIZE[0], SIZE[1]));
            }
        }
    }
    Seen::Different(differences.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))
}
