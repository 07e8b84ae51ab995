//! Templates that make templates.

use super::input::{around, compute, each};
use super::{Kind, kind};

const PAIR: &str = "template <typename T> struct P { T a; T b; };\n";

pub const KINDS: &[Kind] = &[
    kind("templates_that_count_down", 20, &[40, 1_000, 1_000_000], |n| {
        let items = "template <int N> float f(float v) { return f<N - 1>(v) + 1; }\ntemplate <> float f<0>(float v) { return v; }";
        compute(items, format!("u = f<{n}>(u);"))
    }),
    kind("templates_that_never_end", 0, &[1], |_| {
        compute("template <int N> float f(float v) { return f<N + 1>(v) + 1; }", "u = f<0>(u);").wrong()
    }),
    kind("templates_of_two", 8, &[20, 40], |n| {
        let items = "template <int N> float f(float v) { return f<N - 1>(v) + f<N - 2>(v); }\n\
                     template <> float f<0>(float v) { return v; }\ntemplate <> float f<1>(float v) { return v; }";
        compute(items, format!("u = f<{n}>(u);"))
    }),
    kind("templates_of_two_numbers", 0, &[10, 60], |n| {
        let items = "template <int N, int M> float f(float v) { return f<N - 1, M * 2>(v) + f<N - 1, M * 2 + 1>(v); }\n\
                     template <int M> float f<0, M>(float v) { return v; }";
        compute(items, format!("u = f<{n}, 1>(u);"))
    }),
    kind("templates_of_pairs", 5, &[12, 30, 1_000], |n| {
        compute(PAIR, format!("{} p; p{}= u; u = p{};", around(n, "P<", "float", " >"), ".a".repeat(n), ".a".repeat(n)))
    }),
    kind("templates_of_growing_types", 0, &[1], |_| {
        let items =
            format!("{PAIR}template <typename T> float f(T v) {{ P<T> p; p.a = v; p.b = v; return f<P<T> >(p); }}");
        compute(items, "u = f<float>(u);").wrong()
    }),
    kind("typedefs_of_pairs", 5, &[12, 30, 1_000], |n| {
        let next = |at: usize| format!("typedef P<T{at}> T{};", at + 1);
        compute(
            format!("{PAIR}typedef float T0;\n{}", each(n, next)),
            format!("T{n} p; p{} = u; u = p{};", ".a".repeat(n), ".a".repeat(n)),
        )
    }),
    kind("instances", 200, &[2_000, 50_000], |n| {
        compute("template <int N> float f(float v) { return v + N; }", each(n, |at| format!("u += f<{at}>(u);")))
    }),
    kind("instances_of_structures", 200, &[2_000, 50_000], |n| {
        compute(
            "template <int N> struct S { float m[N]; };",
            each(n, |at| format!("S<{}> s{at}; s{at}.m[0] = u;", at + 1)),
        )
    }),
    kind("templates", 200, &[2_000, 50_000], |n| {
        compute(
            each(n, |at| format!("template <typename T> T f{at}(T v) {{ return v; }}")),
            each(n, |at| format!("u += f{at}(u);")),
        )
    }),
    kind("overloaded_templates", 100, &[1_000, 10_000], |n| {
        compute(
            each(n, |at| format!("template <typename T> T f(T v, float w[{}]) {{ return v; }}", at + 1)),
            "float w[1]; w[0] = u; u += f(u, w);",
        )
    }),
    kind("specialisations", 200, &[2_000, 20_000], |n| {
        let items = each(n, |at| format!("template <> float f<{at}>(float v) {{ return v + {at}; }}"));
        compute(format!("template <int N> float f(float v) {{ return v; }}\n{items}"), format!("u = f<{}>(u);", n - 1))
    }),
    kind("template_parameters", 20, &[200, 50_000], |n| {
        let all = (0..n).map(|at| format!("int N{at}")).collect::<Vec<_>>().join(", ");
        let given = (0..n).map(|at| at.to_string()).collect::<Vec<_>>().join(", ");
        compute(format!("template <{all}> float f(float v) {{ return v + N0; }}"), format!("u = f<{given}>(u);"))
    }),
    kind("template_in_template", 20, &[200, 20_000], |n| {
        compute(format!("{}float f() {{ return 1; }}", "template <typename T> ".repeat(n)), "u = 1;")
    }),
    kind("instance_in_default_argument", 10, &[1_000, 100_000], |n| {
        let items = "template <int N> float f(float v = f<N - 1>()) { return v; }\n\
                     template <> float f<0>(float v) { return v; }";
        compute(items, format!("u = f<{n}>();"))
    }),
];
