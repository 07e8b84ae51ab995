//! Macros and directives.

use super::input::{Input, around, compute, each, joined};
use super::{Kind, kind};

pub const KINDS: &[Kind] = &[
    kind("chain_of_macros", 2_000, &[20_000, 100_000], |n| {
        compute(format!("#define M0 1\n{}", each(n, |at| format!("#define M{} M{at}", at + 1))), format!("u = M{n};"))
    }),
    kind("chain_of_macros_last_first", 2_000, &[20_000, 100_000], |n| {
        compute(format!("{}#define M{n} 1", each(n, |at| format!("#define M{at} M{}", at + 1))), "u = M0;")
    }),
    kind("chain_of_functions_of_macros", 500, &[5_000, 50_000], |n| {
        let next = |at: usize| format!("#define M{}(x) M{at}(x)", at + 1);
        compute(format!("#define M0(x) x\n{}", each(n, next)), format!("u = M{n}(u);"))
    }),
    kind("chain_of_calls_of_macros", 500, &[5_000, 50_000], |n| {
        let next = |at: usize| format!("#define M{} M(M{at})", at + 1);
        compute(format!("#define M(x) x\n#define M0 1\n{}", each(n, next)), format!("u = M{n};"))
    }),
    kind("growing_macros", 500, &[2_000, 20_000], |n| {
        compute(format!("#define M0 1\n{}", each(n, |at| format!("#define M{} M{at} + 1", at + 1))), "u = M1;")
    }),
    // Twice the tokens with each: the limit of tokens ends it.
    kind("doubled_macros", 0, &[15, 40, 10_000], |n| {
        compute(
            format!("#define M0 u +\n{}", each(n, |at| format!("#define M{} M{at} M{at}", at + 1))),
            format!("u = M{n} 1;"),
        )
    }),
    kind("macros_that_nothing_uses", 10, &[40, 10_000], |n| {
        compute(format!("#define M0 u +\n{}", each(n, |at| format!("#define M{} M{at} M{at}", at + 1))), "")
    }),
    kind("macros_in_arguments", 20, &[150, 100_000], |n| {
        compute("#define F(x) x", format!("u = {};", around(n, "F(", "u", ")")))
    }),
    kind("arguments_of_macro", 500, &[5_000, 100_000], |n| {
        compute("#define F(...) __VA_ARGS__", format!("u = max(F({}), u);", joined(n, "u", " + ")))
    }),
    kind("macros_defined_again", 500, &[5_000, 100_000], |n| {
        compute(each(n, |at| format!("#undef M\n#define M {at}")), "u = M;")
    }),
    kind("macros_of_one_name", 500, &[5_000, 100_000], |n| compute(each(n, |at| format!("#define M {at}")), "u = M;")),
    kind("conditions", 1_000, &[20_000, 300_000], |n| compute(format!("#if {}\n#endif", joined(n, "1", " + ")), "")),
    kind("parentheses_in_condition", 0, &[1_000, 300_000], |n| {
        compute(format!("#if {}\n#endif", around(n, "(", "1", ")")), "")
    }),
    kind("minus_in_condition", 0, &[1_000, 300_000], |n| compute(format!("#if {}1\n#endif", "-".repeat(n)), "")),
    kind("choices_in_condition", 0, &[1_000, 100_000], |n| {
        compute(format!("#if {}1\n#endif", "1 ? 2 : ".repeat(n)), "")
    }),
    kind("conditions_in_each_other", 500, &[5_000, 100_000], |n| {
        compute(format!("{}{}", "#if 1\n".repeat(n), "#endif\n".repeat(n)), "")
    }),
    kind("elifs", 500, &[5_000, 100_000], |n| compute(format!("#if 0\n{}#endif", "#elif 0\n".repeat(n)), "")),
    kind("open_conditions", 0, &[1_000, 100_000], |n| compute("#if 1\n".repeat(n), "").wrong()),
    kind("source_that_includes_itself", 0, &[1, 100], |n| {
        let input = compute("", "");
        Input { source: format!("{}{}", "#include \"main.fx\"\n".repeat(n), input.source), ..input.wrong() }
    }),
    kind("lines", 1_000, &[100_000, 1_000_000], |n| compute("\n".repeat(n), "")),
    kind("continued_lines", 1_000, &[100_000, 1_000_000], |n| {
        compute(format!("#define M 1 {} + 1", "\\\n".repeat(n)), "u = M;")
    }),
    kind("comments", 1_000, &[100_000, 1_000_000], |n| compute("/**/".repeat(n), "")),
    kind("open_comments", 0, &[100_000], |n| compute("/*".repeat(n), "").wrong()),
    kind("pragmas", 500, &[5_000, 100_000], |n| compute("#pragma pack_matrix(row_major)\n".repeat(n), "")),
    kind("unknown_directives", 100, &[1_000, 50_000], |n| compute(each(n, |at| format!("#defin M{at}")), "").wrong()),
    kind("undefined_in_conditions", 100, &[1_000, 50_000], |n| {
        compute(each(n, |at| format!("#if UNKNOWN{at}\n#endif")), "")
    }),
];
