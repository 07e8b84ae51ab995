//! Layouts of structures as a table, and as a C++ header that checks them.

use std::collections::BTreeSet;

use super::structs::{Rule, Structure, Structures};

fn shown(structures: &Structures) -> impl Iterator<Item = (&Structure, Vec<u32>)> {
    structures.by_name.values().filter_map(|structure| Some((structure, structures.offsets(structure, Rule::Std430)?)))
}

/// A C++ header that fails to compile where sizes or offsets differ from those of the shader: `std430`, which the lint
/// makes equal to the uniform layout.
pub fn static_asserts(structures: &Structures) -> String {
    let files: BTreeSet<&str> = shown(structures).map(|(structure, _)| structure.file.as_str()).collect();
    let mut text =
        "// Generated: sizes and offsets as shaders have them.\n#pragma once\n#include <cstddef>\n".to_owned();
    for file in files {
        text += &format!("#include \"{file}\"\n");
    }
    for (structure, offsets) in shown(structures) {
        let name = &structure.name;
        let Some(extent) = structures.extent(name, Rule::Std430) else { continue };
        text += &format!("static_assert(sizeof({name}) == {}, \"size of {name}\");\n", extent.size);
        for (field, offset) in structure.fields.iter().zip(offsets) {
            let member = &field.name;
            text +=
                &format!("static_assert(offsetof({name}, {member}) == {offset}, \"offset of {name}::{member}\");\n");
        }
    }
    text
}

/// Sizes and offsets by each rule.
pub fn tables(structures: &Structures) -> String {
    let mut text = String::new();
    for (structure, _) in shown(structures) {
        let size = |rule| structures.extent(&structure.name, rule).map_or(0, |extent| extent.size);
        text += &format!(
            "struct {} ({}): std140 {} bytes, std430 {} bytes\n",
            structure.name,
            structure.file,
            size(Rule::Std140),
            size(Rule::Std430)
        );
        let std140 = structures.offsets(structure, Rule::Std140).unwrap_or_default();
        let std430 = structures.offsets(structure, Rule::Std430).unwrap_or_default();
        for (at, field) in structure.fields.iter().enumerate() {
            let offset = |list: &[u32]| list.get(at).copied().unwrap_or(0);
            let array = field.array.as_ref().map(|size| format!("[{size}]")).unwrap_or_default();
            text += &format!(
                "    {:>5} {:>5}  {} {}{array}\n",
                offset(&std140),
                offset(&std430),
                field.type_name,
                field.name
            );
        }
    }
    text
}
