//! Long and deep bodies.

use super::input::{around, compute, each, joined};
use super::{Kind, kind};

pub const KINDS: &[Kind] = &[
    kind("statements", 1_000, &[10_000, 300_000], |n| compute("", "u += 1;\n".repeat(n))),
    kind("empty_statements", 1_000, &[100_000, 1_000_000], |n| compute("", ";".repeat(n))),
    kind("locals", 500, &[5_000, 100_000], |n| {
        compute("", format!("{}u = v{};", each(n, |at| format!("float v{at} = u;")), n - 1))
    }),
    kind("equal_locals", 500, &[5_000, 100_000], |n| compute("", "float v = u;\n".repeat(n)).wrong()),
    kind("locals_of_one_declaration", 500, &[5_000, 100_000], |n| {
        compute("", format!("float {};", (0..n).map(|at| format!("v{at} = u")).collect::<Vec<_>>().join(", ")))
    }),
    kind("blocks", 90, &[1_000, 300_000], |n| compute("", around(n, "{", "u += 1;", "}"))),
    kind("blocks_that_hide", 90, &[1_000, 100_000], |n| compute("", around(n, "{ float v = u; ", "u += v;", "}"))),
    kind("ifs", 90, &[1_000, 300_000], |n| compute("", format!("{}u += 1;", "if (u > 1) ".repeat(n)))),
    kind("else_ifs", 90, &[1_000, 100_000], |n| {
        compute("", format!("if (u > 1) u = 2;\n{}", "else if (u > 3) u = 4;\n".repeat(n)))
    }),
    kind("ifs_behind_each_other", 500, &[5_000, 100_000], |n| compute("", "if (u > 1) u = 2;\n".repeat(n))),
    kind("early_returns", 500, &[5_000, 100_000], |n| {
        compute("", "if (u > 1) { result[id] = 1; return; }\n".repeat(n))
    }),
    kind("fors", 60, &[1_000, 100_000], |n| {
        compute("", format!("{}u += 1;", "for (int i = 0; i < 2; i++) ".repeat(n)))
    }),
    kind("whiles", 60, &[1_000, 300_000], |n| compute("", format!("{}u += 1;", "while (u < 1) ".repeat(n)))),
    kind("dos", 60, &[1_000, 300_000], |n| compute("", around(n, "do ", "u += 1;", " while (u < 1);"))),
    kind("switches", 60, &[1_000, 100_000], |n| {
        compute("", around(n, "switch (id) { case 0: ", "u += 1;", " break; default: break; }"))
    }),
    kind("cases", 500, &[5_000, 100_000], |n| {
        compute("", format!("switch (id) {{ {} }}", each(n, |at| format!("case {at}: u += {at}; break;"))))
    }),
    kind("cases_that_fall_through", 500, &[5_000, 100_000], |n| {
        compute("", format!("switch (id) {{ {} u = 1; break; }}", each(n, |at| format!("case {at}:"))))
    }),
    // Each gets a copy of those behind it: WGSL has no fall-through.
    kind("cases_with_statements_that_fall_through", 0, &[100, 2_000, 20_000], |n| {
        compute("", format!("switch (id) {{ {} break; }}", each(n, |at| format!("case {at}: u += {at};"))))
    }),
    kind("equal_cases", 500, &[5_000, 100_000], |n| {
        compute("", format!("switch (id) {{ {} }}", "case 1: break;".repeat(n))).wrong()
    }),
    kind("unrolled", 0, &[1_000, 1_000_000_000], |n| {
        compute("", format!("[unroll] for (int i = 0; i < {n}; i++) u += i;"))
    }),
    kind("unrolled_in_each_other", 0, &[3, 30], |n| {
        let head = |at: usize| format!("[unroll] for (int i{at} = 0; i{at} < 1000; i{at}++)");
        compute("", format!("{} u += 1;", each(n, head)))
    }),
    kind("loops_behind_each_other", 300, &[3_000, 50_000], |n| {
        compute("", "for (int i = 0; i < 3; i++) u += i;\n".repeat(n))
    }),
    kind("local_array", 0, &[100_000, 16_000_000, 2_000_000_000], |n| {
        compute("", format!("float a[{n}]; a[id] = 1; u = a[0];"))
    }),
    kind("zeroed_array", 0, &[10_000, 16_000_000], |n| {
        compute(format!("struct A {{ float a[{n}]; }};"), "A a = (A)0; u = a.a[id];")
    }),
    kind("copied_arrays", 0, &[10_000, 10_000_000], |n| {
        compute(
            format!("struct A {{ float a[{n}]; }};\nA f(A a) {{ return a; }}"),
            "A a; a.a[0] = u; A b = f(f(a)); u = b.a[id];",
        )
    }),
    kind("shared_array", 0, &[10_000, 16_000_000], |n| {
        compute(format!("groupshared float a[{n}];"), "a[id] = u; u = a[0];")
    }),
    kind("buffer_of_large_elements", 0, &[1_000, 1_000_000], |n| {
        compute(format!("struct A {{ float a[{n}]; }};\nStructuredBuffer<A> b;"), "A a = b[id]; u = a.a[0];")
    }),
    kind("constants_of_large_array", 0, &[4_000, 1_000_000], |n| {
        compute(format!("cbuffer C {{ float a[{n}]; }}"), "float b = a[id]; u = b;")
    }),
    kind("attributes", 100, &[1_000, 100_000], |n| compute("", format!("{}if (u > 1) u = 2;", "[branch]".repeat(n)))),
    kind("open_parentheses", 0, &[1_000, 300_000], |n| compute("", format!("u = {}u;", "(".repeat(n))).wrong()),
    kind("open_braces", 0, &[1_000, 300_000], |n| compute("", "{".repeat(n)).wrong()),
    kind("open_brackets", 0, &[1_000, 300_000], |n| compute("", format!("u = u{};", "[".repeat(n))).wrong()),
    kind("closing_braces", 0, &[1_000, 300_000], |n| compute("}".repeat(n), "").wrong()),
    kind("less_signs", 0, &[1_000, 300_000], |n| compute("", format!("u = u{};", "<".repeat(n))).wrong()),
    kind("colons", 0, &[1_000, 300_000], |n| compute("", format!("u = u{};", "::a".repeat(n))).wrong()),
    kind("words", 0, &[1_000, 300_000], |n| compute(joined(n, "word", " "), "").wrong()),
    kind("mistakes", 200, &[2_000, 50_000], |n| compute("", "u = unknown + ;\n".repeat(n)).wrong()),
    kind("wrong_functions", 200, &[2_000, 50_000], |n| {
        compute(
            each(n, |at| format!("float f{at}() {{ return unknown{at}; }}")),
            each(n, |at| format!("u += f{at}();")),
        )
        .wrong()
    }),
];
