//! A whole HLSL unit: inputs, helpers, functions, entry points.

use std::fmt::Write;

use super::ir::TypedProgram;
use super::print::{Writer, slot_name, type_of, width_of, zero_of};
use super::{OutputFill, TypedOptions, dynamic};
use crate::diag::PlaceMap;
use crate::dialect::shaderception::formulas;

/// A triangle that covers the target. The origin of uv is at the bottom left.
const ENTRY: &str = "\
void PslVS(uint id : SV_VertexID, out float4 position : SV_Position, out float2 uv : TEXCOORD0)
{
    uv = float2((id << 1u) & 2u, id & 2u);
    position = float4(uv * 2.0 - 1.0, 0.0, 1.0);
}

float psl_number(float x)
{
    return psl_is_none(asuint(x)) ? 0.0 : x;
}

";

const CROSS: &str = "\
float psl_to_srgb(float x)
{
    return x <= 0.0031308 ? 12.92 * x : 1.055 * pow(max(x, 0.0), 1.0 / 2.4) - 0.055;
}

";

/// The unit of a program, with the place of each of its lines.
pub fn hlsl(program: &TypedProgram, options: &TypedOptions) -> (String, PlaceMap) {
    let mut writer = Writer { loop_guard: options.loop_guard, ..Writer::default() };
    for at in 0..program.bodies.len() {
        writer.body(program, at);
    }
    let needs = &writer.needs;
    let uses = |ids: &[u8]| needs.builtins.iter().any(|(id, _)| ids.contains(id));
    let mut head = String::from("// Written from a PSL program.\n\n");
    for branch in &needs.branches {
        _ = writeln!(head, "bool {branch};");
    }
    if uses(&[32, 42, 43, 44, 46, 66, 67, 68, 69]) {
        head.push_str(formulas::ENVIRONMENT);
    }
    let textures = [(41, "self", 0), (45, "camera", 1), (47, "video", 2)];
    for (id, name, register) in textures {
        if uses(&[id]) {
            _ = writeln!(head, "Texture2D<float4> psl_{name}_texture : register(t{register});");
        }
    }
    if uses(&[41, 45, 47]) {
        head.push_str("SamplerState psl_sampler : register(s0);\n\n");
        head.push_str(formulas::PLACE);
    }
    if uses(&[66, 67, 68, 69]) {
        head.push_str("Texture2D<float4> psl_audio_texture : register(t3);\n\n");
        head.push_str(formulas::AUDIO);
    }
    if uses(&[30, 31]) {
        head.push_str("static float2 psl_uv_value;\n");
    }
    if needs.guard {
        head.push_str("static uint psl_rounds = 0u;\n");
    }
    let (globals, has_dynamic) = globals(program);
    writer.needs.dynamic |= has_dynamic;
    head.push_str(&dynamic::helpers(&writer.needs));
    head.push_str(&globals);
    let is_guarded = writer.needs.guard;
    let uses_uv = writer.needs.builtins.iter().any(|(id, _)| *id == 30 || *id == 31);
    let mut tail = format!("{}{ENTRY}", formulas::BITS);
    entry(&mut tail, options, (uses_uv, is_guarded), program);
    // Places count from the beginning of the whole text.
    let mut places = PlaceMap::default();
    writer.places.shifted(head.len() as u32, &mut places);
    (head + &writer.text + &tail, places)
}

fn globals(program: &TypedProgram) -> (String, bool) {
    let mut out = String::new();
    let mut has_dynamic = false;
    for (slot, info) in program.slots.iter().enumerate().filter(|(_, info)| info.is_global) {
        let width = width_of(info.shape);
        has_dynamic |= width.known().is_none();
        _ = writeln!(out, "static {} {} = {};", type_of(width), slot_name(program, slot), zero_of(width));
    }
    if !out.is_empty() {
        out.push('\n');
    }
    (out, has_dynamic)
}

fn entry(out: &mut String, options: &TypedOptions, (uses_uv, is_guarded): (bool, bool), program: &TypedProgram) {
    if options.output == OutputFill::Cross {
        out.push_str(CROSS);
    }
    out.push_str("float4 PslPS(float4 position : SV_Position, float2 uv : TEXCOORD0) : SV_Target\n{\n");
    if uses_uv {
        out.push_str("    psl_uv_value = uv;\n");
    }
    out.push_str("    float4 color = psl_main();\n");
    if is_guarded {
        // The machine ends without a value.
        _ = writeln!(out, "    if (psl_rounds > {}u) color = float4(0.0, 0.0, 0.0, 0.0);", options.loop_guard);
    }
    out.push_str(
        "    color = float4(psl_number(color.x), psl_number(color.y), psl_number(color.z), psl_number(color.w));\n",
    );
    if options.output == OutputFill::Cross {
        let lanes = program.bodies.last().and_then(|body| body.result.as_ref()).map_or(4, super::interpret::own_lanes);
        match lanes {
            1 => out.push_str("    color = color.xxxx;\n"),
            2 => out.push_str("    color = float4(color.xy, 0.0, 1.0);\n"),
            3 => out.push_str("    color.w = 1.0;\n"),
            _ => {}
        }
        out.push_str("    color.xyz = float3(psl_to_srgb(color.x), psl_to_srgb(color.y), psl_to_srgb(color.z));\n");
    }
    out.push_str("    return color;\n}\n");
}
