//! A hostile input: a source and its sidecar.

use std::fmt::Write as _;

/// What a build of it must do, besides ending in time and within its memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expected {
    /// The source has a mistake that every size of it has: an error.
    Error,
    /// It is right, if it is within the limits: an archive or an error.
    Either,
}

/// A source and its sidecar.
#[derive(Clone, Debug)]
pub struct Input {
    pub source: String,
    pub sidecar: String,
    pub expected: Expected,
}

impl Input {
    /// One with a mistake.
    pub fn wrong(self) -> Input {
        Input { expected: Expected::Error, ..self }
    }
}

const SIDECAR: &str = "local s = Shader(\"S\")\ns.Technique = { ComputeShader = \"cs\" }\n";

/// A compute shader: items, and statements in which `u` is a float that matters.
pub fn compute(items: impl AsRef<str>, statements: impl AsRef<str>) -> Input {
    let (items, statements) = (items.as_ref(), statements.as_ref());
    let source = format!(
        "RWStructuredBuffer<float> result;\n{items}\n[numthreads(1, 1, 1)] void cs(uint id : SV_DispatchThreadID)\n{{\n\
         float u = result[id];\n{statements}\nresult[id] = u;\n}}\n"
    );
    Input { source, sidecar: SIDECAR.to_owned(), expected: Expected::Either }
}

/// A pixel shader behind a vertex shader; `items` declares `ps`.
pub fn pixel(items: impl AsRef<str>) -> Input {
    let items = items.as_ref();
    let source = format!("float4 vs(float4 p : POSITION) : SV_Position {{ return p; }}\n{items}\n");
    let sidecar = "local s = Shader(\"S\")\ns.Technique = { VertexShader = \"vs\", PixelShader = \"ps\" }\n".to_owned();
    Input { source, sidecar, expected: Expected::Either }
}

/// A mesh shader with these members of its vertices, and these statements that write them.
pub fn mesh(members: impl AsRef<str>, statements: impl AsRef<str>) -> Input {
    let (members, statements) = (members.as_ref(), statements.as_ref());
    let source = format!(
        "struct Vertex {{ float4 p : SV_Position; {members} }};\n[outputtopology(\"triangle\")] [numthreads(3, 1, 1)]\n\
         void ms(uint at : SV_GroupIndex, out indices uint3 triangles[1], out vertices Vertex vertices[3])\n{{\n\
         SetMeshOutputCounts(3, 1);\nvertices[at].p = at;\n{statements}\ntriangles[0] = uint3(0, 1, 2);\n}}\n"
    );
    let sidecar = "local s = Shader(\"S\")\ns.Technique.MeshShader = \"ms\"\n".to_owned();
    Input { source, sidecar, expected: Expected::Either }
}

/// `u = VALUE;` as the statement of a compute shader.
pub fn value(value: impl AsRef<str>) -> Input {
    compute("", format!("u = {};", value.as_ref()))
}

/// One piece of text for each number below `size`.
pub fn each(size: usize, piece: impl Fn(usize) -> String) -> String {
    let mut out = String::new();
    for at in 0..size {
        // Writing to a string cannot fail.
        let _ = writeln!(out, "{}", piece(at));
    }
    out
}

/// `open` and `close` around `inner`, so many times.
pub fn around(size: usize, open: &str, inner: &str, close: &str) -> String {
    format!("{}{inner}{}", open.repeat(size), close.repeat(size))
}

/// `one`, so many times, with `between` between.
pub fn joined(size: usize, one: &str, between: &str) -> String {
    let mut out = String::with_capacity(size * (one.len() + between.len()));
    for at in 0..size {
        if at > 0 {
            out += between;
        }
        out += one;
    }
    out
}
