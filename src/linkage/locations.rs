//! The table of locations of a shader, and what each variant takes of it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::{neighbours, read, written};
use crate::ir::{LinkIdentity, Signature, StageElement, location_width};
use crate::model::{Stage, StageLink, StageLinks, VariantId, VariantSet};

/// A value between stages: whether it is of a patch, and by what the stages match it.
type Key<'a> = (bool, &'a LinkIdentity);

/// The links of each variant; `None` where the order of its declarations gives the same locations in every compiler.
/// `signatures` is parallel to the variants. Where one is missing, all stages keep the order of their declarations.
pub fn assign(set: &VariantSet, signatures: &[Option<Arc<Signature>>]) -> Vec<Option<StageLinks>> {
    let raster = |at: &usize| set.variants[*at].stage != Stage::Compute;
    let none = || vec![None; set.variants.len()];
    let numbers: Vec<usize> = (0..set.variants.len()).filter(raster).collect();
    let signature = |at: usize| signatures.get(at).and_then(Option::as_deref);
    if numbers.iter().any(|at| signature(*at).is_none()) {
        return none();
    }
    let mut table = Table::default();
    for outputs in [true, false] {
        for at in &numbers {
            if let Some(signature) = signature(*at) {
                let stage = set.variants[*at].stage;
                table.add_side(if outputs { written(stage, signature) } else { read(stage, signature) });
            }
        }
    }
    table.number();
    let counts = written_components(set, signatures);
    let shared = shared_widths(set, signatures);
    let mut links = none();
    for at in numbers {
        let Some(signature) = signature(at) else { continue };
        let stage = set.variants[at].stage;
        let side = |elements: &[StageElement], input: bool| -> Vec<StageLink> {
            let link = |element: &StageElement| {
                let key = key(element);
                let counted = counts.get(&(at, key.0, key.1)).copied().filter(|_| input);
                let shared = element.location().and_then(|location| shared.get(&(key.0, location))).copied();
                let counted = shared.or(counted);
                Some(StageLink {
                    name: element.name.clone(),
                    declared: element.place.name().to_owned(),
                    per_patch: element.per_patch,
                    default: element.location()?,
                    location: *table.locations.get(&key)?,
                    components: counted.unwrap_or(element.width()).max(element.width()),
                })
            };
            elements.iter().filter_map(link).collect()
        };
        let (read, written) = (read(stage, signature), written(stage, signature));
        let found = StageLinks { inputs: side(read, true), outputs: side(written, false) };
        let is_default = |links: &[StageLink], elements: &[StageElement]| {
            let own = elements.iter().filter(|element| element.location().is_some());
            links
                .iter()
                .zip(own)
                .all(|(link, element)| link.location == link.default && link.components == element.width())
        };
        let is_plain = matches!(stage, Stage::Vertex | Stage::Pixel)
            && is_default(&found.inputs, read)
            && is_default(&found.outputs, written)
            && has_one_order(written);
        links[at] = (!is_plain).then_some(found);
    }
    links
}

/// Whether all compilers see the same order: they differ in whether the result or `out` parameters come first.
fn has_one_order(outputs: &[StageElement]) -> bool {
    let mut linked = outputs.iter().filter(|output| output.location().is_some());
    let first = linked.next().is_some_and(|output| output.place.parameter.is_empty());
    linked.all(|output| output.place.parameter.is_empty() == first)
}

/// By location, the components of all values that some variant has there together with others. Every variant has a vector of these, so
/// that stages match that several variants of the other stage go with.
fn shared_widths(set: &VariantSet, signatures: &[Option<Arc<Signature>>]) -> BTreeMap<(bool, u32), u8> {
    let elements = || {
        let all = set.variants.iter().zip(signatures);
        all.filter_map(|(variant, signature)| Some((variant.stage, signature.as_deref()?)))
            .flat_map(|(stage, signature)| read(stage, signature).iter().chain(written(stage, signature)))
    };
    let at = |element: &StageElement| Some((element.per_patch, element.location()?));
    let shared = elements().filter(|element| element.has_own_location && element.shares_location());
    let mut widths: BTreeMap<(bool, u32), u8> = shared.filter_map(at).map(|at| (at, 0)).collect();
    // Most shaders share none.
    for element in elements().filter(|_| !widths.is_empty()).collect::<Vec<_>>() {
        if let Some(width) = at(element).and_then(|at| widths.get_mut(&at)) {
            *width = element.width().max(*width);
        }
    }
    widths
}

/// For each input, the least number of components that a stage before it writes.
fn written_components<'a>(
    set: &VariantSet,
    signatures: &'a [Option<Arc<Signature>>],
) -> BTreeMap<(usize, bool, &'a LinkIdentity), u8> {
    let mut pairs: BTreeSet<((Stage, VariantId), (Stage, VariantId))> = BTreeSet::new();
    for technique in &set.techniques {
        pairs.extend(neighbours(technique));
    }
    let mut counts = BTreeMap::new();
    for ((from, writer), (_, reader)) in pairs {
        let Some(Some(signature)) = signatures.get(writer.0 as usize) else { continue };
        for output in written(from, signature) {
            let count = counts.entry((reader.0 as usize, output.per_patch, &output.link)).or_insert(output.width());
            *count = output.width().min(*count);
        }
    }
    counts
}

/// The locations of a shader.
#[derive(Default)]
struct Table<'a> {
    /// Declarations in order; the elements of each, with the number of locations that each takes.
    declarations: Vec<Vec<(Key<'a>, u32)>>,
    /// The values that stand together, each list once.
    sides: Vec<Vec<Key<'a>>>,
    known: BTreeSet<Vec<Key<'a>>>,
    widths: BTreeMap<Key<'a>, u32>,
    locations: BTreeMap<Key<'a>, u32>,
}

impl<'a> Table<'a> {
    /// Adds the inputs or outputs of a variant.
    fn add_side(&mut self, elements: &'a [StageElement]) {
        let linked = || elements.iter().filter_map(|element| Some((element, element.location()?)));
        let side: Vec<Key<'a>> = linked().map(|(element, _)| key(element)).collect();
        for (element, location) in linked() {
            let width = location_width(element.scalar, element.components);
            let widest = self.widths.entry(key(element)).or_insert(width);
            *widest = width.max(*widest);
            if element.has_own_location {
                self.locations.entry(key(element)).or_insert(location);
            }
        }
        if !self.known.insert(side.clone()) {
            return;
        }
        let mut first = true;
        for (element, _) in linked() {
            if first || element.part == 0 {
                self.declarations.push(Vec::new());
            }
            first = false;
            let width = self.widths.get(&key(element)).copied().unwrap_or(1);
            if let Some(declaration) = self.declarations.last_mut() {
                declaration.push((key(element), width));
            }
        }
        self.sides.push(side);
    }

    /// Gives each value the lowest location that nothing beside it has.
    fn number(&mut self) {
        let mut sides_of: BTreeMap<Key<'a>, Vec<usize>> = BTreeMap::new();
        for (at, side) in self.sides.iter().enumerate() {
            for key in side {
                sides_of.entry(*key).or_default().push(at);
            }
        }
        let mut taken: Vec<BTreeSet<u32>> = vec![BTreeSet::new(); self.sides.len()];
        let take = |key: &Key<'a>, location: u32, width: u32, taken: &mut Vec<BTreeSet<u32>>| {
            for side in sides_of.get(key).into_iter().flatten() {
                taken[*side].extend(location..location.saturating_add(width));
            }
        };
        for (key, location) in &self.locations {
            take(key, *location, self.widths.get(key).copied().unwrap_or(1), &mut taken);
        }
        for declaration in std::mem::take(&mut self.declarations) {
            let open: Vec<(Key<'a>, u32)> =
                declaration.iter().filter(|(key, _)| !self.locations.contains_key(key)).copied().collect();
            // The elements of one declaration stay together, unless another stage has placed some of them.
            let runs: Vec<Vec<(Key<'a>, u32)>> = if open.len() == declaration.len() {
                vec![open]
            } else {
                open.into_iter().map(|one| vec![one]).collect()
            };
            for run in runs {
                let width: u32 = run.iter().map(|(_, width)| width).sum();
                let beside: BTreeSet<usize> =
                    run.iter().filter_map(|(key, _)| sides_of.get(key)).flatten().copied().collect();
                let mut location = lowest(width, &beside, &taken);
                for (key, width) in run {
                    self.locations.entry(key).or_insert(location);
                    take(&key, location, width, &mut taken);
                    location = location.saturating_add(width);
                }
            }
        }
    }
}

/// The lowest run of locations that none of these sides has taken.
fn lowest(width: u32, beside: &BTreeSet<usize>, taken: &[BTreeSet<u32>]) -> u32 {
    let mut location = 0_u32;
    loop {
        let range = location..location.saturating_add(width);
        let last = beside.iter().filter_map(|side| taken[*side].range(range.clone()).next_back()).max();
        match last {
            Some(last) => location = last.saturating_add(1),
            None => return location,
        }
    }
}

fn key(element: &StageElement) -> Key<'_> {
    (element.per_patch, &element.link)
}
