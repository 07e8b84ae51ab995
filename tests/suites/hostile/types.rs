//! Types that nest, and many of them.

use super::input::{Input, around, compute, each, joined, mesh, pixel};
use super::{Kind, kind};

/// `S0` to `SN`; each has members of the type before. `#` is its number.
fn nested(n: usize, members: &str) -> String {
    let next = |at: usize| format!("struct S{} {{ {} }};", at + 1, members.replace('#', &at.to_string()));
    format!("struct S0 {{ float x; }};\n{}", each(n, next))
}

const TWO: &str = "S# a; S# b;";
const FIVE: &str = "S# a; S# b; S# c; S# d; S# e;";

fn member(n: usize) -> String {
    ".a".repeat(n)
}

pub const KINDS: &[Kind] = &[
    kind("structures_in_cbuffer", 4, &[12, 30, 1_000], |n| {
        compute(format!("{}cbuffer C {{ S{n} s; }}", nested(n, TWO)), format!("u = s{}.x;", member(n)))
    }),
    kind("five_structures_in_cbuffer", 2, &[6, 14, 100], |n| {
        compute(format!("{}cbuffer C {{ S{n} s; }}", nested(n, FIVE)), format!("u = s{}.x;", member(n)))
    }),
    kind("structures_of_arrays_in_cbuffer", 4, &[8, 14, 1_000], |n| {
        compute(
            format!("{}cbuffer C {{ S{n} s; }}", nested(n, "S# a[2];")),
            format!("u = s{}.x;", ".a[id & 1]".repeat(n)),
        )
    }),
    kind("chain_of_structures_in_cbuffer", 25, &[100, 1_000, 100_000], |n| {
        compute(format!("{}cbuffer C {{ S{n} s; }}", nested(n, "S# a;")), format!("u = s{}.x;", member(n)))
    }),
    kind("structures_as_inputs", 3, &[8, 24, 1_000], |n| {
        let numbered =
            format!("struct S0 {{ float x : A; }};\n{}", nested(n, TWO).split_once('\n').map_or("", |(_, rest)| rest));
        pixel(format!("{numbered}float4 ps(S{n} s) : SV_Target {{ return s{}.x; }}", member(n)))
    }),
    kind("structures_as_inputs_of_one_semantic", 3, &[8, 24, 60], |n| {
        pixel(format!("{}float4 ps(S{n} s : A) : SV_Target {{ return s{}.x; }}", nested(n, TWO), member(n)))
    }),
    kind("inputs", 10, &[100, 100_000], |n| {
        let members = each(n, |at| format!("float a{at} : A{at};"));
        pixel(format!("struct I {{ {members} }};\nfloat4 ps(I i) : SV_Target {{ return i.a0; }}"))
    }),
    kind("mesh_outputs", 100, &[400, 3_000, 30_000], |n| {
        let members = each(n, |at| format!("float4 m{at} : M{at};"));
        mesh(members, each(n, |at| format!("vertices[at].m{at} = {at};")))
    }),
    kind("structures_as_locals", 4, &[12, 30, 1_000], |n| {
        compute(nested(n, TWO), format!("S{n} s; s{}.x = u; u = s{}.x;", member(n), member(n)))
    }),
    kind("structures_of_zero", 4, &[12, 30], |n| {
        compute(nested(n, TWO), format!("S{n} s = (S{n})0; u = s{}.x;", member(n)))
    }),
    kind("structures_passed", 4, &[12, 30], |n| {
        compute(
            format!("{}S{n} f(S{n} s) {{ return s; }}", nested(n, TWO)),
            format!("S{n} s; s{}.x = u; u = f(s){}.x;", member(n), member(n)),
        )
    }),
    kind("structures_in_buffer", 4, &[12, 30, 1_000], |n| {
        compute(format!("{}StructuredBuffer<S{n}> b;", nested(n, TWO)), format!("u = b[id]{}.x;", member(n)))
    }),
    kind("structures_loaded_from_buffer", 4, &[10, 30], |n| {
        compute(
            format!("{}RWStructuredBuffer<S{n}> b;", nested(n, TWO)),
            format!("S{n} s = b[id]; b[id + 1] = s; u = s{}.x;", member(n)),
        )
    }),
    kind("structures_shared", 4, &[12, 30], |n| {
        compute(
            format!("{}groupshared S{n} s;", nested(n, TWO)),
            format!("s{}.x = u; u = s{}.x;", member(n), member(n)),
        )
    }),
    kind("structures_converted", 4, &[10, 30], |n| {
        compute(nested(n, TWO), format!("S{n} s = (S{n})u; float4 v = (float4)s; u = v.x;"))
    }),
    kind("structures_in_list", 4, &[10, 30], |n| {
        compute(nested(n, TWO), format!("S{n} s = {{ u, u }}; u = s{}.x;", member(n)))
    }),
    kind("structures_with_textures", 3, &[8, 24], |n| {
        let items = nested(n, TWO).replacen("float x;", "Texture2D t; float x;", 1);
        compute(format!("{items}S{n} s;"), format!("u = s{}.t[uint2(0, 0)].x;", member(n)))
    }),
    kind("structures_in_structures", 30, &[300, 50_000], |n| {
        compute(around(n, "struct { ", "float x;", " } a;"), "u = 1;")
    }),
    kind("named_structures_in_structures", 30, &[300, 50_000], |n| {
        let open = (0..n).map(|at| format!("struct N{at} {{ ")).collect::<String>();
        compute(format!("{open}float x;{}", " };".repeat(n)), "u = 1;")
    }),
    kind("structure_in_itself", 0, &[1, 3], |n| {
        compute(format!("struct S {{ {} }};", "S s;".repeat(n)), "S s; u = 1;").wrong()
    }),
    kind("members", 200, &[3_000, 100_000], |n| {
        compute(
            format!("struct S {{ {} }};", each(n, |at| format!("float m{at};"))),
            format!("S s = (S)0; u = s.m{};", n - 1),
        )
    }),
    kind("members_read", 100, &[3_000, 20_000], |n| {
        let items = format!("struct S {{ {} }};", each(n, |at| format!("float m{at};")));
        compute(items, format!("S s = (S)0; {}", each(n, |at| format!("u += s.m{at};"))))
    }),
    kind("members_of_one_name", 200, &[3_000, 100_000], |n| {
        compute(format!("struct S {{ {} }};", "float m;".repeat(n)), "S s; s.m = u; u = s.m;").wrong()
    }),
    kind("structures", 300, &[5_000, 50_000], |n| {
        compute(each(n, |at| format!("struct S{at} {{ float m; }};")), format!("S{} s; s.m = u; u = s.m;", n - 1))
    }),
    kind("members_of_cbuffer", 200, &[3_000, 100_000], |n| {
        compute(format!("cbuffer C {{ {} }}", each(n, |at| format!("float m{at};"))), format!("u = m{};", n - 1))
    }),
    kind("cbuffers", 200, &[3_000, 50_000], |n| {
        compute(each(n, |at| format!("cbuffer C{at} {{ float m{at}; }}")), format!("u = m{};", n - 1))
    }),
    kind("cbuffers_read", 100, &[1_000, 20_000], |n| {
        compute(each(n, |at| format!("cbuffer C{at} {{ float m{at}; }}")), each(n, |at| format!("u += m{at};")))
    }),
    kind("textures", 200, &[3_000, 50_000], |n| {
        compute(each(n, |at| format!("Texture2D t{at};")), format!("u = t{}[uint2(0, 0)].x;", n - 1))
    }),
    kind("textures_read", 100, &[1_000, 20_000], |n| {
        compute(each(n, |at| format!("Texture2D t{at};")), each(n, |at| format!("u += t{at}[uint2(0, 0)].x;")))
    }),
    kind("textures_of_array", 0, &[1_000, 16_000_000], |n| {
        compute(format!("Texture2D t[{n}];"), "u = t[id][uint2(0, 0)].x;")
    }),
    kind("registers", 200, &[3_000, 50_000], |n| {
        compute(each(n, |at| format!("Texture2D t{at} : register(t{at});")), format!("u = t{}[uint2(0, 0)].x;", n - 1))
    }),
    kind("registers_of_one_number", 200, &[3_000, 30_000], |n| {
        compute(each(n, |at| format!("Texture2D t{at} : register(t0);")), "u = t0[uint2(0, 0)].x + t1[uint2(0, 0)].x;")
    }),
    kind("methods", 100, &[1_000, 20_000], |n| {
        let items =
            format!("struct S {{ float m; {} }};", each(n, |at| format!("float f{at}() {{ return m + {at}; }}")));
        compute(items, format!("S s; s.m = u; u = s.f{}();", n - 1))
    }),
    kind("chain_of_methods", 100, &[1_000, 20_000], |n| {
        let one = |at: usize| format!("float f{at}() {{ return f{}() + m; }}", at + 1);
        let items = format!("struct S {{ float m; {} float f{n}() {{ return m; }} }};", each(n, one));
        compute(items, "S s; s.m = u; u = s.f0();")
    }),
    kind("bases", 30, &[300, 20_000], |n| {
        let next = |at: usize| format!("struct S{} : S{at} {{ float m{}; }};", at + 1, at + 1);
        compute(format!("struct S0 {{ float m0; }};\n{}", each(n, next)), format!("S{n} s; s.m0 = u; u = s.m0;"))
    }),
    kind("bases_with_methods", 30, &[30, 300, 10_000], |n| {
        let next = |at: usize| format!("struct S{} : S{at} {{ float g{}() {{ return f(); }} }};", at + 1, at + 1);
        let items = format!("struct S0 {{ float m; float f() {{ return m; }} }};\n{}", each(n, next));
        compute(items, format!("S{n} s; s.m = u; u = s.f() + s.g1();"))
    }),
    kind("enumerators", 300, &[5_000, 50_000], |n| {
        compute(format!("enum E {{ {} }};", each(n, |at| format!("e{at},"))), format!("u = e{};", n - 1))
    }),
    kind("enumerators_of_each_other", 300, &[5_000, 50_000], |n| {
        compute(
            format!("enum E {{ e0, {} }};", each(n, |at| format!("e{} = e{at} + 1,", at + 1))),
            format!("u = e{n};"),
        )
    }),
    kind("scoped_enumerators", 300, &[5_000, 50_000], |n| {
        compute(format!("enum class E {{ {} }};", each(n, |at| format!("e{at},"))), format!("u = (int)E::e{};", n - 1))
    }),
    kind("enumerations", 300, &[5_000, 50_000], |n| {
        compute(each(n, |at| format!("enum E{at} {{ e{at} }};")), format!("u = e{};", n - 1))
    }),
    kind("typedefs", 300, &[5_000, 50_000], |n| {
        let next = |at: usize| format!("typedef T{at} T{};", at + 1);
        compute(format!("typedef float T0;\n{}", each(n, next)), format!("T{n} v = u; u = v;"))
    }),
    kind("typedefs_of_arrays", 5, &[10, 30, 1_000], |n| {
        let next = |at: usize| format!("typedef T{at} T{}[2];", at + 1);
        compute(
            format!("typedef float T0;\n{}", each(n, next)),
            format!("T{n} v; v{} = u; u = v{};", "[0]".repeat(n), "[0]".repeat(n)),
        )
    }),
    kind("dimensions", 5, &[10, 30, 50_000], |n| {
        compute("", format!("float a{}; a{} = u; u = a{};", "[2]".repeat(n), "[0]".repeat(n), "[0]".repeat(n)))
    }),
    kind("typedef_of_itself", 0, &[1], |_| compute("typedef T T;", "T v; u = v;").wrong()),
    kind("namespaces", 40, &[400, 100_000], |n| {
        compute(around(n, "namespace N { ", "static const float x = 1;", " }"), format!("u = {}x;", "N::".repeat(n)))
    }),
    kind("namespaces_of_long_path", 40, &[400, 3_000, 100_000], |n| {
        compute(
            format!("namespace {} {{ float f() {{ return 1; }} }}", joined(n, "N", "::")),
            format!("u = {}f();", "N::".repeat(n)),
        )
    }),
    kind("namespaces_behind_each_other", 300, &[5_000, 50_000], |n| {
        compute(each(n, |at| format!("namespace N{at} {{ static const float x = 1; }}")), format!("u = N{}::x;", n - 1))
    }),
    kind("using_namespaces", 30, &[60, 5_000], |n| {
        let spaces =
            each(n, |at| format!("namespace N{at} {{ static const float x{at} = 1; }}\nusing namespace N{at};"));
        compute(spaces, format!("u = x{};", n - 1))
    }),
    kind("bit_fields", 100, &[1_000, 50_000], |n| {
        compute(
            format!("struct S {{ {} }};", each(n, |at| format!("uint m{at} : 3;"))),
            format!("S s = (S)0; u = s.m{};", n - 1),
        )
    }),
    kind("operators_of_structures", 50, &[500, 10_000], |n| {
        let one = |at: usize| {
            format!("struct S{at} {{ float m; S{at} operator+(S{at} o) {{ S{at} r; r.m = m + o.m; return r; }} }};")
        };
        compute(each(n, one), "S0 s; s.m = u; u = (s + s).m;")
    }),
    kind("properties_of_cbuffer_array", 0, &[10_000_000], large_block),
    kind("groups", 0, &[1_025, 4_000_000_000], |n| {
        let input = compute("", "u += 1;");
        Input { source: input.source.replace("numthreads(1,", &format!("numthreads({n},")), ..input }
    }),
];

/// A block that no device can hold.
fn large_block(n: usize) -> Input {
    compute(format!("struct S {{ float4 a[{n}]; }};\ncbuffer C {{ S s[1000]; }}"), "u = s[id].a[id].x;")
}
