//! The verdict on each program.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use rayon::prelude::*;
use serde::Serialize;
use uberc::dialect::Language;
use uberc::dialect::glsl::Glsl;
use uberc::dialect::hlsl::Hlsl;
use uberc::model::Stage;
use uberc_judge::mesh_as_compute::mesh_as_compute;

use crate::Options;
use crate::candidate::{Answer, Candidate, dxc};
use crate::doubt;
use crate::inexpressible;
use crate::pictures::{Seen, Trio, see};
use crate::programs::Program;

/// A program and its verdict.
#[derive(Serialize)]
pub(crate) struct Row {
    pub(crate) name: String,
    pub(crate) stage: &'static str,
    /// A test that a compiler refuses it.
    pub(crate) expects_errors: bool,
    #[serde(flatten)]
    pub(crate) verdict: Verdict,
}

#[derive(Serialize)]
#[serde(rename_all = "kebab-case", tag = "verdict", content = "why")]
pub(crate) enum Verdict {
    /// Both take it, and the device sees no difference.
    Equal,
    /// Both take it; why the device could not tell.
    Accepted(String),
    /// The reference takes it; the candidate has a reason against it that lies in naga's IR.
    Inexpressible(String),
    /// The reference takes it; the candidate says that it does not do this.
    Unsupported(String),
    /// The reference takes it; the candidate says that the program is wrong.
    Refused(String),
    /// Both say that the program is wrong.
    BothReject(String),
    /// Only the reference says that the program is wrong, so; to be looked at.
    ReferenceRejects(String),
    /// The candidate draws or writes something else.
    Different(String),
    /// The candidate failed in itself, or what it wrote is not valid.
    Broken(String),
}

impl Verdict {
    pub(crate) fn is_wrong(&self) -> bool {
        matches!(self, Verdict::Different(_) | Verdict::Broken(_))
    }

    pub(crate) fn name(&self) -> &'static str {
        match self {
            Verdict::Equal => "equal",
            Verdict::Accepted(_) => "accepted",
            Verdict::Inexpressible(_) => "inexpressible",
            Verdict::Unsupported(_) => "unsupported",
            Verdict::Refused(_) => "refused",
            Verdict::BothReject(_) => "both-reject",
            Verdict::ReferenceRejects(_) => "reference-rejects",
            Verdict::Different(_) => "different",
            Verdict::Broken(_) => "broken",
        }
    }

    pub(crate) fn why(&self) -> &str {
        match self {
            Verdict::Equal => "",
            Verdict::Accepted(why)
            | Verdict::Inexpressible(why)
            | Verdict::Unsupported(why)
            | Verdict::Refused(why)
            | Verdict::BothReject(why)
            | Verdict::ReferenceRejects(why)
            | Verdict::Different(why)
            | Verdict::Broken(why) => why,
        }
    }
}

/// A program after its compilers ran.
enum Compiled {
    Told(Verdict),
    Both(Trio),
}

pub(crate) fn judge(programs: &[Program], options: &Options) -> Result<Vec<Row>, String> {
    if let Some(folder) = &options.keep {
        std::fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    let compiled: Vec<Compiled> = programs.par_iter().map(|program| compile(program, options)).collect();
    let mut trios = Vec::new();
    let mut verdicts: Vec<Option<Verdict>> = Vec::new();
    for compiled in compiled {
        match compiled {
            Compiled::Told(verdict) => verdicts.push(Some(verdict)),
            Compiled::Both(trio) => {
                verdicts.push(None);
                trios.push(trio);
            }
        }
    }
    let ran: Vec<usize> = (0..programs.len()).filter(|at| verdicts[*at].is_none()).collect();
    let seen = see(&trios, options.seed, options.keep.as_deref())?;
    for ((at, trio), seen) in ran.iter().zip(&trios).zip(seen) {
        let seen = trust(seen, trio, &programs[*at], options.reference);
        verdicts[*at] = Some(match seen {
            Seen::Equal => Verdict::Equal,
            Seen::Different(why) => Verdict::Different(why),
            Seen::Broken(why) => Verdict::Broken(why),
            Seen::Unknown(why) => Verdict::Accepted(why),
        });
    }
    let candidates: BTreeMap<usize, Trio> = ran.into_iter().zip(trios).collect();
    if options.asks_dxc() {
        appeal(programs, &mut verdicts, &candidates, options)?;
    }
    Ok(programs
        .iter()
        .zip(verdicts)
        .map(|(program, verdict)| Row {
            name: program.name.clone(),
            stage: program.stage.name(),
            expects_errors: program.expects_errors,
            verdict: verdict.unwrap_or_else(|| Verdict::Accepted("it was not run".to_owned())),
        })
        .collect())
}

/// Where the candidate and the reference differ, DXC decides.
fn appeal(
    programs: &[Program],
    verdicts: &mut [Option<Verdict>],
    candidates: &BTreeMap<usize, Trio>,
    options: &Options,
) -> Result<(), String> {
    let differ = |verdict: &Option<Verdict>| {
        matches!(verdict, Some(Verdict::Different(_) | Verdict::Refused(_) | Verdict::ReferenceRejects(_)))
    };
    let open: Vec<usize> = (0..programs.len()).filter(|at| differ(&verdicts[*at])).collect();
    let third: Vec<Answer> = open.par_iter().map(|at| dxc(&programs[*at])).collect();
    let (mut again, mut trios) = (Vec::new(), Vec::new());
    for (at, answer) in open.into_iter().zip(third) {
        let decided = match (verdicts[at].take(), answer) {
            (Some(Verdict::Different(why)), Answer::Accepted(reference)) => {
                if let Some(trio) = candidates.get(&at) {
                    let optimised = tool("spirv-opt", &["-O"], &reference).ok();
                    trios.push(Trio { reference, optimised, direct3d: false, ..trio.clone() });
                    again.push(at);
                }
                Verdict::Different(why)
            }
            (Some(Verdict::Refused(why)), Answer::Rejected(messages)) => {
                Verdict::BothReject(format!("{why}; the reference takes it, dxc: {}", told(&first(&messages))))
            }
            (Some(Verdict::ReferenceRejects(why)), Answer::Accepted(_) | Answer::Checked(_)) => {
                Verdict::Accepted(format!("the reference rejects it, dxc takes it: {why}"))
            }
            (Some(Verdict::ReferenceRejects(why)), Answer::Rejected(messages)) => {
                Verdict::ReferenceRejects(format!("{why}; dxc: {}", told(&first(&messages))))
            }
            (verdict, _) => {
                verdicts[at] = verdict;
                continue;
            }
        };
        verdicts[at] = Some(decided);
    }
    let seen = see(&trios, options.seed, None)?;
    for ((at, trio), seen) in again.into_iter().zip(&trios).zip(seen) {
        let Some(Verdict::Different(why)) = verdicts[at].take() else { continue };
        verdicts[at] = Some(match trust(seen, trio, &programs[at], Candidate::Dxc) {
            Seen::Equal => Verdict::Accepted(format!("the same as dxc; from the reference: {why}")),
            Seen::Unknown(of_dxc) => Verdict::Different(format!("{why}; dxc: {of_dxc}")),
            Seen::Different(of_dxc) | Seen::Broken(of_dxc) => Verdict::Different(format!("{why}; from dxc: {of_dxc}")),
        });
    }
    Ok(())
}

/// A difference from a reference that is not valid, or known to differ, says nothing.
fn trust(seen: Seen, trio: &Trio, program: &Program, reference: Candidate) -> Seen {
    match (seen, doubt::of(program, reference)) {
        (Seen::Different(_), Some(why)) => Seen::Unknown(why.to_owned()),
        (Seen::Different(why), _) => match tool("spirv-val", VALID, &trio.reference) {
            Ok(_) => Seen::Different(why),
            Err(error) => Seen::Unknown(format!("the reference is not valid: {error}")),
        },
        (seen, _) => seen,
    }
}

/// Vulkan 1.3: what candidates and DXC write may be newer than glslang's SPIR-V 1.3. Buffers lie as Direct3D has them.
const VALID: &[&str] = &["--target-env", "vulkan1.3", "--scalar-block-layout"];

/// How dxc says that its own module is not valid.
const DXC_OBJECTS: &str = "dxc: generated SPIR-V is invalid";

/// The rules for the reference's module: for GLSL those of what glslang is asked to write, with the layouts that need no feature.
fn validity(program: &Program) -> &'static [&'static str] {
    if program.language.name() != Glsl.name() {
        return VALID;
    }
    match program.stage {
        Stage::Amplification | Stage::Mesh => &["--target-env", "vulkan1.2"],
        _ => &["--target-env", "vulkan1.1"],
    }
}

/// The modules as the judge runs them: stages of mesh pipelines as compute stages.
fn runnable(trio: Trio, stage: Stage) -> Result<Trio, String> {
    if !matches!(stage, Stage::Amplification | Stage::Mesh) {
        return Ok(trio);
    }
    let optimised = trio.optimised.as_ref().and_then(|spirv| mesh_as_compute(spirv).ok());
    let (reference, candidate) = (mesh_as_compute(&trio.reference)?, mesh_as_compute(&trio.candidate)?);
    Ok(Trio { reference, optimised, candidate, ..trio })
}

fn compile(program: &Program, options: &Options) -> Compiled {
    let reference = options.reference.refer(program);
    let answer = options.candidate.compile(program, &reference);
    if let Some(folder) = &options.keep {
        keep(folder, program, &reference, &answer);
    }
    Compiled::Told(match (reference, answer) {
        (_, Answer::Broken(why)) => Verdict::Broken(why),
        (Answer::Accepted(reference), Answer::Accepted(candidate)) => {
            if let Err(why) = tool("spirv-val", VALID, &candidate) {
                // Held against itself, the reference is only told to be wrong.
                return Compiled::Told(if options.candidate == Candidate::Glslang {
                    Verdict::Accepted(format!("spirv-val: {why}"))
                } else {
                    Verdict::Broken(format!("spirv-val: {why}"))
                });
            }
            let optimised = tool("spirv-opt", &["-O"], &reference).ok();
            let trio = Trio {
                name: program.name.clone(),
                reference,
                optimised,
                candidate,
                entry: program.entry.clone(),
                // The reference places what says where it lies as it should.
                direct3d: program.language.name() == Hlsl.name()
                    && options.candidate.is_direct3d()
                    && !options.reference.is_direct3d()
                    && !program.places_constants(),
            };
            return runnable(trio, program.stage)
                .map_or_else(|why| Compiled::Told(Verdict::Accepted(why)), Compiled::Both);
        }
        (Answer::Rejected(why), Answer::Rejected(own) | Answer::Unsupported(own)) => {
            Verdict::BothReject(format!("{}; the reference: {}", first(&own), told(&first(&why))))
        }
        (Answer::Rejected(why), Answer::Accepted(_)) => Verdict::ReferenceRejects(first(&why)),
        // glslang also makes modules that Vulkan forbids, and so does dxc without its own validation.
        (Answer::Accepted(reference), Answer::Unsupported(own) | Answer::Rejected(own))
            if inexpressible::of(&own).is_none() && tool("spirv-val", validity(program), &reference).is_err() =>
        {
            let why = tool("spirv-val", validity(program), &reference).err().unwrap_or_default();
            Verdict::BothReject(format!("{}; the reference's module is not valid: {why}", first(&own)))
        }
        // The newest rules are those of dxc's own validation, which the reference goes without.
        (Answer::Accepted(_), Answer::Rejected(own)) if own.iter().any(|message| message.contains(DXC_OBJECTS)) => {
            Verdict::BothReject(first(&own))
        }
        // Of the stages that the judge does not run, the reference is not asked.
        (Answer::Unsupported(why), _) | (_, Answer::Unsupported(why)) => match inexpressible::of(&why) {
            Some(why) => Verdict::Inexpressible(why.clone()),
            None => Verdict::Unsupported(first(&why)),
        },
        // What is wrong in it may have kept us from the construct; what we saw of it is enough.
        (Answer::Accepted(_) | Answer::Checked(_), Answer::Rejected(why)) => match inexpressible::of(&why) {
            Some(why) => Verdict::Inexpressible(why.clone()),
            None => Verdict::Refused(first(&why)),
        },
        (Answer::Broken(why), _)
        | (Answer::Checked(why), Answer::Accepted(_) | Answer::Checked(_))
        | (Answer::Accepted(_) | Answer::Rejected(_), Answer::Checked(why)) => Verdict::Accepted(why),
    })
}

/// The line of the reference's message that says what is wrong.
fn told(message: &str) -> String {
    let lines = || message.lines().map(str::trim);
    let line = lines().find_map(|line| line.strip_prefix("ERROR: ")).or_else(|| lines().find(|line| *line != "source"));
    let line = line.unwrap_or_default();
    // The place is in another numbering.
    line.strip_prefix("source:")
        .map_or(line, |line| line.trim_start_matches(|c: char| c.is_ascii_digit() || ": ".contains(c)))
        .to_owned()
}

fn first(messages: &[String]) -> String {
    messages.first().cloned().unwrap_or_default()
}

fn keep(folder: &Path, program: &Program, reference: &Answer, candidate: &Answer) {
    let stem = program.name.replace([' ', '/'], "_");
    // Lost files of a report for people are no error of the programs.
    drop(std::fs::write(folder.join(format!("{stem}.{}", program.language.name())), &program.text));
    for (which, answer) in [("reference", reference), ("candidate", candidate)] {
        if let Answer::Accepted(spirv) = answer {
            drop(std::fs::write(folder.join(format!("{stem}.{which}.spv")), spirv));
        }
    }
}

/// Runs one of the SPIR-V tools over a module; gives its output file, if it writes one.
fn tool(program: &str, options: &[&str], spirv: &[u8]) -> Result<Vec<u8>, String> {
    let error = |error: std::io::Error| format!("{program}: {error}");
    let folder = tempfile::tempdir().map_err(error)?;
    let (source, out) = (folder.path().join("in.spv"), folder.path().join("out.spv"));
    std::fs::write(&source, spirv).map_err(error)?;
    let mut command = Command::new(program);
    command.args(options).arg(&source);
    if program == "spirv-opt" {
        command.arg("-o").arg(&out);
    }
    let output = command.output().map_err(error)?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).trim().to_owned());
    }
    Ok(std::fs::read(&out).unwrap_or_default())
}
