//! `uberc inspect`: what an archive holds.

use std::collections::BTreeMap;

use serde_json::json;
use uberc_runtime::{Decoder, Pack, Shader};

use super::args::Inspect;
use super::{Outcome, Stop, Terminal, archive_file};

pub(super) fn run(command: &Inspect, terminal: &Terminal) -> Outcome {
    let pack = archive_file::open(&command.archive)?;
    if command.verify {
        verify(&pack)?;
    }
    if terminal.json() {
        for target in pack.targets() {
            for shader in target.shaders() {
                terminal.data(&json_line(&shader));
            }
        }
        return Ok(0);
    }
    let digest: String = pack.digest().iter().map(|byte| format!("{byte:02x}")).collect();
    let (blobs, raw, packed) = blob_sizes(&pack);
    let mut text = format!("{} bytes, content {}\n", pack.bytes().len(), &digest[..16]);
    let ratio = if packed == 0 { 1.0 } else { raw as f64 / packed as f64 };
    text += &format!("{blobs} blobs, {raw} bytes compressed to {packed} ({ratio:.2}x)\n");
    for (section, bytes) in pack.section_lengths() {
        text += &format!("  index {:<12} {bytes:>9} bytes\n", format!("{section:?}").to_lowercase());
    }
    for target in pack.targets() {
        text += &format!("\ntarget {}\n", target.name());
        for shader in target.shaders() {
            let sizes = shader_sizes(&shader);
            let (kind, entries) = shader.decision();
            text += &format!(
                "  {:<24} {:>2} bits  {:>5} techniques  {kind} of {entries}\n",
                shader.name(),
                shader.key_bits(),
                shader.techniques().len(),
            );
            for (stage, (variants, blobs, bytes)) in sizes {
                text += &format!("    {stage:<9} {variants:>5} variants  {blobs:>5} blobs  {bytes:>9} bytes\n");
            }
        }
    }
    if command.verify {
        text += "\nevery blob decodes and matches its checksum\n";
    }
    terminal.data(&text);
    Ok(0)
}

/// Decodes every blob.
fn verify(pack: &Pack<Vec<u8>>) -> Result<(), Stop> {
    let (mut decoder, mut buffer) = (Decoder::new(), Vec::new());
    for blob in (0..pack.blob_count()).filter_map(|number| pack.blob(number)) {
        decoder.decode(blob, &mut buffer).map_err(|error| Stop::sources(format!("blob {}: {error}", blob.index())))?;
    }
    Ok(())
}

/// Number of blobs, bytes, compressed bytes.
fn blob_sizes(pack: &Pack<Vec<u8>>) -> (usize, usize, usize) {
    let mut blobs = BTreeMap::new();
    for target in pack.targets() {
        for shader in target.shaders() {
            for technique in shader.techniques() {
                for variant in technique.stages() {
                    let blob = variant.blob();
                    blobs.insert(blob.index(), (blob.len(), blob.compressed_len()));
                }
            }
        }
    }
    let sum = |pick: fn(&(usize, usize)) -> usize| blobs.values().map(pick).sum();
    (blobs.len(), sum(|sizes| sizes.0), sum(|sizes| sizes.1))
}

/// By stage: distinct variants, distinct blobs, their compressed bytes.
fn shader_sizes(shader: &Shader<'_>) -> BTreeMap<&'static str, (usize, usize, usize)> {
    let mut variants: BTreeMap<(&'static str, u32), (u32, usize)> = BTreeMap::new();
    for technique in shader.techniques() {
        for variant in technique.stages() {
            let blob = variant.blob();
            variants.insert((variant.stage().name(), variant.index()), (blob.index(), blob.compressed_len()));
        }
    }
    let mut blobs: BTreeMap<&'static str, BTreeMap<u32, usize>> = BTreeMap::new();
    let mut counts: BTreeMap<&'static str, usize> = BTreeMap::new();
    for ((stage, _), (blob, bytes)) in variants {
        blobs.entry(stage).or_default().insert(blob, bytes);
        *counts.entry(stage).or_default() += 1;
    }
    counts
        .into_iter()
        .map(|(stage, count)| {
            let of_stage = &blobs[stage];
            (stage, (count, of_stage.len(), of_stage.values().sum()))
        })
        .collect()
}

fn json_line(shader: &Shader<'_>) -> String {
    let stages: serde_json::Map<String, serde_json::Value> = shader_sizes(shader)
        .into_iter()
        .map(|(stage, (variants, blobs, bytes))| {
            (stage.to_owned(), json!({ "variants": variants, "blobs": blobs, "compressed_bytes": bytes }))
        })
        .collect();
    let branches: Vec<_> = shader
        .branches()
        .map(|branch| json!({ "name": branch.name(), "first_bit": branch.handle().first_bit(), "width": branch.handle().width() }))
        .collect();
    json!({
        "reason": "archive_shader", "shader": shader.name(), "target": shader.target().name(), "bits": shader.key_bits(),
        "branches": branches, "techniques": shader.techniques().len(), "decision": shader.decision().0, "stages": stages,
        "metadata": archive_file::scalars(shader.metadata()),
    })
    .to_string()
}
