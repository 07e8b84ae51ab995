//! One info merged into another.

use super::build::{append, append_call};
use super::info::{Info, Placed};
use super::vocabulary::DepthWrite;

fn append_all<T: PartialEq + Clone>(list: &mut Vec<Placed<T>>, others: &[Placed<T>]) {
    for other in others {
        append(list, other.value.clone(), other.at);
    }
}

fn append_calls<T: PartialEq + Clone>(list: &mut Vec<Placed<T>>, others: &[Placed<T>]) {
    for other in others {
        append_call(list, other.value.clone(), other.at);
    }
}

/// Adds the entries of a merged info that `info` does not have. What only one info may have is added too, for
/// [`conflicts`](super::names::conflicts) to report. Flags are not inherited.
pub fn merge(info: &mut Info, other: &Info) {
    append_all(&mut info.vertex_in, &other.vertex_in);
    append_all(&mut info.vertex_out, &other.vertex_out);
    append_all(&mut info.geometry_out, &other.geometry_out);
    append_all(&mut info.fragment_out, &other.fragment_out);
    append_all(&mut info.subpass_in, &other.subpass_in);
    append_all(&mut info.specialization_constants, &other.specialization_constants);
    append_all(&mut info.compilation_constants, &other.compilation_constants);
    append_all(&mut info.shared_variables, &other.shared_variables);
    append_all(&mut info.push_constants, &other.push_constants);
    append_all(&mut info.resources, &other.resources);
    append_all(&mut info.builtins, &other.builtins);
    append_all(&mut info.defines, &other.defines);
    append_all(&mut info.typedefs, &other.typedefs);
    append_all(&mut info.typedefs_generated, &other.typedefs_generated);
    append_all(&mut info.dependencies_generated, &other.dependencies_generated);
    append_calls(&mut info.local_size, &other.local_size);
    append_calls(&mut info.geometry_layout, &other.geometry_layout);
    append_calls(&mut info.sources, &other.sources);
    append_calls(&mut info.generated, &other.generated);
    append_calls(&mut info.functions, &other.functions);
    for name in std::iter::once(&other.name).chain(&other.merged) {
        if !info.merged.contains(name) {
            info.merged.push(name.clone());
        }
    }
    let is_early = |info: &Info| info.early_fragment_test.as_ref().is_some_and(|set| set.value);
    if is_early(other) && !is_early(info) {
        info.early_fragment_test.clone_from(&other.early_fragment_test);
    }
    if other.depth_write.as_ref().is_some_and(|set| set.value != DepthWrite::Unchanged) {
        info.depth_write.clone_from(&other.depth_write);
    }
}

/// What follows from all merged entries: early tests leave the depth unchanged.
pub fn settle(info: &mut Info) {
    if info.early_fragment_test.as_ref().is_some_and(|set| set.value) {
        info.depth_write = None;
    }
}
