//! A scene that shows a MaterialX shader: a sphere or a plane in an environment.
//!
//! **In**: a generated shader with its interface, its stages as WGSL, values of its uniforms.
//! **Out**: a scene for `uberc-render` with the bytes of its files; a picture from what was drawn.
//! **Never**: opens a device, or starts a process.

mod camera;
mod environment;
mod mesh;
mod picture;
mod texture;
mod uniforms;

pub use mesh::Shape;
pub use picture::to_png;
pub use texture::{Texture, from_png};

use std::collections::BTreeMap;

use uberc_render::{Binding, Resource, SCENE, Scene, StageText};

use crate::dialect::materialx::emit::Shader;
use crate::model::{Artifact, BindingKind, Stage};

/// The sign of y in clip space for what is above: WGSL's, where a text for Vulkan is not turned.
const CLIP_Y: f32 = 1.0;

/// Bytes of a block of uniforms: no device takes as many.
const MOST_BLOCK: u32 = 1 << 26;

/// What is drawn, and how.
#[derive(Clone, Copy, Debug)]
pub struct View {
    pub shape: Shape,
    /// Pixels of a side.
    pub size: u32,
    /// Samples of the environment for each pixel.
    pub samples: u32,
}

/// The files of a scene, by their names in its folder.
pub type SceneFiles = BTreeMap<String, Vec<u8>>;

/// The scene of a shader. `values`: texts of uniforms by name. `load`: the picture of a file name of the document.
///
/// # Errors
/// A value that is none, or a resource that the scene does not have.
pub fn scene_of(
    shader: &Shader,
    stages: &BTreeMap<Stage, std::sync::Arc<Artifact>>,
    view: View,
    values: &[(String, String)],
    load: &mut dyn FnMut(&str) -> Option<Texture>,
) -> Result<SceneFiles, String> {
    let mut files = SceneFiles::new();
    let mut texts = Vec::new();
    for (stage, name) in [(Stage::Vertex, "vertex.wgsl"), (Stage::Pixel, "pixel.wgsl")] {
        let artifact = stages.get(&stage).ok_or_else(|| format!("there is no {} stage", stage.name()))?;
        files.insert(name.to_owned(), artifact.bytes.content().into_owned());
        texts.push(StageText { file: name.to_owned(), entry_point: artifact.entry_point.clone() });
    }
    let [vertex, pixel] = <[StageText; 2]>::try_from(texts).map_err(|_| "two stages are needed")?;
    let (mesh, bytes) = mesh::mesh_of(shader, view.shape);
    files.insert(mesh.file.clone(), bytes);
    let blocks = uniforms::blocks_of(shader, view, values)?;
    let mut bindings: Vec<Binding> = Vec::new();
    for found in stages.values().flat_map(|artifact| &artifact.reflection.bindings) {
        let (group, binding) = (found.set, found.binding);
        if bindings.iter().any(|known| (known.group, known.binding) == (group, binding)) {
            continue;
        }
        let resource = match found.kind {
            BindingKind::UniformBuffer => {
                let bytes = blocks.get(found.name.as_str());
                let bytes = bytes.ok_or_else(|| format!("the scene has no uniforms `{}`", found.name))?;
                let file = format!("uniforms_{group}_{binding}.bin");
                if found.size > MOST_BLOCK {
                    return Err(format!("the block `{}` has {} bytes, more than {MOST_BLOCK}", found.name, found.size));
                }
                let mut bytes = bytes.clone();
                // A block may be larger than its members.
                bytes.resize(bytes.len().max(found.size as usize).next_multiple_of(16), 0);
                files.insert(file.clone(), bytes);
                Resource::Uniform { file }
            }
            BindingKind::SampledTexture | BindingKind::CombinedImageSampler => {
                let texture = texture::texture_of(shader, &found.name, load);
                let file = format!("texture_{group}_{binding}.bin");
                let Texture { width, height, .. } = texture;
                let (bytes, levels) = texture.with_levels();
                files.insert(file.clone(), bytes);
                Resource::Texture { file, width, height, levels }
            }
            BindingKind::Sampler => Resource::Sampler,
            _ => return Err(format!("the scene has no resource of the kind of `{}`", found.name)),
        };
        bindings.push(Binding { group, binding, resource });
    }
    let scene = Scene { size: [view.size; 2], vertex, pixel, mesh, bindings };
    files.insert(SCENE.to_owned(), serde_json::to_vec(&scene).map_err(|error| error.to_string())?);
    Ok(files)
}
