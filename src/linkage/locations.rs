//! The table of locations of a shader, and what each variant takes of it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::stages::{SignatureId, Stages};
use super::{read, written};
use crate::ir::{Interpolation, LinkIdentity, Signature, StageElement, location_width};
use crate::model::{Stage, StageLink, StageLinks, VariantId};

/// A value between stages: whether it is of a patch, and by what the stages match it.
type Key<'a> = (bool, &'a LinkIdentity);

/// The links of each variant; `None` where the order of its declarations gives the same locations in every compiler.
/// Where a signature is not known, all stages keep the order of their declarations.
pub fn assign(stages: &Stages<'_>) -> Vec<Option<Arc<StageLinks>>> {
    let set = stages.set;
    let raster = |id: &VariantId| !matches!(set.variants[id.0 as usize].stage, Stage::Compute | Stage::Amplification);
    let none = || vec![None; set.variants.len()];
    let ids = || (0u32..).take(set.variants.len()).map(VariantId).filter(raster);
    if ids().any(|id| stages.id(id).is_none()) {
        return none();
    }
    let mut table = Table::default();
    for outputs in [true, false] {
        for (stage, signature) in &stages.distinct {
            table.add_side(if outputs { written(*stage, signature) } else { read(*stage, signature) });
        }
    }
    table.number();
    let shared = shared_widths(stages);
    let writers = writers(stages);
    // What a variant has follows from its signature and from those of the stages before it.
    let mut known: FxHashMap<(SignatureId, &[SignatureId]), Option<Arc<StageLinks>>> = FxHashMap::default();
    let mut links = none();
    for id in ids() {
        let Some(own) = stages.id(id) else { continue };
        let writers = &writers[id.0 as usize][..];
        let found = known.entry((own, writers)).or_insert_with(|| {
            let (stage, signature) = stages.distinct[own];
            let before = || writers.iter().map(|id| stages.distinct[*id]);
            let counts = written_components(before());
            let primitives = of_primitives(before());
            links_of(stage, signature, &table.locations, (&counts, &primitives), &shared).map(Arc::new)
        });
        links[id.0 as usize].clone_from(found);
    }
    links
}

/// The links of a variant. `counts`: the least number of components of each value that a stage before it writes;
/// `primitives`: the values that such a stage writes once for each primitive.
fn links_of(
    stage: Stage,
    signature: &Signature,
    locations: &BTreeMap<Key<'_>, u32>,
    (counts, primitives): (&BTreeMap<Key<'_>, u8>, &BTreeSet<Key<'_>>),
    shared: &BTreeMap<(bool, u32), u8>,
) -> Option<StageLinks> {
    let side = |elements: &[StageElement], input: bool| -> Vec<StageLink> {
        let link = |element: &StageElement| {
            let key = key(element);
            let counted = counts.get(&key).copied().filter(|_| input);
            let shared = element.location().and_then(|location| shared.get(&(key.0, location))).copied();
            let counted = shared.or(counted);
            Some(StageLink {
                name: element.name.clone(),
                declared: element.place.name().to_owned(),
                per_patch: element.per_patch,
                per_primitive: element.follows_primitives && primitives.contains(&key),
                default: element.location()?,
                location: *locations.get(&key)?,
                components: counted.unwrap_or(element.width()).max(element.width()),
            })
        };
        elements.iter().filter_map(link).collect()
    };
    let (read, written) = (read(stage, signature), written(stage, signature));
    let found = StageLinks { inputs: side(read, true), outputs: side(written, false) };
    let is_default = |links: &[StageLink], elements: &[StageElement]| {
        let own = elements.iter().filter(|element| element.location().is_some());
        links.iter().zip(own).all(|(link, element)| {
            !link.per_primitive && link.location == link.default && link.components == element.width()
        })
    };
    let is_plain = matches!(stage, Stage::Vertex | Stage::Mesh | Stage::Pixel)
        && is_default(&found.inputs, read)
        && is_default(&found.outputs, written)
        && has_one_order(written);
    (!is_plain).then_some(found)
}

/// Whether all compilers see the same order: they differ in whether the result or `out` parameters come first.
fn has_one_order(outputs: &[StageElement]) -> bool {
    let mut linked = outputs.iter().filter(|output| output.location().is_some());
    let first = linked.next().is_some_and(|output| output.place.parameter.is_empty());
    linked.all(|output| output.place.parameter.is_empty() == first)
}

/// By location, the components of all values that some variant has there together with others. Every variant has a vector of these, so
/// that stages match that several variants of the other stage go with.
fn shared_widths<'a>(stages: &Stages<'a>) -> BTreeMap<(bool, u32), u8> {
    let elements = || {
        let sides = |(stage, signature): &(Stage, &'a Signature)| [read(*stage, signature), written(*stage, signature)];
        stages.distinct.iter().flat_map(sides).flatten()
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

/// For each variant, the signatures of the stages that stand before it in some technique, in order.
fn writers(stages: &Stages<'_>) -> Vec<Vec<SignatureId>> {
    let mut all: Vec<Vec<SignatureId>> = vec![Vec::new(); stages.set.variants.len()];
    for [(_, writer), (_, reader)] in &stages.pairs {
        all[reader.0 as usize].extend(stages.id(*writer));
    }
    for ids in &mut all {
        ids.sort_unstable();
        ids.dedup();
    }
    all
}

/// The values that some of these stages writes once for each primitive. Where others do not, it is a mistake that is told.
fn of_primitives<'a>(writers: impl Iterator<Item = (Stage, &'a Signature)>) -> BTreeSet<Key<'a>> {
    let outputs = writers.flat_map(|(stage, signature)| written(stage, signature));
    outputs.filter(|output| output.interpolation == Interpolation::PerPrimitive).map(key).collect()
}

/// For each value, the least number of components that one of these stages writes.
fn written_components<'a>(writers: impl Iterator<Item = (Stage, &'a Signature)>) -> BTreeMap<Key<'a>, u8> {
    let mut counts = BTreeMap::new();
    for output in writers.flat_map(|(stage, signature)| written(stage, signature)) {
        let count = counts.entry(key(output)).or_insert(output.width());
        *count = output.width().min(*count);
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
        let mut taken: Vec<Taken> = vec![Taken::default(); self.sides.len()];
        let take = |key: &Key<'a>, location: u32, width: u32, taken: &mut Vec<Taken>| {
            for side in sides_of.get(key).into_iter().flatten() {
                taken[*side].take(location, width);
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

/// The locations that a side has taken.
#[derive(Clone, Default)]
struct Taken {
    all: BTreeSet<u32>,
    /// The lowest that it has not taken.
    first_free: u32,
}

impl Taken {
    fn take(&mut self, location: u32, width: u32) {
        self.all.extend(location..location.saturating_add(width));
        while self.all.contains(&self.first_free) {
            self.first_free += 1;
        }
    }
}

/// The lowest run of locations that none of these sides has taken.
fn lowest(width: u32, beside: &BTreeSet<usize>, taken: &[Taken]) -> u32 {
    let mut location = beside.iter().map(|side| taken[*side].first_free).max().unwrap_or(0);
    loop {
        let range = location..location.saturating_add(width);
        let last = beside.iter().filter_map(|side| taken[*side].all.range(range.clone()).next_back()).max();
        match last {
            Some(last) => location = last.saturating_add(1),
            None => return location,
        }
    }
}

fn key(element: &StageElement) -> Key<'_> {
    (element.per_patch, &element.link)
}
