//! The differences between two archives, and their reasons.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use rustc_hash::FxHashMap;
use serde_json::Value;
use uberc_runtime::{
    Blob, BlobError, BranchInfo, Decoder, Fallback, Pack, Program, Scalar, Scalars, Shader, Technique, Variant,
};

/// How a shader or technique differs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    Added,
    Removed,
    /// Reasons, such as `pixel code: 1204 bytes, now 1310`.
    Changed(Vec<String>),
}

/// One shader of one target that differs between the archives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShaderDifference {
    pub target: String,
    pub shader: String,
    /// How the shader itself differs. `Changed` without a reason if only techniques differ.
    pub change: Change,
    /// Techniques, by final branch values and the other values of the sidecar; in the order of the newer archive, then
    /// those that were removed.
    pub techniques: Vec<(String, Change)>,
    /// Number of techniques in the old and the new archive.
    pub counts: (usize, usize),
    /// Permutations that are newly built, no longer built, or lead to another technique; `None` where branches changed
    /// or there are too many to compare.
    pub permutations: Option<PermutationChanges>,
}

/// Numbers of permutations.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PermutationChanges {
    pub built_now: u64,
    pub no_longer_built: u64,
    /// Permutations that lead to another technique.
    pub led_elsewhere: u64,
}

/// Permutations of keys with more bits are not compared one by one.
const ASKED_BITS: u32 = 20;

/// Steps of look-ups in a comparison, of all shaders together: a few seconds. Many shaders may have one decision structure of a few
/// bytes for a million permutations.
const ASKED_STEPS: u64 = 1 << 27;

/// Compares two archives, shader by shader. Archives with equal content digests are equal and need not be compared.
///
/// # Errors
/// Where a blob cannot be read.
pub fn difference<D: AsRef<[u8]>, E: AsRef<[u8]>>(
    old: &Pack<D>,
    new: &Pack<E>,
) -> Result<Vec<ShaderDifference>, BlobError> {
    let mut work = Work { codes: Codes::default(), steps: ASKED_STEPS };
    let old_shaders = shaders(old);
    let new_shaders = shaders(new);
    let names: BTreeSet<&(String, String)> = old_shaders.keys().chain(new_shaders.keys()).collect();
    let mut differences = Vec::new();
    for name in names {
        let (target, shader) = name.clone();
        let found = match (old_shaders.get(name), new_shaders.get(name)) {
            (Some(old), Some(new)) => compare(old, new, &mut work)?,
            (Some(old), None) => Some(whole(old, Change::Removed, (old.techniques().len(), 0))),
            (None, Some(new)) => Some(whole(new, Change::Added, (0, new.techniques().len()))),
            (None, None) => None,
        };
        differences.extend(found.map(|found| ShaderDifference { target, shader, ..found }));
    }
    Ok(differences)
}

fn shaders<D: AsRef<[u8]>>(pack: &Pack<D>) -> BTreeMap<(String, String), Shader<'_>> {
    let of_target = pack.targets().flat_map(|target| target.shaders().map(move |shader| (target.name(), shader)));
    of_target.map(|(target, shader)| ((target.to_owned(), shader.name().to_owned()), shader)).collect()
}

fn whole(shader: &Shader<'_>, change: Change, counts: (usize, usize)) -> ShaderDifference {
    ShaderDifference {
        target: String::new(),
        shader: shader.name().to_owned(),
        change,
        techniques: Vec::new(),
        counts,
        permutations: None,
    }
}

/// What the comparisons of all shaders share.
struct Work {
    codes: Codes,
    /// Steps of look-ups that are left.
    steps: u64,
}

impl Work {
    /// Whether all permutations of two shaders with the same branches may be looked up in both.
    fn has_steps_for(&mut self, old: &Shader<'_>, new: &Shader<'_>) -> bool {
        if old.key_bits() > ASKED_BITS {
            return false;
        }
        // Cubes are tried one after the other, and hold permutations that don't exist.
        let of = |shader: &Shader<'_>| match shader.decision() {
            ("cubes", cubes) => 1 + cubes + shader.branches().len(),
            _ => 1,
        };
        let steps = ((of(old) + of(new)) as u64).checked_shl(old.key_bits());
        let left = steps.and_then(|steps| self.steps.checked_sub(steps));
        self.steps = left.unwrap_or(self.steps);
        left.is_some()
    }
}

fn compare(old: &Shader<'_>, new: &Shader<'_>, work: &mut Work) -> Result<Option<ShaderDifference>, BlobError> {
    let branches = branch_changes(old, new);
    let same_branches = branches.is_empty();
    let mut reasons = branches;
    if fallback(old) != fallback(new) {
        reasons.push(format!("fallback: {}, now {}", fallback(old), fallback(new)));
    }
    let (before, after) = (scalars(old.metadata()), scalars(new.metadata()));
    if before != after {
        reasons.push(format!("metadata: {before}, now {after}"));
    }

    // Techniques with the same values are paired in their order.
    let mut known: BTreeMap<String, VecDeque<Technique<'_>>> = BTreeMap::new();
    for technique in old.techniques() {
        known.entry(identity(old, &technique)).or_default().push_back(technique);
    }
    let mut techniques = Vec::new();
    // By number in the old archive: the number in the new one.
    let mut paired = FxHashMap::default();
    for technique in new.techniques() {
        let name = identity(new, &technique);
        match known.get_mut(&name).and_then(VecDeque::pop_front) {
            None => techniques.push((name, Change::Added)),
            Some(before) => {
                paired.insert(before.number(), technique.number());
                let why = technique_changes(&before, &technique, &mut work.codes)?;
                if !why.is_empty() {
                    techniques.push((name, Change::Changed(why)));
                }
            }
        }
    }
    for (name, gone) in known {
        techniques.extend(gone.iter().map(|_| (name.clone(), Change::Removed)));
    }
    let asked = same_branches && work.has_steps_for(old, new);
    let permutations = asked.then(|| permutation_changes(old, new, &paired));
    let moved = permutations.is_some_and(|changes| changes != PermutationChanges::default());
    if reasons.is_empty() && techniques.is_empty() && !moved {
        return Ok(None);
    }
    Ok(Some(ShaderDifference {
        techniques,
        permutations,
        ..whole(new, Change::Changed(reasons), (old.techniques().len(), new.techniques().len()))
    }))
}

fn branch_changes(old: &Shader<'_>, new: &Shader<'_>) -> Vec<String> {
    let list = |shader: &Shader<'_>| -> Vec<(String, String)> {
        shader.branches().map(|branch| (branch.name().to_owned(), values(&branch))).collect()
    };
    let (before, after) = (list(old), list(new));
    if before == after {
        return Vec::new();
    }
    let by_name = |list: &[(String, String)]| -> BTreeMap<String, String> { list.iter().cloned().collect() };
    let (known, known_now) = (by_name(&before), by_name(&after));
    let mut changes = Vec::new();
    for (name, values) in &before {
        match known_now.get(name) {
            None => changes.push(format!("branch {name} was removed")),
            Some(now) if now != values => changes.push(format!("branch {name}: {values}, now {now}")),
            Some(_) => {}
        }
    }
    for (name, values) in &after {
        if !known.contains_key(name) {
            changes.push(format!("branch {name} was added: {values}"));
        }
    }
    if changes.is_empty() {
        changes.push("the order of the branches has changed: key bits have moved".to_owned());
    }
    changes
}

fn values(branch: &BranchInfo<'_>) -> String {
    match branch.handle().kind() {
        uberc_runtime::BranchKind::Bool => "boolean".to_owned(),
        uberc_runtime::BranchKind::Int { min, max } => format!("{min} to {max}"),
        uberc_runtime::BranchKind::Enum { .. } => branch.members().collect::<Vec<_>>().join(" or "),
    }
}

fn fallback(shader: &Shader<'_>) -> String {
    match shader.fallback() {
        None => "none".to_owned(),
        Some(Fallback::Shader(name)) => format!("shader {name}"),
        Some(Fallback::Permutation(key)) => shader.describe(key.bits()).to_string(),
    }
}

fn scalars(scalars: Scalars<'_>) -> String {
    let text = scalars.iter().map(|(name, value)| match value {
        Scalar::Bool(value) => format!("{name}={value}"),
        Scalar::Number(value) => format!("{name}={value}"),
        Scalar::String(value) => format!("{name}={value:?}"),
    });
    let text = text.collect::<Vec<_>>().join(" ");
    if text.is_empty() { "none".to_owned() } else { text }
}

/// What identifies a technique: final branch values by name, defines, profile, vertex format.
fn identity(shader: &Shader<'_>, technique: &Technique<'_>) -> String {
    let values = technique.final_values().bits();
    let mut parts: Vec<String> = shader
        .branches()
        .filter(|branch| technique.final_mask() & branch.handle().mask() != 0)
        .map(|branch| format!("{}={}", branch.name(), branch.display(values)))
        .collect();
    if !technique.defines().is_empty() {
        parts.push(format!("defines {}", scalars(technique.defines())));
    }
    parts.extend(technique.profile().map(|profile| format!("profile {profile}")));
    parts.extend(technique.vertex_format().map(|format| format!("vertex format {format}")));
    if parts.is_empty() { "(the only one)".to_owned() } else { parts.join(", ") }
}

fn technique_changes(old: &Technique<'_>, new: &Technique<'_>, codes: &mut Codes) -> Result<Vec<String>, BlobError> {
    let mut why = Vec::new();
    for stage in uberc_runtime::Stage::ALL {
        match (old.stage(stage), new.stage(stage)) {
            (Some(before), Some(after)) => why.extend(stage_changes(&before, &after, codes)?),
            (Some(_), None) => why.push(format!("{} stage was removed", stage.name())),
            (None, Some(_)) => why.push(format!("{} stage was added", stage.name())),
            (None, None) => {}
        }
    }
    why.extend(program_changes(old.program(), new.program(), codes)?);
    state_changes("render state", &state(old), &state(new), &mut why);
    let (before, after) = (scalars(old.metadata()), scalars(new.metadata()));
    if before != after {
        why.push(format!("metadata: {before}, now {after}"));
    }
    Ok(why)
}

fn state(technique: &Technique<'_>) -> Value {
    // A render state serialises to an object.
    serde_json::to_value(technique.render_state()).unwrap_or_default()
}

/// Field by field, with the path to it.
fn state_changes(path: &str, old: &Value, new: &Value, why: &mut Vec<String>) {
    match (old, new) {
        (Value::Object(before), Value::Object(after)) => {
            for (field, now) in after {
                let separator = if path.contains(' ') && !path.ends_with("state") { '.' } else { ' ' };
                let path = format!("{path}{separator}{field}");
                state_changes(&path, before.get(field).unwrap_or(&Value::Null), now, why);
            }
        }
        (before, now) if before != now => why.push(format!("{path}: {}, now {}", plain(before), plain(now))),
        _ => {}
    }
}

/// A name without its quotes.
fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

fn program_changes(
    old: Option<Program<'_>>,
    new: Option<Program<'_>>,
    codes: &mut Codes,
) -> Result<Option<String>, BlobError> {
    Ok(match (old, new) {
        (None, None) => None,
        (Some(_), None) => Some("the program was removed".to_owned()),
        (None, Some(_)) => Some("a program was added".to_owned()),
        (Some(before), Some(after)) if before.machine() != after.machine() => {
            Some(format!("program for the machine `{}`, now for `{}`", before.machine(), after.machine()))
        }
        (Some(before), Some(after)) => {
            let is_equal = codes.of(Side::Old, before.blob())? == codes.of(Side::New, after.blob())?;
            let lengths = (before.blob().len(), after.blob().len());
            (!is_equal).then(|| format!("program: {} bytes, now {}", lengths.0, lengths.1))
        }
    })
}

fn stage_changes(old: &Variant<'_>, new: &Variant<'_>, codes: &mut Codes) -> Result<Vec<String>, BlobError> {
    let name = new.stage().name();
    let mut why = Vec::new();
    if codes.of(Side::Old, old.blob())? != codes.of(Side::New, new.blob())? {
        why.push(format!("{name} code: {} bytes, now {}", old.blob().len(), new.blob().len()));
    }
    let (before, after) = (old.source_entry_point(), new.source_entry_point());
    if before != after {
        why.push(format!("{name} entry point: {before}, now {after}"));
    }
    let bindings = |variant: &Variant<'_>| -> BTreeMap<String, String> {
        let of_binding = |binding: uberc_runtime::Binding<'_>| {
            let place = format!("set {} binding {} {}", binding.set, binding.binding, binding.kind.name());
            (binding.name.to_owned(), format!("{place} x{} {} bytes", binding.count, binding.size))
        };
        variant.bindings().map(of_binding).collect()
    };
    let (before, after) = (bindings(old), bindings(new));
    for (resource, place) in &before {
        match after.get(resource) {
            None => why.push(format!("{name} no longer binds {resource}")),
            Some(now) if now != place => why.push(format!("{name} {resource}: {place}, now {now}")),
            Some(_) => {}
        }
    }
    for resource in after.keys().filter(|resource| !before.contains_key(*resource)) {
        why.push(format!("{name} now binds {resource}"));
    }
    if old.workgroup_size() != new.workgroup_size() {
        why.push(format!("{name} group: {:?}, now {:?}", old.workgroup_size(), new.workgroup_size()));
    }
    Ok(why)
}

fn permutation_changes(old: &Shader<'_>, new: &Shader<'_>, paired: &FxHashMap<u32, u32>) -> PermutationChanges {
    let mut changes = PermutationChanges::default();
    for bits in 0..1u64 << old.key_bits() {
        let number =
            |shader: &Shader<'_>| shader.technique(shader.key_from_bits(bits)).ok().map(|found| found.number());
        match (number(old), number(new)) {
            (None, Some(_)) => changes.built_now += 1,
            (Some(_), None) => changes.no_longer_built += 1,
            (Some(before), Some(after)) if paired.get(&before) != Some(&after) => changes.led_elsewhere += 1,
            _ => {}
        }
    }
    changes
}

/// The archive that contains the blob.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Side {
    Old,
    New,
}

/// Digests of code, each blob decoded once.
#[derive(Default)]
struct Codes {
    decoder: Decoder,
    buffer: Vec<u8>,
    known: FxHashMap<(Side, u32), [u8; 32]>,
}

impl Codes {
    fn of(&mut self, side: Side, blob: Blob<'_>) -> Result<[u8; 32], BlobError> {
        if let Some(known) = self.known.get(&(side, blob.index())) {
            return Ok(*known);
        }
        self.decoder.decode(blob, &mut self.buffer)?;
        let digest = *blake3::hash(&self.buffer).as_bytes();
        self.known.insert((side, blob.index()), digest);
        Ok(digest)
    }
}
