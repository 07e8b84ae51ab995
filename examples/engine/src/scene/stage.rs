//! A stage for techniques: what shows a technique best, on a paved floor.

use crate::matrix::{Matrix, Vector};
use crate::scene::mesh::{Mesh, surface};
use crate::scene::skeleton::{RIGHT_ARM, RIGHT_PALM, posed};
use crate::scene::{
    BENT, CLEAR, CUT_OUT, Camera, LAYERED, LEAVES, Light, SOLID, Scene, WOOD, buildings, figure, plants,
};

/// What stands on the stage.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Specimen {
    /// One of each.
    Group,
    Ball,
    /// A ball of wood with holes.
    Lattice,
    Figure,
    Tree,
    Glass,
    Lamp,
}

const WIDE: Camera = Camera { eye: [0.6, 1.75, -4.3], at: [0.0, 0.78, 0.2], zoom: 2.1 };
const NEAR: Camera = Camera { eye: [0.5, 1.3, -2.9], at: [0.0, 0.6, 0.0], zoom: 2.0 };
const TALL: Camera = Camera { eye: [0.6, 1.5, -4.4], at: [0.0, 1.05, 0.0], zoom: 2.2 };

pub(crate) fn stage(specimen: Specimen) -> Scene {
    let camera = match specimen {
        Specimen::Group => WIDE,
        Specimen::Figure | Specimen::Tree => TALL,
        _ => NEAR,
    };
    let mut scene = Scene::seen_from(camera);
    let floor = |u: f32, v: f32| [40.0 * u - 20.0, 0.0, 20.0 - 40.0 * v];
    scene.once(surface(&floor, [80, 80], [14.0, 14.0]), "paving", LAYERED, Matrix::IDENTITY);
    // A wall behind catches shadows.
    let mut wall = Mesh::default();
    wall.cuboid([-16.0, 0.0, 3.4], [16.0, 2.2, 3.8], 0.5);
    scene.once(wall, "ashlar", SOLID, Matrix::IDENTITY);
    match specimen {
        Specimen::Group => {
            ball(&mut scene, "bronze", SOLID, [0.55, 0.0, -0.9], 0.42);
            figure(&mut scene, [-0.62, 0.0, 0.1], 0.95);
            tree(&mut scene, [1.75, 0.0, 1.2], 0.62);
            let column = Matrix::moved([-1.9, 0.0, 1.1]).after(Matrix::scaled(0.66));
            scene.once(buildings::column(3.0), "stone", SOLID, column);
            ball(&mut scene, "lamp", &[], [-1.15, 0.0, -1.0], 0.17);
            ball(&mut scene, "lattice", CUT_OUT, [0.55, 0.0, 1.5], 0.4);
        }
        Specimen::Ball => ball(&mut scene, "bronze", SOLID, [0.0; 3], 0.62),
        Specimen::Lattice => ball(&mut scene, "lattice", CUT_OUT, [0.0; 3], 0.62),
        Specimen::Glass => {
            ball(&mut scene, "glass", CLEAR, [0.0; 3], 0.62);
        }
        Specimen::Lamp => {
            ball(&mut scene, "lamp", &[], [-0.35, 0.0, -0.1], 0.36);
            ball(&mut scene, "bronze", SOLID, [0.55, 0.0, 0.3], 0.45);
        }
        Specimen::Figure => figure(&mut scene, [0.0; 3], 1.1),
        Specimen::Tree => tree(&mut scene, [0.0; 3], 1.0),
    }
    for (at, color) in
        [([-2.3, 1.3, -1.2], [7.0, 1.4, 0.8]), ([2.4, 1.0, -0.8], [0.8, 5.0, 1.6]), ([0.2, 2.4, 2.4], [1.0, 2.0, 9.0])]
    {
        scene.lights.push(Light { at, range: 4.5, color });
    }
    scene
}

fn ball(scene: &mut Scene, material: &'static str, branches: &'static [&'static str], at: Vector, radius: f32) {
    let mesh = buildings::ball(radius, [56, 36], [2.0, 1.0]);
    scene.once(mesh, material, branches, Matrix::placed(0.6, [at[0], radius, at[2]]));
}

fn figure(scene: &mut Scene, at: Vector, size: f32) {
    let stands = Matrix::placed(-0.25, at).after(Matrix::scaled(size));
    scene.once(figure::mesh(), "bronze", BENT, stands);
    let palm = stands.point(posed(RIGHT_ARM[1], RIGHT_PALM));
    scene.lights.push(Light { at: palm, range: 1.0, color: [0.4, 0.3, 0.2] });
}

fn tree(scene: &mut Scene, at: Vector, size: f32) {
    let tree = plants::tree(3, 6.0);
    let place = Matrix::placed(0.5, at).after(Matrix::scaled(0.36 * size));
    scene.once(tree.wood, "bark", WOOD, place);
    scene.once(tree.leaves, "leaves", LEAVES, place);
}
