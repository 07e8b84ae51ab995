//! One program with several values of its constants: the pipeline is built once and drawn with many times.

use std::collections::BTreeMap;

use crate::batch::{Job, Kind, Outcome, Stage};
use crate::scene::{PIXEL_SETS, Part};
use crate::shape::{Binding, Member, Type};

/// The constant buffer of this name that a part has, if its code mentions it.
pub fn constants<'a>(part: &'a Part, name: &str) -> Option<(&'a Binding, &'a [Member])> {
    let binding = part.shape.bindings.iter().find(|known| known.kind == Kind::UniformBuffer && known.name == name)?;
    match &binding.ty {
        Type::Struct(members) => Some((binding, members)),
        _ => None,
    }
}

/// The object that a part's constant buffer of this name is in a job that runs the part; in a draw, each stage may have its own.
pub fn object(job: &Job, part: &Part, name: &str) -> Option<usize> {
    let (binding, _) = constants(part, name)?;
    let moved = job.modules.len() > 1 && part.shape.stage == Stage::Pixel;
    let set = binding.set + if moved { PIXEL_SETS } else { 0 };
    let same = |set: u32| job.descriptors.iter().find(|known| known.set == set && known.binding == binding.binding);
    let (object, _) = same(set).and_then(|known| known.elements.first())?;
    Some(*object)
}

/// The outcomes of a job and of each of its repetitions.
pub fn each(job: &Job, outcome: Outcome) -> Vec<Outcome> {
    let turns = job.again.len() + 1;
    let Outcome::Done(all) = outcome else { return vec![outcome; turns] };
    let count = job.objects.len().max(1);
    let mut split = vec![BTreeMap::new(); turns];
    for (index, bytes) in all {
        if let Some(turn) = split.get_mut(index / count) {
            turn.insert(index % count, bytes);
        }
    }
    split.into_iter().map(Outcome::Done).collect()
}
