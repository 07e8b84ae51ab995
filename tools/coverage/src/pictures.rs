//! Two SPIR-V modules of one program on the device.

use std::path::Path;

use uberc_judge::batch::{Job, Kind, Outcome};
use uberc_judge::compare::{Tolerance, compare};
use uberc_judge::scene::{Part, Prepared, SIZE, Scene};
use uberc_judge::shape::Type;
use uberc_judge::{picture, runner, zeroed};

/// The reference as it is and optimised, and the candidate; a fourth run has what the reference leaves unset as zero.
pub(crate) struct Trio {
    pub(crate) name: String,
    pub(crate) reference: Vec<u8>,
    /// A second opinion on what is undefined: values that an optimiser may change prove nothing.
    pub(crate) optimised: Option<Vec<u8>>,
    pub(crate) candidate: Vec<u8>,
    pub(crate) entry: String,
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
    let prepared: Vec<Result<Ready, Seen>> = trios.iter().map(|trio| prepare(trio, seed)).collect();
    let jobs: Vec<Job> = prepared
        .iter()
        .filter_map(|prepared| prepared.as_ref().ok())
        .flat_map(|ready| ready.prepared.iter().map(|prepared| prepared.job.clone()))
        .collect();
    let outcomes = runner::run(&jobs)?;
    let (mut outcomes, rest) = (outcomes.as_chunks::<4>().0.iter(), trios);
    Ok(prepared
        .into_iter()
        .zip(rest)
        .map(|(prepared, trio)| match prepared {
            Err(seen) => seen,
            Ok(ready) => match outcomes.next() {
                Some(outcomes) => match judge(&ready.prepared, outcomes, &trio.name, keep) {
                    Seen::Different(why) if !ready.layouts.is_empty() => Seen::Unknown(format!(
                        "the reference does not lay out `{}` as Direct3D does; {why}",
                        ready.layouts.join("`, `")
                    )),
                    seen => seen,
                },
                None => Seen::Unknown("the job was not run".to_owned()),
            },
        })
        .collect())
}

struct Ready {
    prepared: [Prepared; 4],
    /// Buffers that the reference does not lay out as Direct3D does.
    layouts: Vec<String>,
}

fn prepare(trio: &Trio, seed: u64) -> Result<Ready, Seen> {
    let unknown = |error| Seen::Unknown(format!("reference: {error}"));
    let reference = Part::new(trio.reference.clone(), &trio.entry).map_err(unknown)?;
    let optimised = trio.optimised.clone().and_then(|spirv| Part::new(spirv, &trio.entry).ok());
    let candidate = Part::new(trio.candidate.clone(), &trio.entry).map_err(Seen::Broken)?;
    let scene = Scene::of(seed, &[&reference.shape]);
    let first = scene.alone(&reference).map_err(unknown)?;
    let zero = zeroed::zeroed(&trio.reference).and_then(|spirv| scene.alone(&Part::new(spirv, &trio.entry)?));
    let zero = zero.unwrap_or_else(|_| first.clone());
    let second = optimised.and_then(|part| scene.alone(&part).ok()).unwrap_or_else(|| first.clone());
    // An unknown input of the candidate is one that the reference has as well.
    let third = scene.alone(&candidate).map_err(|error| {
        // An input that the reference leaves out, because nothing reads it.
        if error.starts_with("the judge has no") { Seen::Unknown(error) } else { Seen::Broken(error) }
    })?;
    let mut layouts = Vec::new();
    for left in &reference.shape.bindings {
        let differs = match left.kind {
            Kind::StorageBuffer => !left.ty.is_tight(),
            Kind::UniformBuffer => !is_in_rows(&left.ty),
            _ => false,
        };
        if differs {
            layouts.push(left.name.clone());
        }
    }
    Ok(Ready { prepared: [first, second, third, zero], layouts })
}

/// Whether each vector behind another begins where Direct3D has it: at once, or where it would go over the end of a row, in the
/// next. glslang 12 aligns loose uniforms as GLSL does. A gap of a row and more is `packoffset`'s or `register`'s.
fn is_in_rows(ty: &Type) -> bool {
    let Type::Struct(members) = ty else { return true };
    let vector = |ty: &Type| match ty {
        Type::Vector(scalar, lanes) => Some((scalar.size() * lanes, scalar.size())),
        _ => None,
    };
    members.windows(2).all(|pair| {
        let [first, second] = pair else { return true };
        let (Some((before, _)), Some((size, align))) = (vector(&first.ty), vector(&second.ty)) else { return true };
        let end = (first.offset + before).next_multiple_of(align);
        let expected = if end % 16 + size > 16 { end.next_multiple_of(16) } else { end };
        second.offset == expected || second.offset >= end + 16
    })
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
