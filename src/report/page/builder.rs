//! Puts the data of the page together, one shader after the other.

use super::data::{Binary, Drawable, Page, PageArtifact, PageProgram, PageTimings, PermutationSpace, ShaderPage};
use super::pool::Pool;
use super::texts::TextPool;
use crate::diag::JsonDiagnostic;
use crate::model::{Artifact, StagedProgram, UniformBlock};
use crate::report::Summary;

/// A page to which shaders are added.
#[derive(Debug, Default)]
pub struct PageBuilder {
    shaders: Vec<ShaderPage>,
    spaces: Pool<PermutationSpace>,
    binaries: Pool<Binary>,
    blocks: Pool<UniformBlock>,
    texts: TextPool,
}

impl PageBuilder {
    /// The index of a text on the page; `None` if the page has too much text already.
    pub fn text(&mut self, text: &str) -> Option<u32> {
        self.texts.add(text)
    }

    /// The index of a space of permutations.
    pub fn space(&mut self, space: PermutationSpace) -> u32 {
        self.spaces.add(space)
    }

    /// An artifact. `blocks`: what a browser needs to draw with it, if it can.
    pub fn artifact(&mut self, artifact: &Artifact, blocks: Option<Vec<UniformBlock>>) -> PageArtifact {
        let Artifact { bytes, entry_point, reflection } = artifact;
        let binary = Binary { digest: bytes.digest().to_string(), bytes: bytes.len() };
        let drawable = blocks.map(|blocks| Drawable {
            text: std::str::from_utf8(&bytes.content()).ok().and_then(|code| self.texts.add(code)),
            reflection: reflection.clone(),
            blocks: blocks.into_iter().map(|block| self.blocks.add(block)).collect(),
        });
        PageArtifact { binary: self.binaries.add(binary), entry_point: entry_point.clone(), drawable }
    }

    /// A program of a machine, with what the machine needs for it.
    pub fn program(&mut self, staged: &StagedProgram) -> PageProgram {
        let StagedProgram { packaged, metadata } = staged;
        let bytes = &packaged.artifact.bytes;
        let binary = Binary { digest: bytes.digest().to_string(), bytes: bytes.len() };
        let (machine, metadata) = (packaged.machine.clone(), metadata.iter().cloned().collect());
        PageProgram { machine, binary: self.binaries.add(binary), metadata }
    }

    /// Adds a shader.
    pub fn shader(&mut self, shader: ShaderPage) {
        self.shaders.push(shader);
    }

    /// The page of a build with these shaders.
    pub fn finish(
        self,
        (title, targets): (String, Vec<&'static str>),
        summary: &Summary,
        diagnostics: Vec<JsonDiagnostic>,
        timings: Option<PageTimings>,
    ) -> Page {
        let PageBuilder { shaders, spaces, binaries, blocks, texts } = self;
        Page {
            version: env!("CARGO_PKG_VERSION"),
            title,
            targets,
            variants: summary.variants,
            failed: summary.failed,
            shaders,
            spaces,
            binaries,
            blocks,
            texts,
            diagnostics,
            timings,
        }
    }
}
