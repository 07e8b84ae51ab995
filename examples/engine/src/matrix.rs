//! Matrices as HLSL's `mul(matrix, vector)` wants them in a constant buffer: column after column.

pub(crate) type Vector = [f32; 3];

#[derive(Clone, Copy)]
pub(crate) struct Matrix(pub(crate) [[f32; 4]; 4]);

pub(crate) fn subtract(a: Vector, b: Vector) -> Vector {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

pub(crate) fn dot(a: Vector, b: Vector) -> f32 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

pub(crate) fn cross(a: Vector, b: Vector) -> Vector {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

pub(crate) fn normalize(a: Vector) -> Vector {
    let length = dot(a, a).sqrt().max(1e-6);
    a.map(|part| part / length)
}

impl Matrix {
    /// Turned about the vertical axis by radians, then moved.
    pub(crate) fn placed(angle: f32, at: Vector) -> Matrix {
        let (sine, cosine) = angle.sin_cos();
        Matrix([[cosine, 0.0, -sine, 0.0], [0.0, 1.0, 0.0, 0.0], [sine, 0.0, cosine, 0.0], [at[0], at[1], at[2], 1.0]])
    }

    /// World to view space, +z into the screen.
    pub(crate) fn look(eye: Vector, at: Vector) -> Matrix {
        let z = normalize(subtract(at, eye));
        let x = normalize(cross([0.0, 1.0, 0.0], z));
        let y = cross(z, x);
        Matrix([
            [x[0], y[0], z[0], 0.0],
            [x[1], y[1], z[1], 0.0],
            [x[2], y[2], z[2], 0.0],
            [-dot(x, eye), -dot(y, eye), -dot(z, eye), 1.0],
        ])
    }

    /// Depth 0 at the near plane, 1 at the far one; `scale`: cotangents of half the angles of view.
    pub(crate) fn perspective(scale: [f32; 2], near: f32, far: f32) -> Matrix {
        let range = far / (far - near);
        Matrix([
            [scale[0], 0.0, 0.0, 0.0],
            [0.0, scale[1], 0.0, 0.0],
            [0.0, 0.0, range, 1.0],
            [0.0, 0.0, -near * range, 0.0],
        ])
    }

    /// A box of this half width, from 0 to `depth` along the view.
    pub(crate) fn orthographic(half: f32, depth: f32) -> Matrix {
        Matrix([
            [1.0 / half, 0.0, 0.0, 0.0],
            [0.0, 1.0 / half, 0.0, 0.0],
            [0.0, 0.0, 1.0 / depth, 0.0],
            [0.0, 0.0, 0.0, 1.0],
        ])
    }

    /// `self` after `first`.
    pub(crate) fn after(self, first: Matrix) -> Matrix {
        Matrix(
            first
                .0
                .map(|column| std::array::from_fn(|row| (0..4).map(|inner| self.0[inner][row] * column[inner]).sum())),
        )
    }

    pub(crate) fn floats(self) -> impl Iterator<Item = f32> {
        self.0.into_iter().flatten()
    }
}
