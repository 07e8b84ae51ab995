//! Layouts of buffers that SPIR-V has and that other languages cannot represent, described by the names of the source.

use naga::proc::Layouter;
use naga::{AddressSpace, Handle, Module, Type, TypeInner};

/// Members at offsets that WGSL, MSL and GLSL do not allow: a vector of 3 or 4 must begin at a multiple of 16 bytes,
/// one of 2 at a multiple of 8. Constant buffers of Direct3D and `layout(scalar)` pack tighter.
pub fn misplaced_members(module: &Module) -> Vec<String> {
    let mut found = Vec::new();
    each_struct(module, |owner, name| {
        let TypeInner::Struct { members, .. } = &module.types[owner].inner else { return };
        for member in members {
            let (words, wanted) = match module.types[member.ty].inner {
                TypeInner::Vector { size, scalar } => {
                    let lanes = size as u32;
                    let aligned = if lanes == 3 { 4 } else { lanes };
                    (format!("a vector of {lanes}"), aligned * u32::from(scalar.width))
                }
                TypeInner::Matrix { .. } | TypeInner::Struct { .. } => ("a matrix or structure".to_owned(), 16),
                _ => continue,
            };
            // Only in uniform buffers must structures begin at a multiple of 16; a storage buffer does not fail for
            // them.
            if !member.offset.is_multiple_of(wanted) {
                let member_name = member.name.as_deref().unwrap_or("(without a name)");
                found.push(format!(
                    "`{member_name}` of `{name}` is at byte {} in its buffer, but in this target {words} has to begin at a \
                     multiple of {wanted}: reorder or pad the members",
                    member.offset
                ));
            }
        }
    });
    found
}

/// Arrays whose stride is greater than the element's size: an element of `float a[4]` in a cbuffer takes 16 bytes,
/// which WGSL and MSL cannot represent.
pub fn spread_arrays(module: &Module) -> Vec<String> {
    let mut layouter = Layouter::default();
    // The module has been validated, and validation lays it out the same way.
    if layouter.update(module.to_ctx()).is_err() {
        return Vec::new();
    }
    let mut found = Vec::new();
    each_struct(module, |owner, name| {
        let TypeInner::Struct { members, .. } = &module.types[owner].inner else { return };
        for member in members {
            if let TypeInner::Array { base, stride, .. } = module.types[member.ty].inner
                && layouter[base].to_stride() != stride
            {
                let member_name = member.name.as_deref().unwrap_or("(without a name)");
                found.push(format!(
                    "the elements of `{member_name}` of `{name}` are {stride} bytes apart, which this target cannot \
                     express: use elements of 16 bytes (vectors of 4)"
                ));
            }
        }
    });
    found
}

/// Every structure that a uniform or storage buffer holds, each once, with the buffer's or its own name.
fn each_struct(module: &Module, mut visit: impl FnMut(Handle<Type>, &str)) {
    let mut seen = std::collections::BTreeSet::new();
    for (_, variable) in module.global_variables.iter() {
        if !matches!(variable.space, AddressSpace::Uniform | AddressSpace::Storage { .. } | AddressSpace::Immediate) {
            continue;
        }
        let mut open = vec![variable.ty];
        while let Some(ty) = open.pop() {
            if !seen.insert(ty) {
                continue;
            }
            match &module.types[ty].inner {
                TypeInner::Struct { members, .. } => {
                    open.extend(members.iter().map(|member| member.ty));
                    let own = module.types[ty].name.as_deref().or(variable.name.as_deref());
                    visit(ty, own.unwrap_or("(without a name)"));
                }
                TypeInner::Array { base, .. } | TypeInner::BindingArray { base, .. } => open.push(*base),
                _ => {}
            }
        }
    }
}
