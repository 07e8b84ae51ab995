//! What a stage that is run alone needs around it: a vertex shader before a pixel shader, a buffer behind a vertex shader.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use rspirv::binary::Assemble as _;
use rspirv::dr::{Instruction, Module, Operand, load_bytes};
use rspirv::spirv::{Capability, Decoration, ExecutionMode, ExecutionModel, Op, StorageClass};

use crate::noise;
use crate::scene::{Part, locations};
use crate::shape::{Io, Scalar, Shape, Type};

/// The module with all its descriptor sets moved up.
pub fn move_sets(spirv: &[u8], by: u32) -> Result<Vec<u8>, String> {
    let mut module = load_bytes(spirv).map_err(|error| error.to_string())?;
    for annotation in &mut module.annotations {
        if let [Operand::IdRef(_), Operand::Decoration(Decoration::DescriptorSet), Operand::LiteralBit32(set)] =
            annotation.operands.as_mut_slice()
        {
            *set = set.checked_add(by).ok_or("a descriptor set's number is too large")?;
        }
    }
    Ok(bytes(&module))
}

/// The module without the names of semantics and their extensions, which only reflection reads.
pub fn without_semantics(spirv: &[u8]) -> Result<Vec<u8>, String> {
    let mut module = load_bytes(spirv).map_err(|error| error.to_string())?;
    let google = |extension: &Instruction| matches!(extension.operands.first(), Some(Operand::LiteralString(name)) if name.starts_with("SPV_GOOGLE_"));
    module.extensions.retain(|extension| !google(extension));
    module.annotations.retain(|annotation| {
        !matches!(annotation.class.opcode, Op::DecorateString | Op::MemberDecorateString)
            && !annotation.operands.contains(&Operand::Decoration(Decoration::CounterBuffer))
    });
    Ok(bytes(&module))
}

/// The module with the names of semantics that its compiler told apart from it: by direction (input: `true`) and location.
pub fn with_names(
    spirv: &[u8],
    inputs: impl IntoIterator<Item = (Option<u32>, String)>,
    outputs: impl IntoIterator<Item = (Option<u32>, String)>,
) -> Result<Vec<u8>, String> {
    let inputs = inputs.into_iter().map(|(location, name)| (true, location, name));
    let all = inputs.chain(outputs.into_iter().map(|(location, name)| (false, location, name)));
    with_semantics(spirv, &all.filter_map(|(input, location, name)| Some(((input, location?), name))).collect())
}

fn with_semantics(spirv: &[u8], names: &BTreeMap<(bool, u32), String>) -> Result<Vec<u8>, String> {
    let mut module = load_bytes(spirv).map_err(|error| error.to_string())?;
    let mut classes: BTreeMap<u32, bool> = BTreeMap::new();
    for variable in module.types_global_values.iter().filter(|instruction| instruction.class.opcode == Op::Variable) {
        match (variable.result_id, variable.operands.first()) {
            (Some(id), Some(Operand::StorageClass(StorageClass::Input))) => classes.insert(id, true),
            (Some(id), Some(Operand::StorageClass(StorageClass::Output))) => classes.insert(id, false),
            _ => None,
        };
    }
    let mut added = Vec::new();
    for annotation in &module.annotations {
        if let [Operand::IdRef(id), Operand::Decoration(Decoration::Location), Operand::LiteralBit32(location)] =
            annotation.operands.as_slice()
            && let Some(name) = classes.get(id).and_then(|input| names.get(&(*input, *location)))
        {
            let operands = vec![
                Operand::IdRef(*id),
                Operand::Decoration(Decoration::UserSemantic),
                Operand::LiteralString(name.clone()),
            ];
            added.push(Instruction::new(Op::DecorateString, None, None, operands));
        }
    }
    module.annotations.extend(added);
    for name in ["SPV_GOOGLE_hlsl_functionality1", "SPV_GOOGLE_decorate_string"] {
        let name = vec![Operand::LiteralString(name.to_owned())];
        module.extensions.push(Instruction::new(Op::Extension, None, None, name));
    }
    Ok(bytes(&module))
}

/// Where an output of a vertex lies among its bytes.
pub(crate) struct Captured {
    pub(crate) name: String,
    pub(crate) offset: u32,
    pub(crate) size: u32,
}

/// The vertex shader with its outputs written to transform feedback buffer 0, one after the other.
pub(crate) fn capture(spirv: &[u8], shape: &Shape, keys: &[Vec<String>]) -> Result<(Vec<u8>, Vec<Captured>), String> {
    let mut module = load_bytes(spirv).map_err(|error| error.to_string())?;
    let mut captured: Vec<Captured> = Vec::new();
    let mut places = Vec::new();
    let mut end = 0;
    for (output, keys) in shape.outputs.iter().zip(keys) {
        // A block of built-ins: only its members can be captured.
        let members: Vec<(Option<u32>, Vec<String>, &Type)> = match &output.ty {
            Type::Struct(members) => (0..)
                .zip(members)
                .filter(|(_, member)| member.built_in.as_deref() == Some("Position"))
                .map(|(at, member)| (Some(at), vec!["Position".to_owned()], &member.ty))
                .collect(),
            ty => vec![(output.member, keys.clone(), ty)],
        };
        for (member, names, ty) in members {
            places.push((output.id, member, end));
            let mut sizes: Vec<u32> = locations(ty)?.iter().map(|(scalar, lanes)| scalar.size() * lanes).collect();
            // A built-in array is one thing.
            if names.len() == 1 {
                sizes = vec![sizes.iter().sum()];
            }
            for (name, size) in names.into_iter().zip(sizes) {
                captured.push(Captured { name, offset: end, size });
                end += size;
            }
        }
    }
    // A member's decorations are its structure type's.
    let block_of = |variable: u32| {
        let find = |id: u32| module.types_global_values.iter().find(|instruction| instruction.result_id == Some(id));
        find(find(variable)?.result_type?)?.operands.get(1)?.id_ref_any()
    };
    let mut annotations = Vec::new();
    for (variable, member, offset) in places {
        let target = if member.is_some() { block_of(variable).ok_or("an output has no type")? } else { variable };
        for (decoration, value) in
            [(Decoration::XfbBuffer, 0), (Decoration::XfbStride, end), (Decoration::Offset, offset)]
        {
            let mut operands = vec![Operand::IdRef(target)];
            operands.extend(member.map(Operand::LiteralBit32));
            operands.extend([Operand::Decoration(decoration), Operand::LiteralBit32(value)]);
            let op = if member.is_some() { Op::MemberDecorate } else { Op::Decorate };
            annotations.push(Instruction::new(op, None, None, operands));
        }
    }
    module.annotations.extend(annotations);
    module.capabilities.push(Instruction::new(
        Op::Capability,
        None,
        None,
        vec![Operand::Capability(Capability::TransformFeedback)],
    ));
    let point = module.entry_points.iter().find_map(|point| match point.operands.as_slice() {
        [Operand::ExecutionModel(ExecutionModel::Vertex), id @ Operand::IdRef(_), Operand::LiteralString(name), ..]
            if *name == shape.entry =>
        {
            Some(id.clone())
        }
        _ => None,
    });
    let mode = vec![point.ok_or("no vertex shader")?, Operand::ExecutionMode(ExecutionMode::Xfb)];
    module.execution_modes.push(Instruction::new(Op::ExecutionMode, None, None, mode));
    Ok((bytes(&module), captured))
}

/// A vertex shader that covers the picture and hands a pixel shader these inputs: slopes that follow from the keys and the seed.
pub fn vertex_for(seed: u64, inputs: &[(Vec<String>, &Io)]) -> Result<Part, String> {
    let mut text = String::from("#version 450\n");
    let mut body = String::new();
    for (keys, input) in inputs {
        if input.built_in.is_some() {
            if input.built_in.as_deref() == Some("ClipDistance")
                && let Type::Array { count: Some(count), .. } = input.ty
            {
                text += &format!("out float gl_ClipDistance[{count}];\n");
                for at in 0..count {
                    body += &format!("    gl_ClipDistance[{at}] = {}.5 + 0.25 * p.x;\n", at + 1);
                }
            }
            continue;
        }
        let first = input.location.ok_or_else(|| format!("input `{}` has no location", input.name))?;
        let ty = match &input.ty {
            Type::Array { element, .. } if input.per_vertex => element,
            ty => ty,
        };
        let whole = locations(ty)?.iter().any(|(scalar, _)| !matches!(scalar, Scalar::Float(_)));
        let qualifier = if whole || input.flat { "flat " } else { "" };
        let (name, suffix) = spelled(ty)?;
        text += &format!("layout(location = {first}) {qualifier}out {name} v{first}{suffix};\n");
        let mut seeds = keys.iter().map(|key| noise::name(seed, key));
        assign(ty, &format!("v{first}"), &mut seeds, &mut body);
    }
    text += "void main() {\n    vec2 corners[6] = vec2[](vec2(-1, -1), vec2(1, -1), vec2(-1, 1), vec2(-1, 1), vec2(1, -1), vec2(1, 1));\n";
    text += "    vec2 p = corners[gl_VertexIndex % 6];\n    float w = 1.5 + 0.5 * p.x;\n    gl_Position = vec4(p * w, 0.5 * w, w);\n";
    text += &body;
    text += "}\n";
    static KNOWN: Mutex<BTreeMap<String, Vec<u8>>> = Mutex::new(BTreeMap::new());
    let known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner).get(&text).cloned();
    let spirv = match known {
        Some(spirv) => spirv,
        None => {
            let spirv = crate::glslang::glsl_vertex(&text)?;
            KNOWN.lock().unwrap_or_else(PoisonError::into_inner).insert(text, spirv.clone());
            spirv
        }
    };
    Part::new(spirv, "main")
}

/// GLSL's name of a type, and what follows the variable's name.
fn spelled(ty: &Type) -> Result<(String, String), String> {
    Ok(match ty {
        Type::Vector(scalar, lanes) => {
            let (name, prefix) = match scalar {
                Scalar::Float(32) => ("float", ""),
                Scalar::Int(32) => ("int", "i"),
                Scalar::Uint(32) => ("uint", "u"),
                other => return Err(format!("no input of {other:?}")),
            };
            (if *lanes == 1 { name.to_owned() } else { format!("{prefix}vec{lanes}") }, String::new())
        }
        Type::Matrix { columns, rows, .. } => (format!("mat{columns}x{rows}"), String::new()),
        Type::Array { element, count: Some(count), .. } => {
            let (name, suffix) = spelled(element)?;
            (name, format!("[{count}]{suffix}"))
        }
        other => return Err(format!("no input of {other:?}")),
    })
}

fn assign(ty: &Type, place: &str, seeds: &mut dyn Iterator<Item = u64>, body: &mut String) {
    match ty {
        Type::Array { element, count, .. } => {
            (0..count.unwrap_or(0)).for_each(|at| assign(element, &format!("{place}[{at}]"), seeds, body));
        }
        Type::Matrix { scalar, columns, rows, .. } => {
            let column = Type::Vector(*scalar, *rows);
            (0..*columns).for_each(|at| assign(&column, &format!("{place}[{at}]"), seeds, body));
        }
        Type::Vector(scalar, lanes) => {
            let seed = seeds.next().unwrap_or(0);
            for lane in 0..*lanes {
                let random = |part| noise::unit(noise::hash(&[seed, u64::from(lane), part]));
                let value = match scalar {
                    Scalar::Float(_) => {
                        let (x, y) = (random(1) - 0.5, random(2) - 0.5);
                        format!("{:?} + {x:?} * p.x + {y:?} * p.y", 0.25 + 0.5 * random(0))
                    }
                    // Whole numbers are mostly indices, and many arrays are short.
                    _ => format!("{}", (random(0) * 2.0) as u32),
                };
                let swizzle = if *lanes == 1 { String::new() } else { format!("[{lane}]") };
                *body += &format!("    {place}{swizzle} = {value};\n");
            }
        }
        _ => {}
    }
}

pub(crate) fn bytes(module: &Module) -> Vec<u8> {
    module.assemble().into_iter().flat_map(u32::to_le_bytes).collect()
}
