//! Whether a shader's parts agree, before anything is written.

use std::collections::BTreeMap;

use uberc_runtime::format::MAX_BRANCHES;

use crate::model::{
    Branch, BranchKind, BranchLayout, Cube, Decision, DefineValue, DiagramChild, MaterialValues, PackagedMaterial,
    PackagedShader, Scalar,
};

/// # Errors
/// A text that describes the contradiction in the shader.
pub fn check(shader: &PackagedShader) -> Result<(), String> {
    branches(&shader.branches)?;
    decision(shader)?;
    if !metadata(&shader.metadata).all(|number| number.is_finite()) {
        return Err("it has a metadatum that is not finite".to_owned());
    }
    for (at, variant) in shader.variants.iter().enumerate() {
        let io = variant.artifact.reflection.inputs.iter().chain(&variant.artifact.reflection.outputs);
        if io.into_iter().any(|io| io.location == Some(u32::MAX)) {
            return Err(format!(
                "variant {at} has an input or output at the location that is reserved for system values"
            ));
        }
    }
    for (at, technique) in shader.techniques.iter().enumerate() {
        if technique.values.0 & !technique.values_mask != 0 {
            return Err(format!("technique {at} has values outside of their mask"));
        }
        for (stage, variant) in &technique.variants {
            let variant = shader
                .variants
                .get(*variant as usize)
                .ok_or_else(|| format!("technique {at} uses variant {variant}, which does not exist"))?;
            if variant.stage != *stage {
                return Err(format!(
                    "technique {at} uses a {} variant as its {} stage",
                    variant.stage.name(),
                    stage.name()
                ));
            }
        }
        if technique.program.is_some() && !technique.variants.is_empty() {
            return Err(format!("technique {at} has both stages and a program"));
        }
        let numbers = technique.technique.defines.values().filter_map(|value| match value {
            DefineValue::Number(number) => Some(number),
            _ => None,
        });
        if !numbers.chain(metadata(&technique.technique.metadata)).all(|number| number.is_finite()) {
            return Err(format!("technique {at} has a define or metadatum that is not finite"));
        }
        let state = &technique.technique.render_state;
        let floats = state.blend_factor.into_iter().chain([state.slope_scale_depth_bias, state.depth_bias_clamp]);
        if !floats.into_iter().all(f32::is_finite) {
            return Err(format!("technique {at} has a render state with a number that is not finite"));
        }
    }
    shader.materials.iter().try_for_each(|material| values(material, shader.techniques.len()))
}

/// The values of a material are those of all techniques, or of each.
fn values(material: &PackagedMaterial, techniques: usize) -> Result<(), String> {
    let is_shared = matches!(material.values.as_slice(), [MaterialValues { technique: None, .. }]);
    let numbers = material.values.iter().map(|values| values.technique);
    let is_each = techniques > 0 && numbers.eq((0u32..).take(techniques).map(Some));
    if is_shared || is_each {
        return Ok(());
    }
    Err(format!("the material `{}` has neither values for all techniques nor values for each", material.name))
}

fn metadata(metadata: &BTreeMap<String, Scalar>) -> impl Iterator<Item = &f64> {
    metadata.values().filter_map(|value| match value {
        Scalar::Number(number) => Some(number),
        _ => None,
    })
}

fn branches(layout: &BranchLayout) -> Result<(), String> {
    if layout.branches().len() > MAX_BRANCHES as usize {
        return Err(format!("it has {} branches; the limit is {MAX_BRANCHES}", layout.branches().len()));
    }
    for (at, branch) in layout.branches().iter().enumerate() {
        let empty = match &branch.kind {
            BranchKind::Bool => false,
            BranchKind::Int { min, max } => min > max,
            BranchKind::Enum { members } => members.is_empty(),
        };
        if empty {
            return Err(format!("branch {} has no value", branch.name));
        }
        if layout.branches()[..at].iter().any(|other| other.name == branch.name) {
            return Err(format!("there are two branches named {}", branch.name));
        }
    }
    Ok(())
}

fn decision(shader: &PackagedShader) -> Result<(), String> {
    let known = |technique: u32| {
        if (technique as usize) < shader.techniques.len() {
            Ok(())
        } else {
            Err(format!("its decision names technique {technique}, which does not exist"))
        }
    };
    match &shader.decision {
        Decision::Table(table) => {
            if 1usize.checked_shl(u32::from(shader.branches.bits())) != Some(table.len()) {
                return Err(format!("its table has {} entries for {} bits", table.len(), shader.branches.bits()));
            }
            // The table has an entry for each key, so only a branch with a value too few for its bits can be without one.
            let has_gaps = |branch: &&Branch| 1u64.checked_shl(u32::from(branch.width)) != Some(branch.value_count());
            let gaps: Vec<&Branch> = shader.branches.branches().iter().filter(has_gaps).collect();
            for (technique, permutation) in table.iter().zip(0u64..) {
                let Some(technique) = technique else { continue };
                known(*technique)?;
                if !gaps.iter().all(|branch| branch.extract(permutation) < branch.value_count()) {
                    return Err(format!("its table has a technique for {permutation:#x}, which does not exist"));
                }
            }
            Ok(())
        }
        Decision::Diagram(diagram) => {
            let (root, nodes) = diagram.graph();
            let children = nodes.iter().flat_map(|node| [node.low, node.high]);
            for child in children.chain(std::iter::once(root)) {
                if let DiagramChild::Number(technique) = child {
                    known(technique)?;
                }
            }
            match nodes.iter().find(|node| node.bit >= shader.branches.bits()) {
                Some(node) => Err(format!("its diagram asks bit {}, which the key does not have", node.bit)),
                None => Ok(()),
            }
        }
        Decision::Cubes(cubes) => {
            for (cube, technique) in cubes {
                known(*technique)?;
                if cube.mask & !shader.branches.mask() != 0 || cube.value & !cube.mask != 0 {
                    return Err(format!(
                        "its cube {:#x}/{:#x} has bits outside the key or the mask",
                        cube.mask, cube.value
                    ));
                }
            }
            let cubes: Vec<Cube> = cubes.iter().map(|(cube, _)| *cube).collect();
            match overlap(cubes) {
                Some((a, b)) => {
                    Err(format!("its cubes {:#x}/{:#x} and {:#x}/{:#x} overlap", a.mask, a.value, b.mask, b.value))
                }
                None => Ok(()),
            }
        }
    }
}

/// Two cubes that share a permutation. Splits on bits that all cubes fix, as the leaves of a decision tree do, so that
/// trees take time proportional to their size times their depth; cubes without a common fixed bit are compared in
/// pairs.
fn overlap(cubes: Vec<Cube>) -> Option<(Cube, Cube)> {
    let mut groups = vec![(cubes, 0u64)];
    while let Some((group, done)) = groups.pop() {
        if group.len() < 2 {
            continue;
        }
        let fixed = group.iter().fold(u64::MAX, |mask, cube| mask & cube.mask) & !done;
        if fixed == 0 {
            for (at, a) in group.iter().enumerate() {
                let clash = group[..at].iter().find(|b| (a.value ^ b.value) & a.mask & b.mask == 0);
                if let Some(b) = clash {
                    return Some((*b, *a));
                }
            }
            continue;
        }
        let mut sorted = group;
        sorted.sort_unstable_by_key(|cube| cube.value & fixed);
        for part in sorted.chunk_by(|a, b| (a.value ^ b.value) & fixed == 0) {
            groups.push((part.to_vec(), done | fixed));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn overlapping_cubes_are_found() {
        let cube = |mask, value| Cube { mask, value };
        assert_eq!(overlap(vec![cube(1, 0), cube(1, 1)]), None);
        assert!(overlap(vec![cube(1, 0), cube(2, 0)]).is_some());
        assert!(overlap(vec![cube(1, 0), cube(3, 1), cube(7, 3), cube(3, 3)]).is_some());
        assert_eq!(overlap(vec![cube(1, 0), cube(3, 1), cube(7, 3), cube(7, 7)]), None);
        assert!(overlap(vec![cube(1, 0), cube(1, 0)]).is_some());
    }
}
