//! Many variants.

use super::input::{Expected, Input, each};
use super::{Kind, kind};

fn input(source: String, sidecar: String) -> Input {
    Input { source, sidecar, expected: Expected::Either }
}

fn names(n: usize) -> String {
    (0..n).map(|at| format!("\"b{at}\"")).collect::<Vec<_>>().join(", ")
}

/// A compute shader with so many branches, each of which has a statement.
fn branches(n: usize, specialize: &str) -> Input {
    let statements = each(n, |at| format!("if (b{at}) u += {at};"));
    let source = format!(
        "RWStructuredBuffer<float> result;\n{}[numthreads(1, 1, 1)] void cs(uint id : SV_DispatchThreadID)\n{{\nfloat u = 1;\n\
         {statements}result[id] = u;\n}}\n",
        each(n, |at| format!("bool b{at};"))
    );
    let sidecar = format!(
        "local s = Shader(\"S\")\ns.Branches = {{ {} }}\nlocal t = Technique()\nt.ComputeShader = \"cs\"\n\
         function s.Specialize(p)\n{specialize}\nreturn t, p\nend\n",
        names(n)
    );
    input(source, sidecar)
}

/// A source of these items, which three sets of defines change at its end.
fn units(items: String) -> Input {
    let source = format!(
        "{items}\n#if VALUE\n#define RESULT 1\n#else\n#define RESULT 2\n#endif\nRWStructuredBuffer<uint> r;\n\
         [numthreads(1, 1, 1)] void cs() {{ r[VALUE] = RESULT; }}\n"
    );
    let shader =
        |at| format!("Shader(\"S{at}\").Technique = {{ ComputeShader = \"cs\", Defines = {{ VALUE = {at} }} }}");
    input(source, each(3, shader))
}

pub const KINDS: &[Kind] = &[
    kind("branches", 0, &[8, 13, 64], |n| branches(n, "")),
    kind("branches_that_are_read", 0, &[8, 13, 64], |n| branches(n, &each(n, |at| format!("if p.b{at} then end")))),
    kind("branches_in_each_other", 0, &[8, 12], |n| {
        let mut input = branches(n, "");
        input.source =
            input.source.replace("float u = 1;", &format!("float u = 1; {} u = 2;", "if (b0) if (b1) ".repeat(50)));
        input
    }),
    kind("shaders", 0, &[100, 5_000], |n| {
        let source = "[numthreads(1, 1, 1)] void cs() {}\n".to_owned();
        input(source, each(n, |at| format!("Shader(\"S{at}\").Technique = {{ ComputeShader = \"cs\" }}")))
    }),
    kind("shaders_of_own_entry_points", 0, &[50, 500], |n| {
        let source = each(n, |at| {
            format!("RWStructuredBuffer<uint> r{at};\n[numthreads(1, 1, 1)] void cs{at}() {{ r{at}[0] = {at}; }}")
        });
        input(source, each(n, |at| format!("Shader(\"S{at}\").Technique = {{ ComputeShader = \"cs{at}\" }}")))
    }),
    kind("defines", 0, &[6, 10, 12], |n| {
        let source = "RWStructuredBuffer<uint> r;\n[numthreads(1, 1, 1)] void cs() { r[0] = VALUE; }\n".to_owned();
        let reads = each(n, |at| format!("if p.b{at} then value = value + {} end", 1u64 << at));
        let sidecar = format!(
            "local s = Shader(\"S\")\ns.Branches = {{ {} }}\nfunction s.Specialize(p)\nlocal value = 0\n{reads}\nlocal t = Technique()\n\
             t.ComputeShader = \"cs\"\nt.Defines = {{ VALUE = value }}\nreturn t, p\nend\n",
            names(n)
        );
        let source = format!("{}{source}", each(n, |at| format!("bool b{at};")));
        input(source, sidecar)
    }),
    // Ranges of text that begin with an item and end inside of one.
    kind("ranges_in_items", 0, &[100, 80_000], |n| {
        let item = |at| {
            format!(
                "float f{at}(float x) {{ return x + 1.0 * x - 2.0; }} float\n#pragma x\n g{at}(float x) {{ return x; }}\n#pragma x"
            )
        };
        units(each(n, item))
    }),
    kind("types_of_one_range", 0, &[100, 60_000], |n| {
        let types = each(n, |at| format!("typedef float T{at};"));
        units(types + &each(n, |at| format!("float f{at}(float x) {{ return (T{at})x; }}")))
    }),
    kind("code_of_each_variant", 0, &[3, 9], |n| {
        let mut input = branches(n, "");
        input.source =
            input.source.replace("float u = 1;", &format!("float u = 1; {}", "u = u * 2 + 1;".repeat(2_000)));
        input
    }),
];
