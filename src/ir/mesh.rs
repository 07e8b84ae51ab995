//! Mesh pipelines: groups of threads that write the vertices and primitives of a part of a mesh, and groups before them
//! that choose how many of these run.

/// What each primitive of a mesh stage is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MeshTopology {
    Points,
    Lines,
    Triangles,
}

/// What a group of a mesh stage writes at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MeshGroup {
    pub topology: MeshTopology,
    pub max_vertices: u32,
    pub max_primitives: u32,
}

/// What an array of outputs has one element for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum OutputArray {
    Vertices,
    Primitives,
    /// The indices of each primitive's vertices.
    Indices,
}
