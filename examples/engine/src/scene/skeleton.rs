//! The figure's bones, and how they are turned.

use crate::matrix::{Matrix, Vector, subtract};

/// `kMAX_BONES` of skinning.fxh.
const MOST: usize = 256;

pub(crate) const PELVIS: u32 = 0;
pub(crate) const SPINE: u32 = 1;
pub(crate) const CHEST: u32 = 2;
pub(crate) const HEAD: u32 = 3;
/// Upper arm and forearm.
pub(crate) const LEFT_ARM: [u32; 2] = [4, 5];
pub(crate) const RIGHT_ARM: [u32; 2] = [6, 7];
/// Thigh, shin and foot.
pub(crate) const LEFT_LEG: [u32; 3] = [8, 9, 10];
pub(crate) const RIGHT_LEG: [u32; 3] = [11, 12, 13];

/// The parent of each bone, and where it begins in the mesh, in metres.
pub(crate) const BONES: [(u32, Vector); 14] = [
    (PELVIS, [0.0, 0.98, 0.0]),
    (PELVIS, [0.0, 1.1, 0.0]),
    (SPINE, [0.0, 1.28, 0.0]),
    (CHEST, [0.0, 1.53, 0.0]),
    (CHEST, [-0.18, 1.45, 0.0]),
    (LEFT_ARM[0], [-0.42, 1.28, 0.0]),
    (CHEST, [0.18, 1.45, 0.0]),
    (RIGHT_ARM[0], [0.42, 1.28, 0.0]),
    (PELVIS, [-0.1, 0.95, 0.0]),
    (LEFT_LEG[0], [-0.11, 0.51, 0.0]),
    (LEFT_LEG[1], [-0.115, 0.09, 0.0]),
    (PELVIS, [0.1, 0.95, 0.0]),
    (RIGHT_LEG[0], [0.11, 0.51, 0.0]),
    (RIGHT_LEG[1], [0.115, 0.09, 0.0]),
];

/// Where the right hand holds what it holds, in the mesh.
pub(crate) const RIGHT_PALM: Vector = [0.73, 1.075, 0.0];

const X: Vector = [1.0, 0.0, 0.0];
const Y: Vector = [0.0, 1.0, 0.0];
const Z: Vector = [0.0, 0.0, 1.0];

/// Turns about axes, in radians, first to last: weight on one leg, a lamp held up, the head turned to it. The figure looks along -z.
const POSE: [(u32, Vector, f32); 17] = [
    (PELVIS, Z, 0.07),
    (SPINE, Z, -0.07),
    (SPINE, Y, -0.14),
    (CHEST, Z, -0.1),
    (CHEST, X, -0.06),
    (HEAD, Y, -0.35),
    (HEAD, X, 0.14),
    (RIGHT_ARM[0], Z, 1.45),
    (RIGHT_ARM[0], X, -0.2),
    (RIGHT_ARM[1], Z, 0.42),
    (LEFT_ARM[0], Z, 0.42),
    (LEFT_ARM[0], Y, -0.25),
    (LEFT_ARM[1], Y, -0.75),
    (LEFT_LEG[0], X, 0.32),
    (LEFT_LEG[0], Z, -0.1),
    (LEFT_LEG[1], X, -0.5),
    (RIGHT_LEG[0], Z, -0.07),
];

/// What each bone does to the mesh.
fn skin() -> Vec<Matrix> {
    let mut placed: Vec<Matrix> = Vec::new();
    for (index, (parent, start)) in BONES.iter().enumerate() {
        let local = (POSE.iter().filter(|(bone, ..)| *bone as usize == index))
            .fold(Matrix::IDENTITY, |turned, (_, axis, angle)| Matrix::turned(*axis, *angle).after(turned));
        // Parents stand before their children; the first is its own.
        let above = placed.get(*parent as usize).copied();
        let offset = above.map_or(*start, |_| subtract(*start, BONES[*parent as usize].1));
        let here = Matrix::moved(offset).after(local);
        placed.push(above.map_or(here, |above| above.after(here)));
    }
    let back = |(matrix, (_, start)): (Matrix, &(u32, Vector))| matrix.after(Matrix::moved(start.map(|part| -part)));
    placed.into_iter().zip(&BONES).map(back).collect()
}

/// Where a point that hangs on a bone is when the figure stands as it does.
pub(crate) fn posed(bone: u32, at: Vector) -> Vector {
    skin().get(bone as usize).map_or(at, |matrix| matrix.point(at))
}

/// `Bones` of skinning.fxh: three rows a bone; those that no figure has stay where they are.
pub(crate) fn rows() -> Vec<[f32; 4]> {
    let mut bones = skin();
    bones.resize(MOST, Matrix::IDENTITY);
    bones.iter().flat_map(|Matrix(columns)| [0, 1, 2].map(|row| columns.map(|column| column[row]))).collect()
}
