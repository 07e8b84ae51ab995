//! The built-in functions in HLSL, once for both of their users: the translator's helpers, and the include of the machine's
//! shader, which is written from here.

use std::fmt::Write;

use super::builtins::{self, BUILTINS, Builtin, Group, ResultWidth};

/// Inputs of a frame. The engine fills the buffer; `psl_time_values` is (t/20, t, 2t, 3t).
pub const ENVIRONMENT: &str = "\
cbuffer PslEnvironment : register(b0)
{
    float4 psl_time_values;
    float4 psl_delta_values;
    float4 psl_button_value;
    float4 psl_axis_value;
    float2 psl_resolution_value;
    // 0 without an audio texture.
    float psl_has_audio;
    float psl_unused;
};

";

/// Coordinates of textures.
pub const PLACE: &str = "\
// Textures have their first row at the top.
float2 psl_place(float2 at)
{
    return float2(at.x, 1.0 - at.y);
}

";

/// Texels of the audio texture.
pub const AUDIO: &str = "\
float4 psl_audio_texel(int x, int y, bool rows)
{
    if (rows)
    {
        int row = (int)floor((float)x / 128.0);
        y += row;
        x -= row * 128;
    }
    return psl_audio_texture.Load(int3(clamp(x, 0, 127), max(y, 0), 0));
}

float4 psl_audio_at(float2 at, bool rows, bool between)
{
    if (psl_has_audio == 0.0) return float4(0.0, 0.0, 0.0, 0.0);
    int x = (int)at.x;
    int y = (int)at.y;
    float4 one = psl_audio_texel(x, y, rows);
    if (!between) return one;
    return lerp(one, psl_audio_texel(x + 1, y, rows), at.x - floor(at.x));
}

";

/// x^0 is 1, also for 0.
pub const POWER: &str = "\
float psl_power(float x, float y)
{
    return y == 0.0 ? 1.0 : pow(x, y);
}

";

/// Whether the bits of a float are a NaN: a lane that is not there.
pub const BITS: &str = "\
// On bits: compilers may assume that there is no NaN.
bool psl_is_none(uint bits)
{
    return (bits & 0x7fffffffu) > 0x7f800000u;
}

";

/// Whether HLSL has the function under its name, for operands of any width.
pub fn is_intrinsic(id: u8) -> bool {
    matches!(id, 1..=8 | 10..=18 | 20..=25)
}

/// The result of a function whose parameters are `a`, `b`, `c` of `width` lanes.
pub fn expression(id: u8, width: u8) -> String {
    // Functions of vectors take one lane as a vector whose second is 0.
    let wide = |name: &str| if width == 1 { format!("float2({name}, 0.0)") } else { name.to_owned() };
    let (a, b) = (wide("a"), wide("b"));
    let first = if width == 1 { ".x" } else { "" };
    match id {
        9 => {
            let lanes = ["x", "y", "z", "w"].iter().take(usize::from(width));
            let parts: Vec<String> = lanes.map(|lane| format!("psl_power(a.{lane}, b.{lane})")).collect();
            if width == 1 { "psl_power(a, b)".to_owned() } else { format!("float{width}({})", parts.join(", ")) }
        }
        19 => "a - b * floor(a / b)".to_owned(),
        33 => "round(a)".to_owned(),
        30 => "psl_uv_value".to_owned(),
        31 => "20.0 * (psl_uv_value - 0.5)".to_owned(),
        32 => "psl_time_values".to_owned(),
        34 => format!("dot({a}, {b})"),
        35 => "cross(a, b)".to_owned(),
        36 => format!("distance({a}, {b})"),
        37 if width == 1 => "a / abs(a)".to_owned(),
        37 => "a / length(a)".to_owned(),
        38 => format!("length({a})"),
        39 => format!("({a} - 2.0 * dot({a}, {b}) * {b}){first}"),
        40 => format!("refract({a}, {b}, {}){first}", if width == 1 { "c" } else { "c.x" }),
        41 => "psl_self_texture.SampleLevel(psl_sampler, psl_place(a), 0.0)".to_owned(),
        42 => "psl_resolution_value".to_owned(),
        43 => "psl_button_value".to_owned(),
        44 => "psl_axis_value".to_owned(),
        45 => "psl_camera_texture.SampleLevel(psl_sampler, psl_place(a), 0.0).xyz".to_owned(),
        46 => "psl_delta_values".to_owned(),
        47 => "psl_video_texture.SampleLevel(psl_sampler, psl_place(a), 0.0).xyz".to_owned(),
        48 => {
            let lanes = ["x", "y", "z", "w"].iter().take(usize::from(width));
            let parts: Vec<String> = lanes.map(|lane| format!("(float)(a.{lane} != 0.0)")).collect();
            if width == 1 { "(float)(a != 0.0)".to_owned() } else { parts.join(" * ") }
        }
        49 => {
            let lanes = ["x", "y", "z", "w"].iter().take(usize::from(width));
            let parts: Vec<String> = lanes.map(|lane| format!("a.{lane} != 0.0")).collect();
            if width == 1 { "(float)(a != 0.0)".to_owned() } else { format!("(float)({})", parts.join(" || ")) }
        }
        66..=69 => format!("psl_audio_at(a, {}, {})", id == 67 || id == 69, id >= 68),
        71 => "float4(0.0, 0.0, 0.0, 0.0)".to_owned(),
        _ => "0.0".to_owned(),
    }
}

/// Replaces a name that stands alone.
pub fn replace_name(text: &str, name: &str, by: &str) -> String {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '.';
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(name) {
        let before = rest[..at].chars().next_back().or_else(|| out.chars().next_back());
        let after = rest[at + name.len()..].chars().next();
        let is_alone = !before.is_some_and(is_part) && !after.is_some_and(|c| c.is_ascii_alphanumeric() || c == '_');
        out.push_str(&rest[..at]);
        out.push_str(if is_alone { by } else { name });
        rest = &rest[at + name.len()..];
    }
    out + rest
}

/// The include of the machine's shader (`examples/psl/machine/psl_functions.fxh`): inputs, what the table says of the
/// functions, and their values for four lanes. With the defines of [`super::features::header`] it has nothing but what one
/// program uses.
pub fn machine_include() -> String {
    let mut out = String::from(
        "// The built-in functions, written from uberc's table and the formulas of its translator: do not edit.\n\n\
         #ifndef PSL_FUNCTIONS_FXH\n#define PSL_FUNCTIONS_FXH\n\n\
         // `uberc psl compile --target uses` defines what one program uses.\n#ifndef PSL_PRUNED\n\
         #define kUSED_OPCODES 0xffffffff\n#define kUSED_OPERATORS 0xffffffff\n#define kUSED_COMPARISONS 1\n#define kUSED_MASKS 1\n\
         #define kUSED_FUNCTIONS0 0xffffffff\n#define kUSED_FUNCTIONS1 0xffffffff\n#define kUSED_FUNCTIONS2 0xffffffff\n#endif\n\n",
    );
    out.push_str(ENVIRONMENT);
    for (name, register) in [("self", 0), ("camera", 1), ("video", 2), ("audio", 3)] {
        _ = writeln!(out, "Texture2D<float4> psl_{name}_texture : register(t{register});");
    }
    out.push_str("SamplerState psl_sampler : register(s0);\n\nstatic float2 psl_uv_value;\n\n");
    for text in [BITS, PLACE, AUDIO, POWER] {
        out.push_str(text);
    }
    table(&mut out);
    for (name, group) in [
        ("Math", Group::Math),
        ("Geometry", Group::Geometry),
        ("Textures", Group::Textures),
        ("Audio", Group::Audio),
        ("Plain", Group::Plain),
    ] {
        values(&mut out, name, group);
    }
    out + "#endif\n"
}

/// Operands, casts and widths of the results.
fn table(out: &mut String) {
    let where_ = |keeps: &dyn Fn(&Builtin) -> bool| {
        condition(BUILTINS.iter().filter(|row| keeps(row)).map(|row| row.id).collect())
    };
    out.push_str("uint PslArity(uint id)\n{\n");
    for arity in 1..=4 {
        _ = writeln!(out, "    if ({}) return {arity}u;", where_(&|row| row.arity == arity));
    }
    out.push_str("    return 0u;\n}\n\nbool PslPads(uint id)\n{\n");
    _ = writeln!(out, "    return {};\n}}\n", where_(&|row| row.pads));
    out.push_str("uint PslResultWidth(uint id, uint first, uint widest)\n{\n");
    _ = writeln!(out, "    if ({}) return first;", where_(&|row| row.result == ResultWidth::Same));
    _ = writeln!(out, "    if ({}) return widest;", where_(&|row| row.result == ResultWidth::Widest));
    for width in 1..=3 {
        _ = writeln!(out, "    if ({}) return {width}u;", where_(&|row| row.result == ResultWidth::Fixed(width)));
    }
    out.push_str("    return 4u;\n}\n\n");
}

/// A condition on `id`: it is one of some numbers, which are in order.
fn condition(ids: Vec<u8>) -> String {
    let mut parts = Vec::new();
    let mut rest = ids.as_slice();
    while let [first, ..] = rest {
        let length = rest.iter().zip(*first..).take_while(|(id, wanted)| *id == wanted).count();
        parts.push(match length {
            1 => format!("id == {first}u"),
            _ => format!("(id >= {first}u && id <= {}u)", usize::from(*first) + length - 1),
        });
        rest = &rest[length..];
    }
    parts.join(" || ")
}

/// The values of a group of functions, and a test for it.
fn values(out: &mut String, name: &str, group: Group) {
    // Lanes are read by the machine itself, on bits.
    let rows: Vec<&Builtin> =
        BUILTINS.iter().filter(|row| row.group() == group && row.id != builtins::SWIZZLE).collect();
    _ = writeln!(
        out,
        "bool PslIs{name}(uint id)\n{{\n    return {};\n}}\n",
        condition(rows.iter().map(|row| row.id).collect())
    );
    _ = writeln!(out, "float4 Psl{name}(uint id, float4 a, float4 b, float4 c, float4 d)\n{{\n    switch (id)\n    {{");
    for row in rows {
        let Some(value) = machine_value(row) else { continue };
        let (word, bit) = (row.id / 32, 1_u32 << (row.id % 32));
        _ = writeln!(
            out,
            "#if kUSED_FUNCTIONS{word} & 0x{bit:x}\n    case {}u: return {value}; // {}\n#endif",
            row.id, row.name
        );
    }
    out.push_str("    default: return float4(0.0, 0.0, 0.0, 0.0);\n    }\n}\n\n");
}

/// The value of a function of four lanes `a` to `d`; `None` where it is four zeros.
fn machine_value(row: &Builtin) -> Option<String> {
    let text = match row.id {
        id if is_intrinsic(id) => {
            let operands = ["a", "b", "c"].get(..usize::from(row.arity)).unwrap_or_default();
            format!("{}({})", row.name, operands.join(", "))
        }
        26..=28 => "float4(a.x, b.x, c.x, d.x)".to_owned(),
        35 => "cross(a.xyz, b.xyz)".to_owned(),
        // Their operand is a place.
        41 | 45 | 47 | 66..=69 => replace_name(&expression(row.id, 2), "a", "a.xy"),
        65 | 70..=75 => return None,
        id => expression(id, 4),
    };
    Some(match row.result {
        ResultWidth::Fixed(1) => format!("float4({text}, 0.0, 0.0, 0.0)"),
        ResultWidth::Fixed(2) if row.id != 26 => format!("float4({text}, 0.0, 0.0)"),
        ResultWidth::Fixed(3) if row.id != 27 => format!("float4({text}, 0.0)"),
        _ => text,
    })
}
