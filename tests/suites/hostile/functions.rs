//! Many functions, and functions of many.

use super::input::{compute, each, joined};
use super::{Kind, kind};

/// `f0` to `fN`, each of which calls the one before.
fn chain(n: usize, call: &str) -> String {
    let next = |at: usize| format!("float f{}(float v) {{ return {}; }}", at + 1, call.replace('#', &format!("f{at}")));
    format!("float f0(float v) {{ return v + 1; }}\n{}", each(n, next))
}

pub const KINDS: &[Kind] = &[
    kind("chain_of_functions", 300, &[10_000, 100_000], |n| compute(chain(n, "#(v) * 2"), format!("u = f{n}(u);"))),
    kind("chain_of_two_calls", 300, &[10_000, 50_000], |n| {
        compute(chain(n, "#(v) + #(v + 1)"), format!("u = f{n}(u);"))
    }),
    kind("chain_behind_prototypes", 300, &[5_000, 50_000], |n| {
        let heads = each(n + 1, |at| format!("float f{at}(float v);"));
        let bodies = each(n, |at| format!("float f{at}(float v) {{ return f{}(v) + 1; }}", at + 1));
        compute(format!("{heads}{bodies}float f{n}(float v) {{ return v; }}"), "u = f0(u);")
    }),
    kind("functions_that_nothing_calls", 300, &[10_000, 100_000], |n| compute(chain(n, "v"), "")),
    kind("functions_that_one_calls", 300, &[5_000, 50_000], |n| {
        compute(each(n, |at| format!("float f{at}() {{ return {at}; }}")), each(n, |at| format!("u += f{at}();")))
    }),
    kind("ring_of_functions", 0, &[2, 5_000, 50_000], |n| {
        let heads = each(n, |at| format!("float f{at}(float v);"));
        let bodies = each(n, |at| format!("float f{at}(float v) {{ return f{}(v) + 1; }}", (at + 1) % n));
        compute(format!("{heads}{bodies}"), "u = f0(u);").wrong()
    }),
    kind("function_that_calls_itself", 0, &[1, 100_000], |n| {
        compute(format!("float f(float v) {{ return {}; }}", joined(n, "f(v)", " + ")), "u = f(u);").wrong()
    }),
    kind("overloads", 300, &[5_000, 20_000], |n| {
        let one = |at: usize| format!("struct S{at} {{ float a; }};\nfloat f(S{at} v) {{ return v.a; }}");
        compute(each(n, one), format!("S{} v; v.a = u; u = f(v);", n - 1))
    }),
    kind("overloads_by_array", 300, &[5_000, 20_000], |n| {
        compute(
            each(n, |at| format!("float f(float v[{}]) {{ return v[0]; }}", at + 1)),
            "float v[1]; v[0] = u; u = f(v);",
        )
    }),
    // Each call is compared with each overload, of which there are at most 1,024.
    kind("overloads_called_each", 0, &[50, 500, 5_000], |n| {
        let one = |at: usize| format!("struct S{at} {{ float a; }};\nfloat f(S{at} v) {{ return v.a; }}");
        compute(each(n, one), each(n, |at| format!("S{at} v{at}; v{at}.a = u; u += f(v{at});")))
    }),
    kind("overloads_none_fits", 300, &[5_000, 20_000], |n| {
        let one = |at: usize| format!("struct S{at} {{ float a; }};\nfloat f(S{at} v) {{ return v.a; }}");
        compute(each(n, one), "u = f(u);").wrong()
    }),
    kind("ambiguous_overloads", 0, &[8], |_| {
        let one = |at: usize| {
            format!(
                "float f(float{} v, int w) {{ return 1; }}\nfloat f(int v, float{} w) {{ return 1; }}",
                at + 1,
                at + 1
            )
        };
        compute(each(4, one), "u = f(u, u);").wrong()
    }),
    kind("parameters", 50, &[1_000, 100_000], |n| {
        let all = (0..n).map(|at| format!("float p{at}")).collect::<Vec<_>>().join(", ");
        compute(format!("float f({all}) {{ return p0; }}"), format!("u = f({});", joined(n, "u", ", ")))
    }),
    kind("equal_variables", 500, &[5_000, 50_000], |n| compute("float x;\n".repeat(n), "u = x;").wrong()),
    kind("equal_prototypes", 500, &[5_000, 50_000], |n| compute("float f(float v);\n".repeat(n), "")),
    kind("equal_functions", 500, &[5_000, 50_000], |n| {
        compute("float f(float v) { return v; }\n".repeat(n), "u = f(u);").wrong()
    }),
    kind("equal_typedefs", 500, &[5_000, 50_000], |n| compute("typedef float T;\n".repeat(n), "T v = u; u = v;")),
    kind("equal_structures", 500, &[5_000, 50_000], |n| {
        compute("struct S { float a; };\n".repeat(n), "S s; s.a = u; u = s.a;").wrong()
    }),
    kind("equal_texture", 500, &[5_000, 50_000], |n| {
        compute("Texture2D t;\n".repeat(n), "u = t[uint2(0, 0)].x;").wrong()
    }),
    kind("variables_of_one_name_in_namespaces", 300, &[3_000, 30_000], |n| {
        compute("namespace N { static const float x = 1; }\n".repeat(n), "u = N::x;").wrong()
    }),
    kind("uniforms", 300, &[5_000, 100_000], |n| {
        compute(each(n, |at| format!("float x{at};")), format!("u = x{};", n - 1))
    }),
    kind("static_variables", 300, &[5_000, 50_000], |n| {
        compute(each(n, |at| format!("static float x{at};")), each(n, |at| format!("x{at} = u; u += x{at};")))
    }),
    kind("textures_that_pass_through", 5, &[10, 20], |n| {
        let next =
            |at: usize| format!("float f{}(Texture2D a, Texture2D b) {{ return f{at}(a, b) + f{at}(b, a); }}", at + 1);
        let first = "Texture2D s; Texture2D t;\nfloat f0(Texture2D a, Texture2D b) { return a[uint2(0, 0)].x - b[uint2(0, 0)].x; }\n";
        compute(format!("{first}{}", each(n, next)), format!("u = f{n}(s, t);"))
    }),
    kind("functions_of_each_texture", 100, &[1_000, 5_000], |n| {
        let textures = each(n, |at| format!("Texture2D t{at};"));
        let items = format!("{textures}float f(Texture2D t) {{ return t[uint2(0, 0)].x; }}");
        compute(items, each(n, |at| format!("u += f(t{at});")))
    }),
    kind("functions_of_pairs_of_textures", 0, &[40, 200], |n| {
        let textures = each(n, |at| format!("Texture2D t{at};"));
        let items =
            format!("{textures}float f(Texture2D a, Texture2D b) {{ return a[uint2(0, 0)].x - b[uint2(0, 0)].x; }}");
        let call = |at: usize| (0..n).map(|other| format!("u += f(t{at}, t{other});")).collect::<String>();
        compute(items, each(n, call))
    }),
    kind("places_that_pass_through", 100, &[1_000, 20_000], |n| {
        let next = |at: usize| format!("void f{}(inout float v) {{ f{at}(v); f{at}(v); }}", at + 1);
        compute(format!("void f0(inout float v) {{ v += 1; }}\n{}", each(n, next)), format!("f{n}(u);"))
    }),
    kind("default_arguments", 0, &[10, 100, 100_000], |n| {
        let next = |at: usize| format!("float f{}(float v = f{at}() + f{at}()) {{ return v; }}", at + 1);
        compute(format!("float f0() {{ return 1; }}\n{}", each(n, next)), format!("u = f{n}();"))
    }),
    // A program of 2^n calls: `limits.compile-steps` bounds it.
    kind("doubled_default_arguments", 0, &[12, 40], |n| {
        let next = |at: usize| format!("float f{}(float a = f{at}(), float b = f{at}()) {{ return a + b; }}", at + 1);
        compute(format!("float f0() {{ return 1; }}\n{}", each(n, next)), format!("u = f{n}();"))
    }),
];
