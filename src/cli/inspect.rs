//! `uberc inspect`: the contents of an archive, and their sizes.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::json;
use uberc_runtime::{Decoder, Material, Pack, Shader, Target, Technique};

use super::args::Inspect;
use super::{Outcome, Stop, Terminal, archive_file};
use crate::report::{Detail, plural, readable_size};

/// How often code is used, and its size.
#[derive(Clone, Copy, Debug, Default)]
struct Sizes {
    /// Stages of techniques.
    uses: usize,
    variants: usize,
    blobs: usize,
    /// Bytes of the distinct blobs.
    raw: usize,
    compressed: usize,
}

impl Sizes {
    fn ratio(self) -> f64 {
        if self.compressed == 0 { 1.0 } else { self.raw as f64 / self.compressed as f64 }
    }

    fn text(self) -> String {
        format!(
            "{:>6} uses {:>6} variants {:>6} blobs {:>12}, compressed {:>12} ({:.2}x)",
            self.uses,
            self.variants,
            self.blobs,
            readable_size(self.raw as u64),
            readable_size(self.compressed as u64),
            self.ratio()
        )
    }

    fn json(self) -> serde_json::Value {
        json!({ "uses": self.uses, "variants": self.variants, "blobs": self.blobs, "raw_bytes": self.raw,
            "compressed_bytes": self.compressed })
    }
}

/// Counts every use, and each variant and blob once.
#[derive(Default)]
struct Counter {
    uses: usize,
    variants: BTreeSet<u32>,
    blobs: BTreeMap<u32, (usize, usize)>,
}

impl Counter {
    fn add(&mut self, variant: &uberc_runtime::Variant<'_>) {
        let blob = variant.blob();
        self.uses += 1;
        self.variants.insert(variant.index());
        self.blobs.insert(blob.index(), (blob.len(), blob.compressed_len()));
    }

    fn sizes(&self) -> Sizes {
        Sizes {
            uses: self.uses,
            variants: self.variants.len(),
            blobs: self.blobs.len(),
            raw: self.blobs.values().map(|sizes| sizes.0).sum(),
            compressed: self.blobs.values().map(|sizes| sizes.1).sum(),
        }
    }
}

/// Programs of machines: how many techniques have one, and the distinct ones with their sizes.
#[derive(Default)]
struct Programs {
    uses: usize,
    machines: BTreeSet<String>,
    blobs: BTreeMap<u32, (usize, usize)>,
}

impl Programs {
    /// Those of shaders; `None` if they have none.
    fn of<'p>(shaders: impl Iterator<Item = Shader<'p>>) -> Option<Programs> {
        let mut programs = Programs::default();
        for program in shaders.flat_map(|shader| shader.techniques()).filter_map(|technique| technique.program()) {
            let blob = program.blob();
            programs.uses += 1;
            programs.machines.insert(program.machine().to_owned());
            programs.blobs.insert(blob.index(), (blob.len(), blob.compressed_len()));
        }
        (programs.uses > 0).then_some(programs)
    }

    fn sizes(&self) -> (usize, usize) {
        let sum = |size: fn(&(usize, usize)) -> usize| self.blobs.values().map(size).sum();
        (sum(|sizes| sizes.0), sum(|sizes| sizes.1))
    }

    /// In the columns of [`Sizes::text`], without variants.
    fn text(&self) -> String {
        let (raw, compressed) = self.sizes();
        let machines: Vec<&str> = self.machines.iter().map(String::as_str).collect();
        format!(
            "{:>6} uses {:>15} {:>6} blobs {:>12}, compressed {:>12} for {}",
            self.uses,
            "",
            self.blobs.len(),
            readable_size(raw as u64),
            readable_size(compressed as u64),
            machines.join(", ")
        )
    }

    fn json(&self) -> serde_json::Value {
        let (raw, compressed) = self.sizes();
        json!({ "uses": self.uses, "machines": self.machines, "blobs": self.blobs.len(), "raw_bytes": raw,
            "compressed_bytes": compressed })
    }
}

pub fn run(command: &Inspect, terminal: &Terminal) -> Outcome {
    let pack = archive_file::open_listed(&command.archive, Detail::Code)?;
    if command.verify {
        verify(&pack)?;
    }
    if terminal.json() {
        terminal.data(&archive_json(&pack).to_string());
        for shader in pack.targets().flat_map(Target::shaders) {
            terminal.data(&shader_json(&shader).to_string());
        }
        for material in pack.targets().flat_map(Target::materials) {
            let (shader, target) = (material.shader(), material.shader().target());
            let json = json!({ "reason": "archive_material", "material": material.name(), "target": target.name(),
                "shader": shader.name() });
            terminal.data(&json.to_string());
        }
        return Ok(0);
    }
    let mut text = head(&pack);
    for target in pack.targets() {
        text += &format!("\ntarget {:<18} {}\n", target.name(), counted(target.shaders()).text());
        for shader in target.shaders() {
            let (kind, entries) = shader.decision();
            let unit = match kind {
                "diagram" => "slots",
                "cubes" => "cubes",
                _ => "keys",
            };
            text += &format!(
                "  {:<24} {:>2} bits  {:>5} techniques  {:>5} packed  {kind} of {entries} {unit}\n",
                shader.name(),
                shader.key_bits(),
                shader.techniques().len(),
                packed(&shader),
            );
            for (stage, sizes) in by_stage(&shader) {
                text += &format!("    {stage:<9}              {}\n", sizes.text());
            }
            if let Some(programs) = Programs::of(std::iter::once(shader)) {
                text += &format!("    {:<9}              {}\n", "programs", programs.text());
            }
        }
    }
    for target in pack.targets().filter(|target| target.materials().len() > 0) {
        text += &format!("\nmaterials of {}\n", target.name());
        for material in target.materials() {
            text += &format!("  {:<24} -> {}, {}\n", material.name(), material.shader().name(), sizes(&material));
        }
    }
    if command.verify {
        text += "\nevery blob decodes and matches its checksum\n";
    }
    terminal.data(&text);
    Ok(0)
}

/// Bytes of the values of a material, and how many textures it has; for the first technique of its shader.
fn sizes(material: &Material<'_>) -> String {
    let values = material.shader().techniques().next().and_then(|technique| material.values(&technique));
    let (bytes, textures) = values.map_or((0, 0), |values| (values.block().len(), values.textures().len()));
    format!("{bytes} bytes of values, {}", plural(textures, "texture"))
}

fn digest(pack: &Pack<Vec<u8>>) -> String {
    pack.digest().iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The figures of the whole archive.
fn head(pack: &Pack<Vec<u8>>) -> String {
    let all = counted(pack.targets().flat_map(Target::shaders));
    let (major, minor) = pack.version();
    let size = readable_size(pack.bytes().len() as u64);
    let mut text = format!("{size}, format {major}.{minor}, content {}\n", &digest(pack)[..16]);
    text += &format!("code   {}\n", all.text());
    if let Some(programs) = Programs::of(pack.targets().flat_map(Target::shaders)) {
        text += &format!("       {} (programs)\n", programs.text());
    }
    let dictionaries: Vec<(usize, usize)> =
        (0..pack.dictionary_count()).filter_map(|number| pack.dictionary_lengths(number)).collect();
    text += &format!(
        "       {} dictionaries {}, compressed {}\n",
        dictionaries.len(),
        readable_size(dictionaries.iter().map(|lengths| lengths.0 as u64).sum()),
        readable_size(dictionaries.iter().map(|lengths| lengths.1 as u64).sum()),
    );
    let index: usize = pack.section_lengths().map(|(_, bytes)| bytes).sum();
    text += &format!("index  {}\n", readable_size(index as u64));
    for (section, bytes) in pack.section_lengths().filter(|(_, bytes)| *bytes > 0) {
        let size = readable_size(bytes as u64);
        text += &format!("       {:<12} {size:>12}\n", format!("{section:?}").to_lowercase());
    }
    text
}

/// Decodes every blob.
fn verify(pack: &Pack<Vec<u8>>) -> Result<(), Stop> {
    let (mut decoder, mut buffer) = (Decoder::new(), Vec::new());
    for blob in (0..pack.blob_count()).filter_map(|number| pack.blob(number)) {
        decoder.decode(blob, &mut buffer).map_err(|error| Stop::sources(format!("blob {}: {error}", blob.index())))?;
    }
    Ok(())
}

fn counted<'p>(shaders: impl Iterator<Item = Shader<'p>>) -> Sizes {
    let mut counter = Counter::default();
    for technique in shaders.flat_map(|shader| shader.techniques()) {
        technique.stages().for_each(|variant| counter.add(&variant));
    }
    counter.sizes()
}

/// How many distinct (code of the stages or program, pipeline state) the techniques have. Code is compared by its bytes: sources
/// that compile to the same bytes count once.
fn packed(shader: &Shader<'_>) -> usize {
    let drawn_with = |technique: Technique<'_>| {
        let mut state = Vec::new();
        uberc_runtime::state_bytes::write(&technique.render_state(), &mut state);
        let code: Vec<_> = technique
            .stages()
            .map(|variant| (variant.stage(), variant.blob().index(), variant.entry_point().to_owned()))
            .collect();
        let program = technique.program().map(|program| program.blob().index());
        (state, technique.vertex_format().map(str::to_owned), code, program)
    };
    shader.techniques().map(drawn_with).collect::<BTreeSet<_>>().len()
}

fn by_stage(shader: &Shader<'_>) -> Vec<(&'static str, Sizes)> {
    let mut stages: BTreeMap<uberc_runtime::Stage, Counter> = BTreeMap::new();
    for variant in shader.techniques().flat_map(|technique| technique.stages()) {
        stages.entry(variant.stage()).or_default().add(&variant);
    }
    stages.iter().map(|(stage, counter)| (stage.name(), counter.sizes())).collect()
}

fn archive_json(pack: &Pack<Vec<u8>>) -> serde_json::Value {
    let (major, minor) = pack.version();
    let lengths = (0..pack.dictionary_count()).filter_map(|number| pack.dictionary_lengths(number));
    let dictionaries: Vec<_> =
        lengths.map(|(raw, compressed)| json!({ "raw_bytes": raw, "compressed_bytes": compressed })).collect();
    let index: usize = pack.section_lengths().map(|(_, bytes)| bytes).sum();
    json!({
        "reason": "archive", "archive_bytes": pack.bytes().len(), "format": format!("{major}.{minor}"),
        "content": digest(pack), "index_bytes": index, "dictionaries": dictionaries,
        "targets": pack.targets().map(Target::name).collect::<Vec<_>>(),
        "code": counted(pack.targets().flat_map(Target::shaders)).json(),
        "programs": Programs::of(pack.targets().flat_map(Target::shaders)).map(|programs| programs.json()),
    })
}

fn shader_json(shader: &Shader<'_>) -> serde_json::Value {
    let stages: serde_json::Map<String, serde_json::Value> =
        by_stage(shader).into_iter().map(|(stage, sizes)| (stage.to_owned(), sizes.json())).collect();
    let branches: Vec<_> = shader
        .branches()
        .map(|branch| json!({ "name": branch.name(), "first_bit": branch.handle().first_bit(), "width": branch.handle().width() }))
        .collect();
    json!({
        "reason": "archive_shader", "shader": shader.name(), "target": shader.target().name(), "bits": shader.key_bits(),
        "branches": branches, "techniques": shader.techniques().len(), "packed": packed(shader), "decision": shader.decision().0, "stages": stages,
        "programs": Programs::of(std::iter::once(*shader)).map(|programs| programs.json()),
        "metadata": archive_file::scalars(shader.metadata()),
    })
}
