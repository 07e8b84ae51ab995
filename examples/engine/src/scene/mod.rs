//! **In:** nothing. **Out:** meshes, and objects that say which of them stands where, of which material, drawn with which branches.
//! **Never:** the device, or names of shaders.

mod buildings;
mod courtyard;
mod figure;
pub(crate) mod materials;
pub(crate) mod mesh;
mod plants;
pub(crate) mod skeleton;
mod stage;

use crate::matrix::{Matrix, Vector};
use mesh::Mesh;

pub(crate) use courtyard::courtyard;
pub(crate) use stage::{Specimen, stage};

/// A mesh that is drawn.
pub(crate) struct Object {
    /// Its number in the scene.
    pub(crate) mesh: usize,
    /// Of `materials::MATERIALS`.
    pub(crate) material: &'static str,
    /// What its draw call asks the archive for.
    pub(crate) branches: &'static [&'static str],
    pub(crate) world: Matrix,
    pub(crate) tint: [f32; 4],
}

/// A point light.
pub(crate) struct Light {
    pub(crate) at: Vector,
    /// Metres.
    pub(crate) range: f32,
    /// Of the same unit as the sun's.
    pub(crate) color: Vector,
}

pub(crate) struct Camera {
    pub(crate) eye: Vector,
    pub(crate) at: Vector,
    /// Cotangent of half the vertical angle of view.
    pub(crate) zoom: f32,
}

/// Where the sun stands, as a direction of any length.
pub(crate) const SUN: Vector = [-0.78, 0.62, -0.4];
/// Its light on a surface that faces it.
pub(crate) const SUN_COLOR: Vector = [13.0, 11.0, 8.4];

pub(crate) struct Scene {
    pub(crate) meshes: Vec<Mesh>,
    pub(crate) objects: Vec<Object>,
    pub(crate) lights: Vec<Light>,
    pub(crate) camera: Camera,
}

impl Scene {
    fn seen_from(camera: Camera) -> Scene {
        Scene { meshes: Vec::new(), objects: Vec::new(), lights: Vec::new(), camera }
    }

    fn mesh(&mut self, mesh: Mesh) -> usize {
        self.meshes.push(mesh);
        self.meshes.len() - 1
    }

    fn object(&mut self, mesh: usize, material: &'static str, branches: &'static [&'static str], world: Matrix) {
        self.objects.push(Object { mesh, material, branches, world, tint: [1.0; 4] });
    }

    /// A mesh that stands once.
    fn once(&mut self, mesh: Mesh, material: &'static str, branches: &'static [&'static str], world: Matrix) {
        let mesh = self.mesh(mesh);
        self.object(mesh, material, branches, world);
    }
}

/// What stands in the sun's shadow where something is before it.
const SOLID: &[&str] = &["g_bShadowRec"];
/// Several materials on one mesh.
const LAYERED: &[&str] = &["g_bShadowRec", "g_bMultiLayer"];
/// Wood that sways with its leaves.
const WOOD: &[&str] = &["g_bShadowRec", "g_bFoliage"];
const LEAVES: &[&str] = &["g_bShadowRec", "g_bFoliage", "g_bBinaryAlpha"];
const CUT_OUT: &[&str] = &["g_bShadowRec", "g_bBinaryAlpha"];
const BENT: &[&str] = &["g_bShadowRec", "g_bSkinning"];
/// Drawn last, over what is there.
const CLEAR: &[&str] = &["g_bShadowRec", "g_bTransparent"];
