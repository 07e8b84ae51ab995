//! The helpers of generated HLSL: built-in functions that HLSL lacks, and values that carry their number of lanes.

use std::fmt::Write;

use super::print::{Needs, type_of};
use crate::dialect::shaderception::ast::BinaryOp;
use crate::dialect::shaderception::builtins;
use crate::dialect::shaderception::formulas;
use crate::dialect::shaderception::widths::Known;

const DYNAMIC: &str = "\
struct PslDynamic
{
    float4 lanes;
    uint width;
};

PslDynamic psl_dynamic(float4 lanes, uint width)
{
    PslDynamic value;
    value.lanes = lanes * float4(1.0, width > 1u ? 1.0 : 0.0, width > 2u ? 1.0 : 0.0, width > 3u ? 1.0 : 0.0);
    if (width < 2u) value.lanes.y = 0.0;
    if (width < 3u) value.lanes.z = 0.0;
    if (width < 4u) value.lanes.w = 0.0;
    value.width = width;
    return value;
}

float4 psl_pad(PslDynamic value, uint width)
{
    float4 lanes = value.lanes;
    if (value.width == 1u)
    {
        lanes = value.lanes.xxxx;
        if (width < 2u) lanes.y = 0.0;
        if (width < 3u) lanes.z = 0.0;
        if (width < 4u) lanes.w = 0.0;
    }
    return lanes;
}

";

/// Everything that the program needs, before it.
pub fn helpers(needs: &Needs) -> String {
    let mut out = String::new();
    let has_dynamic_builtins = needs.builtins.iter().any(|(id, width)| *width == 0 && is_operand_dynamic(*id));
    if needs.dynamic || has_dynamic_builtins || !needs.operators.is_empty() {
        out.push_str(DYNAMIC);
    }
    if needs.unary {
        out.push_str("PslDynamic psl_negate(PslDynamic a)\n{\n    return psl_dynamic(-a.lanes, a.width);\n}\n\n");
        out.push_str(
            "PslDynamic psl_not(PslDynamic a)\n{\n    return psl_dynamic((float4)(a.lanes == 0.0), a.width);\n}\n\n",
        );
    }
    for code in &needs.operators {
        operator(&mut out, *code);
    }
    if needs.builtins.iter().any(|(id, _)| *id == builtins::POW) {
        out.push_str(formulas::POWER);
    }
    for (id, width) in &needs.builtins {
        if *width == 0 && is_operand_dynamic(*id) {
            dynamic_builtin(&mut out, *id);
        } else {
            builtin(&mut out, *id, *width);
        }
    }
    out
}

/// Whether a function without operands of known width has dynamic ones, and not none at all.
fn is_operand_dynamic(id: u8) -> bool {
    builtins::by_id(u32::from(id)).is_some_and(|builtin| builtin.arity > 0)
}

fn operator(out: &mut String, code: u32) {
    let Some(op) = BinaryOp::ALL.get(code as usize - 1) else { return };
    let text = op.text();
    _ = writeln!(out, "PslDynamic psl_operator{code}(PslDynamic a, PslDynamic b)\n{{");
    out.push_str("    float4 left = a.width == 1u ? a.lanes.xxxx : a.lanes;\n");
    out.push_str("    float4 right = b.width == 1u ? b.lanes.xxxx : b.lanes;\n");
    if op.is_arithmetic() {
        out.push_str("    uint width = a.width == 1u ? b.width : b.width == 1u ? a.width : min(a.width, b.width);\n");
        _ = writeln!(out, "    return psl_dynamic(left {text} right, width);\n}}\n");
        return;
    }
    out.push_str("    uint width = max(a.width, b.width);\n    uint both = a.width == 1u || b.width == 1u ? width : min(a.width, b.width);\n");
    let combined = match op {
        BinaryOp::And => "(float4)(left != 0.0) * (float4)(right != 0.0)".to_owned(),
        BinaryOp::Or => "max((float4)(left != 0.0), (float4)(right != 0.0))".to_owned(),
        _ => format!("(float4)(left {text} right)"),
    };
    _ = writeln!(out, "    float4 result = {combined};");
    // A lane that only one has: comparisons are false, `!=` is true, and logic sees a true value.
    let missing = match op {
        BinaryOp::NotEqual | BinaryOp::Or => "float4(1.0, 1.0, 1.0, 1.0)",
        BinaryOp::And => "(a.width > b.width ? (float4)(left != 0.0) : (float4)(right != 0.0))",
        _ => "float4(0.0, 0.0, 0.0, 0.0)",
    };
    _ = writeln!(out, "    float4 missing = {missing};");
    for (at, lane) in ["x", "y", "z", "w"].iter().enumerate() {
        _ = writeln!(out, "    if (both < {}u) result.{lane} = missing.{lane};", at + 1);
    }
    out.push_str("    return psl_dynamic(result, width);\n}\n\n");
}

/// A function for operands of `width` lanes.
fn builtin(out: &mut String, id: u8, width: u8) {
    let Some(row) = builtins::by_id(u32::from(id)) else { return };
    let ty = type_of(Known(width.max(1)));
    let names = ["a", "b", "c", "d"];
    let params: Vec<String> = names.iter().take(usize::from(row.arity)).map(|name| format!("{ty} {name}")).collect();
    let result = match id {
        9 | 19 | 33 | 37 | 39 | 40 => ty,
        _ => match row.result {
            builtins::ResultWidth::Fixed(lanes) => type_of(Known(lanes)),
            _ => ty,
        },
    };
    let body = formulas::expression(id, width);
    _ = writeln!(out, "{result} psl_{}({})\n{{\n    return {body};\n}}\n", row.name, params.join(", "));
}

/// A function whose operands carry their widths.
fn dynamic_builtin(out: &mut String, id: u8) {
    let Some(row) = builtins::by_id(u32::from(id)) else { return };
    let names = ["a", "b", "c"];
    let used = &names[..usize::from(row.arity).min(3)];
    let params: Vec<String> = used.iter().map(|name| format!("PslDynamic {name}")).collect();
    let fixed = match row.result {
        builtins::ResultWidth::Fixed(lanes) if id != builtins::ROUND => Some(lanes),
        _ => None,
    };
    let result = fixed.map_or("PslDynamic", |lanes| type_of(Known(lanes)));
    let name = row.name;
    _ = writeln!(out, "{result} psl_{name}({})\n{{", params.join(", "));
    let widths: Vec<String> = used.iter().map(|name| format!("{name}.width")).collect();
    let widest = widths[1..].iter().fold(widths[0].clone(), |most, width| format!("max({most}, {width})"));
    _ = writeln!(out, "    uint width = {widest};");
    let lanes = |name: &str| {
        if used.len() > 1 { format!("psl_pad({name}, width)") } else { format!("{name}.lanes") }
    };
    let given: Vec<String> = used.iter().map(|name| lanes(name)).collect();
    let call = match id {
        48 => {
            let lane = |at: usize, lane: &str| format!("(a.width < {}u || a.lanes.{lane} != 0.0)", at + 1);
            let parts: Vec<String> = ["x", "y", "z", "w"].iter().enumerate().map(|(at, name)| lane(at, name)).collect();
            format!("(float)({})", parts.join(" && "))
        }
        35 => format!("cross({}.xyz, {}.xyz)", given[0], given[1]),
        9 => {
            let (x, y) = (&given[0], &given[1]);
            let parts: Vec<String> =
                ["x", "y", "z", "w"].iter().map(|lane| format!("psl_power({x}.{lane}, {y}.{lane})")).collect();
            format!("float4({})", parts.join(", "))
        }
        id if formulas::is_intrinsic(id) => format!("{name}({})", given.join(", ")),
        _ => {
            // With the names of the general text.
            for (name, value) in used.iter().zip(&given) {
                _ = writeln!(out, "    float4 lanes_{name} = {value};");
            }
            let mut text = formulas::expression(id, 4);
            for name in used {
                text = formulas::replace_name(&text, name, &format!("lanes_{name}"));
            }
            text
        }
    };
    match fixed {
        Some(_) => _ = writeln!(out, "    return {call};\n}}\n"),
        None => _ = writeln!(out, "    return psl_dynamic({call}, width);\n}}\n"),
    }
}
