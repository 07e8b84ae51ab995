//! A scene that the program `uberc-render` draws.
//!
//! **In**: a folder with a scene and the files that it names.
//! **Out**: the file [`PICTURE`] in that folder.
//! **Never**: knows which language or generator the stages come from.
//!
//! Texts are WGSL. Numbers in files have the lowest byte first. Textures and the picture have four 16-bit floats a
//! texel, rows from the top.

use serde::{Deserialize, Serialize};

/// The scene, as JSON.
pub const SCENE: &str = "scene.json";
/// What was drawn: as many texels as the scene's size says. Where nothing was drawn, all components are 0; edges are
/// averages.
pub const PICTURE: &str = "picture.bin";
/// Bytes of a texel.
pub const TEXEL: usize = 8;
/// Pixels or texels of a side.
pub const MOST_SIDE: u32 = 8192;

/// A mesh that is drawn once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Scene {
    /// Pixels: width and height.
    pub size: [u32; 2],
    pub vertex: StageText,
    pub pixel: StageText,
    pub mesh: Mesh,
    pub bindings: Vec<Binding>,
}

/// A stage.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StageText {
    pub file: String,
    pub entry_point: String,
}

/// Triangles: three vertices each.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mesh {
    pub file: String,
    /// Bytes of a vertex.
    pub stride: u32,
    pub vertices: u32,
    pub attributes: Vec<Attribute>,
}

/// A part of a vertex.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attribute {
    pub location: u32,
    /// Bytes from the vertex's beginning.
    pub offset: u32,
    /// 32-bit floats, or 32-bit integers.
    pub is_float: bool,
    /// From 1 to 4.
    pub components: u32,
}

/// A resource of both stages.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Binding {
    pub group: u32,
    pub binding: u32,
    pub resource: Resource,
}

/// What is bound.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Resource {
    /// A uniform buffer with the bytes of a file.
    Uniform { file: String },
    /// A texture; the file has all levels, the largest first, each side half of the one before.
    Texture { file: String, width: u32, height: u32, levels: u32 },
    /// A sampler with linear filters that repeats the texture.
    Sampler,
}
