//! Create-infos that a file names, as tables of BSL: `[[legacy_info]] ShaderCreateInfo name;` is a table in a table.

use std::fmt::Write as _;

use super::types::is_reserved;
use crate::dialect::create_info::{Constant, ConstantValue, Info, Resource, ResourceKind, vocabulary};

/// What stands before the info's name in the name of its table.
pub const TABLE_PREFIX: &str = "legacy_info_";

/// The name of the table of an info.
pub fn table_name(info: &str) -> String {
    format!("{TABLE_PREFIX}{info}")
}

/// Whether an info needs the text of a table; a structure without members is no table.
fn has_members(info: &Info) -> bool {
    !info.push_constants.is_empty()
        || !info.resources.is_empty()
        || !info.specialization_constants.is_empty()
        || !info.shared_variables.is_empty()
}

/// The resources of an info as a table, and its compilation constants as constants. What BSL has no type for, such as
/// samplers that compare, is not a member. Vertex inputs and what stages exchange are tables of entry points.
pub fn table_text(info: &Info) -> String {
    let mut text = String::new();
    for constant in &info.compilation_constants {
        let ty = constant.value.ty.row().name;
        let _ = writeln!(text, "static constexpr {ty} {} = {};", constant.value.name, literal(&constant.value));
    }
    if !has_members(info) {
        let _ = writeln!(text, "struct {} {{ [[compilation_constant]] bool is_empty; }};", table_name(&info.name));
        return text;
    }
    let _ = writeln!(text, "struct {} {{", table_name(&info.name));
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
        starts && super::types::built_in(ustr::Ustr::from(alias)).is_some()
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
