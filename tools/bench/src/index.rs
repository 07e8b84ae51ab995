//! The index of an archive whose techniques differ in defines alone, as those of macro permutations do.

use std::fmt::Write as _;

use uberc_runtime::Pack;

use crate::medians::table;
use crate::processes::{build, timed, uberc};
use crate::{Failure, Options, project};

/// The bar: bytes of the sections of the index.
const MOST: usize = 15_000;
pub(crate) const TECHNIQUES: usize = 512;
const OPTIONS: [(&str, &str); 6] = [
    ("hdr", "HDR"),
    ("jitteredMotion", "JITTERED_MOTION"),
    ("invertedDepth", "INVERTED_DEPTH"),
    ("lowResMotion", "LOW_RES_MOTION"),
    ("sharpening", "SHARPENING"),
    ("lanczosLut", "LANCZOS_LUT"),
];
/// Passes of the upscaler, with their entry points.
const PASSES: [(&str, &str); 4] =
    [("Reconstruct", "RECONSTRUCT"), ("DepthClip", "DEPTH_CLIP"), ("Accumulate", "ACCUMULATE"), ("Sharpen", "SHARPEN")];

pub(crate) fn run(options: &Options) -> Result<(), Failure> {
    let mut columns = Vec::new();
    for (name, sidecar) in [("8 shaders of 64", passes()?), ("1 shader of 512", one()?)] {
        let folder = project::copy_of("upscale")?;
        std::fs::write(folder.path().join("upscale.fx.lua"), sidecar)?;
        build(folder.path(), &["--target", "spirv", "--output", "out.fxo"], options.jobs)?;
        // The program that reads it says the same as this one.
        timed(&mut uberc(folder.path(), &["inspect", "--verify", "out.fxo"])?)?;
        let bytes = std::fs::read(folder.path().join("out.fxo"))?;
        let archive = Pack::open(&bytes[..])?;
        let techniques: usize = archive.target("spirv")?.shaders().map(|shader| shader.techniques().len()).sum();
        if techniques != TECHNIQUES {
            return Err(format!("{name}: {techniques} techniques").into());
        }
        let lengths: Vec<(String, usize)> =
            archive.section_lengths().map(|(section, length)| (format!("{section:?}"), length)).collect();
        columns.push((name, lengths, archive.blob_count()));
    }
    let mut rows = vec![vec!["bytes".to_owned()]];
    rows[0].extend(columns.iter().map(|(name, ..)| (*name).to_owned()));
    for (at, (section, _)) in columns.first().map_or(&[][..], |(_, lengths, _)| lengths).iter().enumerate() {
        let lengths: Vec<usize> = columns.iter().map(|(_, lengths, _)| lengths[at].1).collect();
        if lengths.iter().any(|length| *length > 0) {
            rows.push([section.clone()].into_iter().chain(lengths.iter().map(usize::to_string)).collect());
        }
    }
    let sums: Vec<usize> =
        columns.iter().map(|(_, lengths, _)| lengths.iter().map(|(_, length)| length).sum()).collect();
    rows.push(["sum".to_owned()].into_iter().chain(sums.iter().map(usize::to_string)).collect());
    let blobs = columns.iter().map(|(.., blobs)| blobs.to_string());
    rows.push(["distinct results".to_owned()].into_iter().chain(blobs).collect());
    println!("{TECHNIQUES} techniques of the upscaler that differ in defines, spirv");
    print!("{}", table(&rows));
    match sums.iter().find(|sum| **sum > MOST) {
        None => Ok(()),
        Some(sum) => Err(format!("an index of {sum} bytes, more than {MOST}").into()),
    }
}

fn branches(more: &[&str]) -> String {
    let names: Vec<String> =
        OPTIONS.iter().map(|(name, _)| *name).chain(more.iter().copied()).map(|name| format!("{name:?}")).collect();
    format!("\tshader.Branches = {{ {} }}\n", names.join(", "))
}

/// The technique, whose defines say the value of each branch.
fn specialise(entry_point: &str, defines: &str, more: &[&str]) -> Result<String, Failure> {
    let mut text = format!(
        "\tfunction shader.Specialize(permutation)\n\t\tlocal technique = Technique()\n\t\ttechnique.ComputeShader = {entry_point}\n\
         \t\ttechnique.Defines = {{ {defines}"
    );
    for (name, define) in OPTIONS {
        write!(text, ", UPSCALE_{define} = permutation.{name} and 1 or 0")?;
    }
    for name in more {
        write!(text, ", UPSCALE_{name} = permutation.{name} and 1 or 0")?;
    }
    Ok(text + " }\n\t\treturn technique, permutation\n\tend\n")
}

/// Each pass twice, with a define that makes no difference.
pub(crate) fn passes() -> Result<String, Failure> {
    let mut text = "local function pass(name, number, entryPoint, tier)\n\tlocal shader = Shader(name)\n".to_owned();
    text += &branches(&[]);
    text += &specialise("entryPoint", "UPSCALE_PASS = number, UPSCALE_TIER = tier", &[])?;
    text += "end\n";
    for tier in 0..2 {
        for (name, constant) in PASSES {
            writeln!(text, "pass(\"{name}{tier}\", tonumber(cpp.kPASS_{constant}), \"{name}CS\", {tier})")?;
        }
    }
    Ok(text)
}

/// One pass with three more branches, whose defines make no difference.
fn one() -> Result<String, Failure> {
    let more = ["A", "B", "C"];
    let body = specialise("\"AccumulateCS\"", "UPSCALE_PASS = tonumber(cpp.kPASS_ACCUMULATE)", &more)?;
    Ok(format!("do\n\tlocal shader = Shader(\"Accumulate\")\n{}{body}end\n", branches(&more)))
}
