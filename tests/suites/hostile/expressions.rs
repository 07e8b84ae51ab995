//! Long and deep expressions.

use super::input::{around, compute, each, joined, value};
use super::{Kind, kind};

pub const KINDS: &[Kind] = &[
    kind("sum", 2_000, &[20_000, 1_000_000], |n| value(joined(n, "u", " + "))),
    kind("sum_of_products", 1_000, &[10_000, 300_000], |n| value(joined(n, "u * u - u", " + "))),
    kind("comparisons", 2_000, &[20_000, 300_000], |n| value(joined(n, "u", " < "))),
    kind("conjunction", 1_000, &[10_000, 300_000], |n| {
        compute("", format!("if ({}) u = 1;", joined(n, "u > 1", " && ")))
    }),
    kind("commas", 2_000, &[20_000, 300_000], |n| value(format!("({})", joined(n, "u", ", ")))),
    kind("comma_of_loop", 2_000, &[100_000], |n| {
        compute("", format!("for (; u < 1; {}) {{}}", joined(n, "u++", ", ")))
    }),
    kind("assignments", 100, &[1_000, 100_000], |n| value(joined(n, "u", " = "))),
    kind("parentheses", 90, &[1_000, 1_000_000], |n| value(around(n, "(", "u", ")"))),
    kind("minus", 90, &[1_000, 1_000_000], |n| value(format!("{}u", "- ".repeat(n)))),
    kind("not", 90, &[1_000, 300_000], |n| value(format!("{}u", "!".repeat(n)))),
    kind("complement", 90, &[1_000, 300_000], |n| value(format!("{}id", "~".repeat(n)))),
    kind("casts", 90, &[1_000, 300_000], |n| value(format!("{}u", "(float)".repeat(n)))),
    kind("steps", 90, &[1_000, 300_000], |n| value(format!("{}u", "++".repeat(n)))),
    kind("steps_behind", 0, &[1_000, 300_000], |n| value(format!("u{}", "++".repeat(n)))),
    kind("choices", 90, &[1_000, 300_000], |n| value(format!("{}u", "u > 1 ? u : ".repeat(n)))),
    kind("choices_inside", 90, &[1_000, 300_000], |n| value(around(n, "u > 1 ? ", "u", " : u"))),
    kind("calls", 90, &[1_000, 300_000], |n| value(around(n, "abs(", "u", ")"))),
    kind("calls_of_two", 40, &[400, 100_000], |n| value(around(n, "max(u, ", "u", ")"))),
    kind("constructors", 90, &[1_000, 100_000], |n| value(around(n, "float4(", "u", ", u, u, u).x"))),
    kind("indices", 90, &[1_000, 100_000], |n| value(around(n, "result[", "id", "]"))),
    kind("swizzles", 90, &[1_000, 100_000], |n| value(format!("float4(u, u, u, u){}.x", ".wzyx".repeat(n)))),
    kind("arguments", 100, &[1_000, 300_000], |n| value(format!("max({})", joined(n, "u", ", "))).wrong()),
    kind("parts_of_constructor", 100, &[1_000, 300_000], |n| {
        value(format!("float4({})", joined(n, "u", ", "))).wrong()
    }),
    kind("lists", 90, &[1_000, 100_000], |n| compute("", format!("float a[1] = {};", around(n, "{", "u", "}")))),
    kind("list", 1_000, &[100_000, 500_000], |n| {
        compute("", format!("float a[{n}] = {{ {} }}; u = a[id];", joined(n, "u", ", ")))
    }),
    kind("constant_list", 1_000, &[100_000, 500_000], |n| {
        compute(format!("static const float a[{n}] = {{ {} }};", joined(n, "1", ", ")), "u = a[id];")
    }),
    kind("constant_sum", 1_000, &[20_000, 300_000], |n| {
        compute(format!("static const int a = {};", joined(n, "1", " + ")), "u = a;")
    }),
    kind("constant_size", 1_000, &[20_000, 300_000], |n| {
        compute(format!("static float a[{}];", joined(n, "1", " + ")), "u = a[id];")
    }),
    kind("chain_of_constants", 500, &[5_000, 100_000], |n| {
        let next = |at: usize| format!("static const int c{} = c{at} + 1;", at + 1);
        compute(format!("static const int c0 = 1;\n{}", each(n, next)), format!("u = c{n};"))
    }),
    kind("doubled_constants", 500, &[5_000, 100_000], |n| {
        let next = |at: usize| format!("static const int c{} = c{at} + c{at};", at + 1);
        compute(format!("static const int c0 = 1;\n{}", each(n, next)), format!("u = c{n};"))
    }),
    kind("doubled_values", 200, &[2_000, 30_000], |n| {
        compute("", format!("float v0 = u;\n{}u = v{n};", each(n, |at| format!("float v{} = v{at} + v{at};", at + 1))))
    }),
    kind("chain_of_values", 200, &[1_000, 30_000], |n| {
        compute("", format!("float v0 = u;\n{}u = v{n};", each(n, |at| format!("float v{} = v{at} * 2 + 1;", at + 1))))
    }),
    kind("digits", 1_000, &[100_000, 5_000_000], |n| value("7".repeat(n))),
    kind("digits_of_fraction", 1_000, &[100_000, 5_000_000], |n| value(format!("0.{}", "7".repeat(n)))),
    kind("string", 0, &[100_000, 5_000_000], |n| value(format!("\"{}\"", "s".repeat(n))).wrong()),
    kind("long_name", 1_000, &[50_000, 5_000_000], |n| {
        let name = "n".repeat(n);
        compute(format!("static const float {name} = 1;"), format!("u = {name};"))
    }),
    kind("long_unknown_name", 1_000, &[50_000, 5_000_000], |n| {
        compute(format!("static const float {} = 1;", "n".repeat(n)), format!("u = {}m;", "n".repeat(n))).wrong()
    }),
    kind("unknown_names", 500, &[5_000, 50_000], |n| {
        let declared = each(n, |at| format!("static const float known{at} = 1;"));
        compute(declared, each(n, |at| format!("u += unknwn{at};"))).wrong()
    }),
    kind("unknown_members", 500, &[5_000, 50_000], |n| {
        let members = each(n, |at| format!("float known{at};"));
        compute(
            format!("struct M {{ {members} }};"),
            format!("M m = (M)0;\n{}", each(n, |at| format!("u += m.unknwn{at};"))),
        )
        .wrong()
    }),
    kind("wide_expression_of_members", 500, &[5_000, 100_000], |n| {
        compute("struct M { float4 a; };", format!("M m = (M)u; u = {};", joined(n, "m.a.x", " + ")))
    }),
];
