//! Infos as text: the merged view with the line of each entry.

use std::collections::BTreeMap;

use super::info::{ConstantValue, Info, Interface, Placed, Resource, ResourceKind, stage_word};
use super::library::Library;
use crate::diag::{Sources, Span};

/// A number without a needless point, or a boolean.
pub fn constant_text(value: ConstantValue) -> String {
    match value {
        ConstantValue::Bool(value) => value.to_string(),
        ConstantValue::Number(value) => format!("{value}"),
    }
}

/// A resource in one line, without its name.
pub fn resource_text(resource: &Resource) -> String {
    let Resource { slot, frequency, kind, .. } = resource;
    let frequency = frequency.name();
    match kind {
        ResourceKind::Uniform { type_name } => format!("uniform_buf {slot} {type_name} {frequency}"),
        ResourceKind::Storage { access, type_name } => {
            format!("storage_buf {slot} {} {type_name} {frequency}", access.text())
        }
        ResourceKind::Sampler { image } => format!("sampler {slot} {} {frequency}", image.name()),
        ResourceKind::Image { format, access, image } => {
            format!("image {slot} {} {} {} {frequency}", format.row().name, access.text(), image.name())
        }
    }
}

/// Lines of a view: text and place.
struct View<'a> {
    sources: &'a Sources,
    text: String,
}

impl View<'_> {
    fn place(&self, at: Span) -> String {
        let file = self.sources.get(at.file);
        format!("{}:{}", file.name, file.position(at.start).line)
    }

    fn line(&mut self, text: &str, at: Span) {
        let place = self.place(at);
        self.text += &format!("    {text}  -- {place}\n");
    }

    fn list<T>(&mut self, list: &[Placed<T>], text: impl Fn(&T) -> String) {
        for entry in list {
            self.line(&text(&entry.value), entry.at);
        }
    }
}

/// The merged view of an info: every entry, with the Lua line that it came from. `None` if there is no such info.
pub fn explain(library: &Library, name: &str, sources: &Sources) -> Option<String> {
    let info = library.infos.get(name)?;
    let mut view = View { sources, text: String::new() };
    let place = view.place(info.at);
    view.text += &format!("info {name}  -- {place}\n");
    if !info.merged.is_empty() {
        view.text += &format!("  merged: {}\n", info.merged.join(", "));
    }
    entries(&mut view, info, &library.interfaces);
    Some(view.text)
}

fn entries(view: &mut View<'_>, info: &Info, interfaces: &BTreeMap<String, Interface>) {
    view.list(&info.vertex_in, |one| format!("vertex_in {} {} {}", one.slot, one.ty.row().name, one.name));
    for (word, list) in [("vertex_out", &info.vertex_out), ("geometry_out", &info.geometry_out)] {
        for one in list {
            view.line(&format!("{word} {}", one.value), one.at);
            let Some(interface) = interfaces.get(&one.value) else { continue };
            for member in &interface.members {
                let value = &member.value;
                let word = value.interpolation.name().to_lowercase();
                view.line(&format!("  {word} {} {}", value.ty.row().name, value.name), member.at);
            }
        }
    }
    view.list(&info.geometry_layout, |one| {
        let (input, output) = (one.input.name(), one.output.name());
        format!("geometry_layout {input} {output} {} {}", one.max_vertices, one.invocations)
    });
    view.list(&info.fragment_out, |one| {
        let group = one.raster_order_group.map(|group| format!(" raster_order_group {group}")).unwrap_or_default();
        format!("fragment_out {} {} {} {}{group}", one.slot, one.ty.row().name, one.name, one.blend.name())
    });
    view.list(&info.subpass_in, |one| format!("subpass_in {} {} {}", one.slot, one.ty.row().name, one.name));
    view.list(&info.local_size, |one| format!("local_group_size {} {} {}", one[0], one[1], one[2]));
    view.list(info.early_fragment_test.as_slice(), |on| format!("early_fragment_test {on}"));
    view.list(info.depth_write.as_slice(), |write| format!("depth_write {}", write.name()));
    let constants = [
        ("specialization_constant", &info.specialization_constants),
        ("compilation_constant", &info.compilation_constants),
    ];
    for (word, list) in constants {
        view.list(list, |one| format!("{word} {} {} {}", one.ty.row().name, one.name, constant_text(one.value)));
    }
    view.list(&info.shared_variables, |one| format!("shared_variable {} {}", one.ty.row().name, one.name));
    view.list(&info.push_constants, |one| {
        let array = if one.array_size > 0 { format!(" {}", one.array_size) } else { String::new() };
        format!("push_constant {} {}{array}", one.ty.row().name, one.name)
    });
    view.list(&info.resources, |one| format!("{} {}", resource_text(one), one.name));
    view.list(&info.builtins, |bit| format!("builtins {}", bit.name()));
    view.list(&info.defines, |one| format!("define {} {}", one.name, one.value).trim_end().to_owned());
    view.list(&info.sources, |one| format!("{}_source {}", stage_word(one.stage), one.text));
    view.list(&info.generated, |one| format!("{}_source_generated ({} bytes)", stage_word(one.stage), one.text.len()));
    view.list(&info.functions, |one| format!("{}_function {}", stage_word(one.stage), one.text));
    view.list(&info.typedefs, |file| format!("typedef_source {file}"));
    view.list(&info.typedefs_generated, |text| format!("typedef_source_generated ({} bytes)", text.len()));
    view.list(&info.dependencies_generated, |file| format!("dependencies_generated {file}"));
    let flags = [
        ("do_static_compilation", &info.do_static_compilation),
        ("auto_resource_location", &info.auto_resource_location),
        ("legacy_resource_location", &info.legacy_resource_location),
        ("metal_backend_only", &info.metal_backend_only),
    ];
    for (word, flag) in flags {
        view.list(flag.as_slice(), |on| format!("{word} {on}"));
    }
    view.list(info.max_total_threads.as_slice(), |threads| format!("mtl_max_total_threads_per_threadgroup {threads}"));
}
