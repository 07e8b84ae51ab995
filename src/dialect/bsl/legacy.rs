//! Create-infos that a file names, as tables of BSL: `[[legacy_info]] ShaderCreateInfo name;` is a table in a table, and
//! `[[legacy_iface]] StageInterfaceInfo name;` too. Vertex inputs, outputs of fragment stages and what stages exchange are
//! tables inside of the info's, which an entry point owns where its stage has them.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::types::{built_in, is_reserved};
use crate::atom::Atom;
use crate::dialect::create_info::vocabulary::{DualBlend, Interpolation, Type};
use crate::dialect::create_info::{Constant, ConstantValue, Info, Interface, Resource, ResourceKind, vocabulary};

/// Every accessor of what create-infos declare, by the names of the info and of the resource, and what it gives.
pub const ACCESSORS: [(&str, &str); 8] = [
    ("push_constant_get", "push constant"),
    ("buffer_get", "buffer"),
    ("sampler_get", "sampler"),
    ("image_get", "image"),
    ("interface_get", "interface"),
    ("attribute_get", "vertex input"),
    ("specialization_constant_get", "specialization constant"),
    ("shared_variable_get", "shared variable"),
];

/// What stands before the info's name in the name of its table.
pub const TABLE_PREFIX: &str = "legacy_info_";

/// Before the interface's name in the name of its table.
pub const INTERFACE_PREFIX: &str = "legacy_iface_";

/// Before the info's name in the names of the tables inside of its own: of vertex inputs, of what stages exchange, and
/// of outputs.
pub const INPUTS_PREFIX: &str = "legacy_inputs_";
pub const VARYINGS_PREFIX: &str = "legacy_varyings_";
pub const OUTPUTS_PREFIX: &str = "legacy_outputs_";

/// The name of the table of an info.
pub fn table_name(info: &str) -> String {
    format!("{TABLE_PREFIX}{info}")
}

/// Whether a structure is the table of an info or interface, or one inside of it.
pub fn is_table(structure: &str) -> bool {
    [TABLE_PREFIX, INTERFACE_PREFIX, INPUTS_PREFIX, VARYINGS_PREFIX, OUTPUTS_PREFIX]
        .iter()
        .any(|prefix| structure.starts_with(prefix))
}

/// The type of BSL; of a vertex format that BSL has no type for, the type that it is read as.
fn type_name(ty: Type) -> String {
    let row = ty.row();
    match built_in(Atom::from(row.name)) {
        Some(_) => row.name.to_owned(),
        None => format!("float{}", row.components),
    }
}

/// The table of what stages exchange; nothing where it has no members.
fn varyings_text<'a>(name: &str, interfaces: impl Iterator<Item = &'a Interface>) -> String {
    let mut members = String::new();
    for member in interfaces.flat_map(|interface| &interface.members).map(|member| &member.value) {
        let word = match member.interpolation {
            Interpolation::Smooth => "smooth",
            Interpolation::Flat => "flat",
            Interpolation::NoPerspective => "no_perspective",
        };
        let _ = writeln!(members, "    [[{word}]] {} {};", type_name(member.ty), member.name);
    }
    if members.is_empty() { members } else { format!("struct {name} {{\n{members}}};\n") }
}

/// An interface as a table.
pub fn interface_text(interface: &Interface) -> String {
    varyings_text(&format!("{INTERFACE_PREFIX}{}", interface.name), std::iter::once(interface))
}

/// Adds the tables inside of an info's table to a text. Returns their members in it: each the type and the name.
fn inner_tables(info: &Info, interfaces: &BTreeMap<String, Interface>, text: &mut String) -> Vec<(String, String)> {
    let mut members = Vec::new();
    if !info.vertex_in.is_empty() {
        let name = format!("{INPUTS_PREFIX}{}", info.name);
        let _ = writeln!(text, "struct {name} {{");
        for one in info.vertex_in.iter().map(|one| &one.value) {
            let _ = writeln!(text, "    [[attribute({})]] {} {};", one.slot, type_name(one.ty), one.name);
        }
        *text += "};\n";
        members.push((name, "legacy_inputs".to_owned()));
    }
    let given = || info.vertex_out.iter().filter_map(|one| interfaces.get(&one.value));
    let name = format!("{VARYINGS_PREFIX}{}", info.name);
    let varyings = varyings_text(&name, given());
    if !varyings.is_empty() {
        *text += &varyings;
        // An instance of an interface is a name for the table.
        let instances = given().map(|interface| interface.instance.as_str()).filter(|name| !name.is_empty());
        let names = std::iter::once("legacy_varyings").chain(instances);
        members.extend(names.map(|instance| (name.clone(), instance.to_owned())));
    }
    if !info.fragment_out.is_empty() {
        let name = format!("{OUTPUTS_PREFIX}{}", info.name);
        let _ = writeln!(text, "struct {name} {{");
        for one in info.fragment_out.iter().map(|one| &one.value) {
            let index = match one.blend {
                DualBlend::None => "",
                DualBlend::First => ", index(0)",
                DualBlend::Second => ", index(1)",
            };
            let group = one.raster_order_group.map_or_else(String::new, |at| format!(", raster_order_group({at})"));
            let _ =
                writeln!(text, "    [[frag_color({}){index}{group}]] {} {};", one.slot, type_name(one.ty), one.name);
        }
        *text += "};\n";
        members.push((name, "legacy_outputs".to_owned()));
    }
    members
}

/// The resources of an info as a table, and its compilation constants as constants. What BSL has no type for, such as
/// samplers that compare, is not a member.
pub fn table_text(info: &Info, interfaces: &BTreeMap<String, Interface>) -> String {
    let mut text = String::new();
    for constant in &info.compilation_constants {
        let ty = constant.value.ty.row().name;
        let _ = writeln!(text, "static constexpr {ty} {} = {};", constant.value.name, literal(&constant.value));
    }
    let inner = inner_tables(info, interfaces, &mut text);
    let start = text.len();
    let _ = writeln!(text, "struct {} {{", table_name(&info.name));
    let empty = text.len();
    for (table, name) in inner {
        let _ = writeln!(text, "    [[resource_table]] {table} &{name};");
    }
    for constant in &info.push_constants {
        let (ty, name) = (constant.value.ty.row().name, &constant.value.name);
        let extent = match constant.value.array_size {
            0 => String::new(),
            count => format!("[{count}]"),
        };
        let _ = writeln!(text, "    [[push_constant]] {ty} {name}{extent};");
    }
    for constant in &info.specialization_constants {
        let (ty, name) = (constant.value.ty.row().name, &constant.value.name);
        let _ = writeln!(text, "    [[specialization_constant({})]] {ty} {name};", literal(&constant.value));
    }
    for variable in &info.shared_variables {
        let _ = writeln!(text, "    [[shared]] {} {};", variable.value.ty.row().name, variable.value.name);
    }
    for resource in &info.resources {
        if let Some(line) = resource_line(&resource.value) {
            let _ = writeln!(text, "    {line}");
        }
    }
    if text.len() == empty {
        // A structure without members is no table.
        text.truncate(start);
        let _ = writeln!(text, "struct {} {{ [[compilation_constant]] bool is_empty; }};", table_name(&info.name));
        return text;
    }
    text += "};\n";
    text
}

fn literal(constant: &Constant) -> String {
    match (constant.ty.row().name, constant.value) {
        (_, ConstantValue::Bool(value)) => value.to_string(),
        ("float", ConstantValue::Number(value)) => format!("{:?}f", value as f32),
        ("uint", ConstantValue::Number(value)) => format!("{}u", value as u32),
        (_, ConstantValue::Number(value)) => format!("{}", value as i32),
    }
}

fn resource_line(resource: &Resource) -> Option<String> {
    let (slot, frequency) = (resource.slot, resource.frequency.name());
    let (name, extent) = resource.name.split_at(resource.name.find('[').unwrap_or(resource.name.len()));
    if is_reserved(name) {
        return None;
    }
    let reference = |ty: &str| match extent {
        "" => format!("{ty} &{name};"),
        _ => format!("{ty} (&{name}){extent};"),
    };
    let access = |access: &vocabulary::Access| match (access.read, access.write) {
        (true, false) => "read",
        (false, true) => "write",
        _ => "read_write",
    };
    Some(match &resource.kind {
        ResourceKind::Uniform { type_name } => {
            format!("[[uniform({slot}), frequency({frequency})]] const {}", reference(type_name))
        }
        ResourceKind::Storage { access: of, type_name } => {
            let kind = if of.write { "" } else { "const " };
            format!("[[storage({slot}, {}), frequency({frequency})]] {kind}{}", access(of), reference(type_name))
        }
        ResourceKind::Sampler { image } => {
            let ty = bsl_name(*image, false)?;
            format!("[[sampler({slot}), frequency({frequency})]] {ty} {name}{extent};")
        }
        ResourceKind::Image { format, access: of, image } => {
            let ty = bsl_name(*image, true)?;
            let format = format.row().name;
            format!("[[image({slot}, {}, {format}), frequency({frequency})]] {ty} {name}{extent};", access(of))
        }
    })
}

/// The type of BSL: the spelling of an image type that both have.
fn bsl_name(image: vocabulary::ImageType, is_image: bool) -> Option<String> {
    let prefix = if is_image { "image" } else { "sampler" };
    image.aliases().into_iter().find(|alias| {
        let starts = alias.starts_with(prefix) || alias.get(1..).is_some_and(|word| word.starts_with(prefix));
        starts && super::types::built_in(Atom::from(alias)).is_some()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dialect::create_info::vocabulary::ImageType;

    #[test]
    fn image_types_have_a_name() {
        let name = |member: &str, is_image| ImageType::from_name(member).and_then(|image| bsl_name(image, is_image));
        assert_eq!(name("Float2D", false).as_deref(), Some("sampler2D"));
        assert_eq!(name("Float2D", true).as_deref(), Some("image2D"));
        assert_eq!(name("Int3D", true).as_deref(), Some("iimage3D"));
        assert_eq!(name("AtomicUint2DArray", true).as_deref(), Some("uimage2DArrayAtomic"));
        assert_eq!(name("DepthCube", false).as_deref(), Some("samplerCubeDepth"));
        assert_eq!(name("Shadow2D", false), None);
    }
}
