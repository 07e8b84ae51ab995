//! The files of a scene.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read as _;
use std::path::Path;

use uberc_render::{MOST_SIDE, PICTURE, Resource, SCENE, Scene, TEXEL};

/// Bytes of a file.
const MOST_BYTES: u64 = 1 << 30;

/// A scene with the contents of its files.
pub struct Files {
    pub scene: Scene,
    pub contents: BTreeMap<String, Vec<u8>>,
}

/// Reads a scene and what it names.
pub fn read(folder: &Path) -> Result<Files, String> {
    let scene: Scene = serde_json::from_slice(&load(folder, SCENE)?).map_err(|error| format!("{SCENE}: {error}"))?;
    let is_side = |side: &u32| (1..=MOST_SIDE).contains(side);
    if !scene.size.iter().all(is_side) {
        return Err(format!("a side of the picture has 1 to {MOST_SIDE} pixels"));
    }
    let mut names = vec![&scene.vertex.file, &scene.pixel.file, &scene.mesh.file];
    for binding in &scene.bindings {
        match &binding.resource {
            Resource::Uniform { file } => names.push(file),
            Resource::Texture { file, width, height, .. } if is_side(width) && is_side(height) => names.push(file),
            Resource::Texture { file, .. } => return Err(format!("{file}: a side has 1 to {MOST_SIDE} texels")),
            Resource::Sampler => {}
        }
    }
    let contents = names.into_iter().map(|name| Ok((name.clone(), load(folder, name)?)));
    let contents = contents.collect::<Result<_, String>>()?;
    Ok(Files { scene, contents })
}

fn load(folder: &Path, name: &str) -> Result<Vec<u8>, String> {
    let error = |error: std::io::Error| format!("{name}: {error}");
    // The files of a scene lie in its folder.
    if Path::new(name).components().count() != 1 {
        return Err(format!("{name}: not a file of the folder"));
    }
    let mut bytes = Vec::new();
    File::open(folder.join(name)).map_err(error)?.take(MOST_BYTES + 1).read_to_end(&mut bytes).map_err(error)?;
    if bytes.len() as u64 > MOST_BYTES { Err(format!("{name}: the file is too large")) } else { Ok(bytes) }
}

/// Writes the picture: whole or not at all.
pub fn write(folder: &Path, texels: &[u8]) -> Result<(), String> {
    let error = |error: std::io::Error| format!("{PICTURE}: {error}");
    let aside = folder.join(format!("{PICTURE}.part"));
    std::fs::write(&aside, texels).map_err(error)?;
    std::fs::rename(&aside, folder.join(PICTURE)).map_err(error)
}

impl Files {
    /// The bytes of a file that the scene names.
    pub fn bytes(&self, name: &str) -> &[u8] {
        self.contents.get(name).map_or(&[], Vec::as_slice)
    }

    /// A file as text.
    pub fn text(&self, name: &str) -> Result<&str, String> {
        std::str::from_utf8(self.bytes(name)).map_err(|error| format!("{name}: {error}"))
    }

    /// Bytes of the levels of a texture together; `None` if the file is shorter, or if there are too many levels.
    pub fn levels(&self, name: &str, width: u32, height: u32, levels: u32) -> Option<&[u8]> {
        if levels == 0 || levels > width.max(height).ilog2() + 1 {
            return None;
        }
        let size = |level: u32| (width >> level).max(1) as usize * (height >> level).max(1) as usize * TEXEL;
        self.bytes(name).get(..(0..levels).map(size).sum())
    }
}
