//! A court with a fountain, in the morning: arcades that throw shadows, a figure of bronze, trees in the wind, lanterns.

use crate::matrix::{Matrix, UP, Vector, add};
use crate::scene::buildings::{self, Arcade};
use crate::scene::mesh::{Mesh, surface};
use crate::scene::plants::{self, Random};
use crate::scene::skeleton::{RIGHT_ARM, RIGHT_PALM, posed};
use crate::scene::{BENT, CLEAR, Camera, LAYERED, LEAVES, Light, SOLID, Scene, WOOD, figure};

const ARCADE: Arcade = Arcade { bays: 6, bay: 3.0, spring: 3.1, radius: 1.18, top: 5.0, thickness: 0.56 };
/// The arcade behind, and that at the left.
const BACK: f32 = 7.0;
const LEFT: f32 = -7.5;
/// Half the width of the paved square, and its far edge.
const HALF: f32 = 9.0;
/// Where lanterns hang.
const LANTERN_HEIGHT: f32 = 3.1;

/// The scene that the example shows.
pub(crate) fn courtyard() -> Scene {
    let mut scene = Scene::seen_from(Camera { eye: [3.0, 1.6, -6.9], at: [-0.45, 2.2, 2.0], zoom: 1.75 });
    ground(&mut scene);
    arcades(&mut scene);
    fountain(&mut scene);
    plants(&mut scene);
    lanterns(&mut scene);
    scene
}

fn ground(scene: &mut Scene) {
    scene.once(plants::meadow(), "meadow", SOLID, Matrix::IDENTITY);
    let paved = |u: f32, v: f32| [HALF * (2.0 * u - 1.0), 0.0, 12.0 - 24.0 * v];
    let paving = surface(&paved, [36, 48], [4.5, 6.0]);
    scene.once(paving, "paving", LAYERED, Matrix::IDENTITY);
    // A kerb around the square.
    let mut kerb = Mesh::default();
    for x in [-HALF - 0.25, HALF] {
        kerb.cuboid([x, -0.4, -12.0], [x + 0.25, 0.05, 12.0], 0.5);
    }
    scene.once(kerb, "stone", SOLID, Matrix::IDENTITY);
}

fn arcades(scene: &mut Scene) {
    let wall = scene.mesh(ARCADE.wall());
    let column = scene.mesh(buildings::column(ARCADE.spring));
    let length = ARCADE.bay * ARCADE.bays as f32;
    let quarter = std::f32::consts::FRAC_PI_2;
    let places = [
        Matrix::moved([-0.5 * length, 0.0, BACK]),
        // Turned so that x runs from the back to the front.
        Matrix::placed(quarter, [LEFT, 0.0, BACK]),
    ];
    for place in places {
        scene.object(wall, "ashlar", SOLID, place);
        for x in ARCADE.columns() {
            scene.object(column, "stone", SOLID, place.after(Matrix::moved([x, 0.0, 0.0])));
        }
    }
    // The gallery behind: its wall, its roof, a step.
    let mut plaster = Mesh::default();
    plaster.cuboid([-11.0, 0.0, 9.8], [11.0, 5.3, 10.2], 0.3);
    scene.once(plaster, "plaster", SOLID, Matrix::IDENTITY);
    let mut roof = Mesh::default();
    roof.cuboid([-11.0, 4.75, BACK + 0.28], [11.0, 5.0, 9.8], 0.5);
    scene.once(roof, "stone", SOLID, Matrix::IDENTITY);
    let mut tiles = Mesh::default();
    tiles.quad([11.2, 6.3, 10.4], [-22.4, 0.0, 0.0], [0.0, -1.0, 0.0], 0.6);
    tiles.quad([-11.2, 6.3, 10.4], [22.4, 0.0, 0.0], [0.0, -1.0, -3.7], 0.6);
    scene.once(tiles, "clay", SOLID, Matrix::IDENTITY);
}

fn fountain(scene: &mut Scene) {
    scene.once(buildings::basin(), "stone", SOLID, Matrix::IDENTITY);
    scene.once(buildings::pedestal(), "stone", SOLID, Matrix::IDENTITY);
    scene.once(buildings::water(), "water", CLEAR, Matrix::IDENTITY);
    // Larger than life; turned to the camera.
    let stands = Matrix::placed(-0.42, [0.0, buildings::PEDESTAL - 0.06, 0.0]).after(Matrix::scaled(1.18));
    scene.once(figure::mesh(), "bronze", BENT, stands);
    let held = posed(RIGHT_ARM[1], add(RIGHT_PALM, [0.035, 0.01, -0.06]));
    let lamp = stands.point(add(held, [0.0, 0.1, 0.0]));
    scene.once(buildings::ball(0.115, [24, 16], [2.0, 1.0]), "lamp", &[], Matrix::moved(lamp));
    scene.lights.push(Light { at: lamp, range: 5.0, color: [9.0, 5.2, 2.0] });
}

fn plants(scene: &mut Scene) {
    for (seed, height, at, turn) in
        [(3, 6.6, [6.9, 0.0, 2.2], 0.4), (8, 8.5, [-13.5, 0.0, 15.0], 1.9), (5, 9.5, [14.5, 0.0, 13.5], 4.0)]
    {
        let tree = plants::tree(seed, height);
        let place = Matrix::placed(turn, at);
        scene.once(tree.wood, "bark", WOOD, place);
        scene.once(tree.leaves, "leaves", LEAVES, place);
    }
    let cypress = scene.mesh(plants::cypress(21, 9.5));
    for (x, z, size) in [(-8.2, 13.2, 1.0), (-3.4, 13.0, 0.86), (3.6, 13.4, 0.95), (8.8, 13.0, 1.06), (-17.0, 6.0, 0.9)]
    {
        let place = Matrix::placed(x, [x, 0.0, z]).after(Matrix::scaled(size));
        scene.object(cypress, "needles", LEAVES, place);
    }
    // Pots with bushes stand at corners of the fountain.
    let pot = scene.mesh(buildings::pot());
    let bush = scene.mesh(plants::bush(33, 0.55, 1.05));
    for (at, turn) in
        [([-3.3, 0.0, -3.1], 0.0), ([3.9, 0.0, 3.4], 2.0), ([-3.7, 0.0, 3.5], 4.0), ([4.5, 0.0, -1.0], 1.0)]
    {
        let place = Matrix::placed(turn, at);
        scene.object(pot, "clay", SOLID, place);
        scene.object(bush, "hedge", LEAVES, place);
    }
    let hedge = scene.mesh(plants::bush(44, 0.9, 0.55));
    let mut random = Random(77);
    for step in 0..11 {
        let at: Vector = [9.9 + random.between(-0.2, 0.2), 0.0, -6.0 + 1.35 * step as f32];
        let place = Matrix::placed(step as f32, at).after(Matrix::scaled(random.between(0.9, 1.2)));
        scene.object(hedge, "hedge", LEAVES, place);
    }
    let outside = |x: f32, z: f32| (x.abs() > HALF + 0.35 || z > 12.3) && z > -9.0 && (x + 9.0).abs() > 0.4;
    scene.once(plants::grass(9, 17.0, 5200, &outside), "blades", LEAVES, Matrix::IDENTITY);
}

fn lanterns(scene: &mut Scene) {
    let frame = scene.mesh(buildings::lantern_frame());
    let flame = scene.mesh(buildings::ball(0.085, [16, 12], [2.0, 1.0]));
    let glass = scene.mesh(buildings::ball(0.14, [20, 14], [1.0, 1.0]));
    for bay in 0..ARCADE.bays {
        let x = ARCADE.bay * (bay as f32 + 0.5 - 0.5 * ARCADE.bays as f32);
        let place = Matrix::moved([x, LANTERN_HEIGHT, BACK]);
        scene.object(frame, "clay", SOLID, place);
        scene.object(flame, "lamp", &[], place);
        scene.object(glass, "glass", CLEAR, place);
        let light =
            Light { at: add(place.point([0.0; 3]), UP.map(|part| -0.3 * part)), range: 5.5, color: [13.0, 7.2, 2.8] };
        scene.lights.push(light);
    }
}
