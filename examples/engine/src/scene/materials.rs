//! Materials: which textures, and the constants beside them.

use crate::matrix::Vector;

/// `Material` of material.fxh, and the surface whose textures it has.
#[derive(Clone, Copy)]
pub(crate) struct Material {
    pub(crate) name: &'static str,
    pub(crate) surface: &'static str,
    pub(crate) base: [f32; 4],
    pub(crate) emissive: Vector,
    pub(crate) alpha_reference: f32,
    pub(crate) roughness: f32,
    pub(crate) metalness: f32,
    pub(crate) relief: f32,
    pub(crate) translucency: f32,
    /// Repeats of each layer, of what the mesh's coordinates say.
    pub(crate) layers: [f32; 4],
    pub(crate) opacity: f32,
}

const fn of(name: &'static str, surface: &'static str) -> Material {
    Material {
        name,
        surface,
        base: [1.0; 4],
        emissive: [0.0; 3],
        alpha_reference: 0.5,
        roughness: 1.0,
        metalness: 1.0,
        relief: 1.0,
        translucency: 0.0,
        layers: [2.0, 1.0, 2.0, 3.0],
        opacity: 1.0,
    }
}

/// Levels of detail average holes away: leaves in the distance would vanish at a half.
const CROWN: f32 = 0.34;

pub(crate) const MATERIALS: [Material; 16] = [
    of("paving", "paving"),
    of("stone", "stone"),
    of("ashlar", "ashlar"),
    of("plaster", "plaster"),
    of("bronze", "bronze"),
    of("clay", "clay"),
    of("bark", "bark"),
    Material { translucency: 0.6, alpha_reference: CROWN, base: [1.5, 1.45, 1.25, 1.0], ..of("leaves", "leaves") },
    Material { translucency: 0.6, alpha_reference: CROWN, base: [0.75, 0.95, 0.85, 1.0], ..of("needles", "leaves") },
    Material { translucency: 0.6, alpha_reference: CROWN, base: [1.5, 1.3, 0.95, 1.0], ..of("hedge", "leaves") },
    Material { translucency: 0.5, alpha_reference: 0.4, ..of("blades", "blades") },
    of("meadow", "meadow"),
    Material { base: [0.05, 0.13, 0.12, 1.0], relief: 0.55, opacity: 0.72, ..of("water", "water") },
    Material { emissive: [46.0, 25.0, 9.0], ..of("lamp", "lamp") },
    of("lattice", "lattice"),
    Material { base: [0.35, 0.62, 0.7, 1.0], opacity: 0.42, roughness: 1.0, relief: 0.25, ..of("glass", "water") },
];
