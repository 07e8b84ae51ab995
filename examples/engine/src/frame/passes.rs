//! The techniques of a picture's passes, asked for by name and branches.

use std::error::Error;

use uberc_runtime::BranchHandle;

use crate::archive::{Archive, Choice, Generation, Pass};

/// What makes a permutation's caster of shadows: the sidecar clears everything that has no meaning there.
const CASTER: [&str; 4] = ["g_bShadowCast", "g_bDepth=0", "g_bDepthAsColor=0", "g_bDebug=0"];

/// Handles that stay valid when the archive is replaced.
pub(crate) struct Passes {
    pub(crate) caster: Pass,
    pub(crate) occlusion: Pass,
    pub(crate) occlusion_blur: [Pass; 2],
    pub(crate) light_culling: Pass,
    pub(crate) lighting: Pass,
    pub(crate) sky: Pass,
    pub(crate) bloom_first: Pass,
    pub(crate) bloom_down: Pass,
    pub(crate) bloom_up: Pass,
    pub(crate) tone_map: Pass,
    /// Shows numbers as they are.
    pub(crate) plain: Pass,
    pub(crate) anti_alias: Pass,
    branches: Branches,
}

/// Branches of the mesh that decide which passes it takes part in; another shader may lack them.
struct Branches {
    depth: Vec<BranchHandle>,
    forward: Vec<BranchHandle>,
    /// What it writes is shown as it is.
    plain: Vec<BranchHandle>,
    glow: Vec<BranchHandle>,
    receives: Vec<BranchHandle>,
}

/// When an object is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Queue {
    /// Nothing but depth.
    Depth,
    /// Into the buffers that the lighting pass reads.
    Opaque,
    /// Over the lit picture.
    Forward,
}

/// What a permutation leaves behind.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Output {
    /// What the lighting pass goes on with.
    Light,
    /// What shines brightly, and no more.
    Glow,
    /// An input of the lighting, to be looked at.
    Plain,
}

/// What a permutation does in a picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Role {
    pub(crate) queue: Queue,
    pub(crate) output: Output,
    /// Whether it reads the shadow maps.
    pub(crate) receives: bool,
}

impl Passes {
    /// `mesh`: the shader of meshes.
    pub(crate) fn new(archive: &Archive, mesh: &str) -> Result<Passes, Box<dyn Error>> {
        let none: [&str; 0] = [];
        let whole = archive.pass(mesh, &none)?;
        let known = |names: &[&str]| -> Vec<BranchHandle> {
            names.iter().filter_map(|name| archive.live.branch(whole.shader(), name).ok()).collect()
        };
        let branches = Branches {
            depth: known(&["g_bDepth", "g_bDepthAsColor", "g_bShadowCast", "g_bShadowCastDepthAsColor"]),
            forward: known(&["g_bForwardLighting"]),
            plain: known(&["g_bDebug"]),
            glow: known(&["g_bBloom"]),
            receives: known(&["g_bShadowRec"]),
        };
        // Another shader than the mesh may cast no shadows of its own.
        let caster: Vec<&str> = (CASTER.into_iter())
            .filter(|text| archive.live.branch(whole.shader(), text.trim_end_matches("=0")).is_ok())
            .collect();
        Ok(Passes {
            caster: archive.pass(mesh, &caster)?,
            occlusion: archive.pass("AmbientOcclusion", &["g_nSlices=3", "g_bNormals"])?,
            occlusion_blur: [
                archive.pass("AmbientOcclusionBlur", &none)?,
                archive.pass("AmbientOcclusionBlur", &["g_bBlurVertical"])?,
            ],
            light_culling: archive.pass("LightCulling", &["g_bSorted"])?,
            lighting: archive.pass("DeferredLighting", &["g_bOcclusion", "g_bPunctualLights", "g_bFog"])?,
            sky: archive.pass("Sky", &none)?,
            bloom_first: archive.pass("BloomDownsample", &["g_bFirstLevel"])?,
            bloom_down: archive.pass("BloomDownsample", &none)?,
            bloom_up: archive.pass("BloomUpsample", &["g_nRings=2"])?,
            tone_map: archive.pass("ToneMap", &["g_ToneMapper=Aces", "g_bBloomComposite"])?,
            plain: archive.pass("ToneMap", &["g_ToneMapper=Clamp"])?,
            anti_alias: archive.pass("AntiAlias", &["g_Quality=Ultra", "g_bLumaInAlpha"])?,
            branches,
        })
    }

    /// What the sidecar made of a permutation, which may be another than was asked for.
    pub(crate) fn role(&self, generation: &Generation, choice: Choice) -> Result<Role, Box<dyn Error>> {
        let shader = generation.shader(choice.shader)?;
        let technique = shader.technique(choice.key).map_err(|miss| format!("{}: {miss}", shader.name()))?;
        let on = |handles: &[BranchHandle]| {
            let value = |handle: &BranchHandle| technique.final_value(generation.branch(*handle).ok()?);
            handles.iter().filter_map(value).any(|value| value != 0)
        };
        let queue = if on(&self.branches.depth) {
            Queue::Depth
        } else if on(&self.branches.forward) {
            Queue::Forward
        } else {
            Queue::Opaque
        };
        let output = if on(&self.branches.plain) {
            Output::Plain
        } else if on(&self.branches.glow) {
            Output::Glow
        } else {
            Output::Light
        };
        Ok(Role { queue, output, receives: on(&self.branches.receives) })
    }
}
