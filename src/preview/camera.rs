//! Where the shape is seen from. Coordinates are right-handed, y up.

/// Where the camera is; it looks at the origin.
pub const EYE: [f32; 3] = [0.0, 0.9, 4.0];
/// Half of the vertical angle of view: its tangent.
const TANGENT: f32 = 0.31;
const NEAR: f32 = 0.5;
const FAR: f32 = 20.0;

pub fn dot(a: [f32; 3], b: [f32; 3]) -> f32 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

pub fn cross(a: [f32; 3], b: [f32; 3]) -> [f32; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

pub fn normalize(a: [f32; 3]) -> [f32; 3] {
    let length = dot(a, a).sqrt().max(f32::MIN_POSITIVE);
    a.map(|component| component / length)
}

/// The camera's axes: right, up, back.
fn axes() -> [[f32; 3]; 3] {
    let back = normalize(EYE);
    let right = normalize(cross([0.0, 1.0, 0.0], back));
    [right, cross(back, right), back]
}

/// World space to clip space by columns; depth is from 0 at the near plane to 1. `flip`: the sign of y in clip space.
pub fn view_projection(flip: f32) -> [f32; 16] {
    let [right, up, back] = axes();
    let scale = 1.0 / TANGENT;
    let (a, b) = (FAR / (NEAR - FAR), NEAR * FAR / (NEAR - FAR));
    let rows = [right, up, back].map(|axis| [axis[0], axis[1], axis[2], -dot(axis, EYE)]);
    let clip: [[f32; 4]; 4] = [
        rows[0].map(|value| value * scale),
        rows[1].map(|value| value * scale * flip),
        [rows[2][0] * a, rows[2][1] * a, rows[2][2] * a, rows[2][3] * a + b],
        rows[2].map(|value| -value),
    ];
    std::array::from_fn(|at| clip[at % 4][at / 4])
}

/// The direction in which a point of the picture is seen. `x` and `y` from -1 to 1, y up.
pub fn direction(x: f32, y: f32) -> [f32; 3] {
    let [right, up, back] = axes();
    let at = |axis: usize| x * TANGENT * right[axis] + y * TANGENT * up[axis] - back[axis];
    normalize([at(0), at(1), at(2)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_origin_is_in_the_middle_and_directions_agree_with_the_matrix() {
        let matrix = view_projection(1.0);
        let project = |point: [f32; 3]| {
            let point = [point[0], point[1], point[2], 1.0];
            let clip: [f32; 4] = std::array::from_fn(|row| (0..4).map(|at| matrix[at * 4 + row] * point[at]).sum());
            [clip[0] / clip[3], clip[1] / clip[3], clip[2] / clip[3]]
        };
        let middle = project([0.0; 3]);
        assert!(middle[0].abs() < 1e-6 && middle[1].abs() < 1e-6 && (0.0..1.0).contains(&middle[2]), "{middle:?}");
        let seen = direction(0.5, -0.25);
        let far = std::array::from_fn(|axis| EYE[axis] + seen[axis] * 3.0);
        let found = project(far);
        assert!((found[0] - 0.5).abs() < 1e-4 && (found[1] + 0.25).abs() < 1e-4, "{found:?}");
    }
}
