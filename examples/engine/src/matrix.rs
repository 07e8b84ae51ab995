//! Matrices as HLSL's `mul(matrix, vector)` wants them in a constant buffer: column after column.

pub(crate) type Vector = [f32; 3];

pub(crate) const UP: Vector = [0.0, 1.0, 0.0];

#[derive(Clone, Copy)]
pub(crate) struct Matrix(pub(crate) [[f32; 4]; 4]);

pub(crate) fn add(a: Vector, b: Vector) -> Vector {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

pub(crate) fn subtract(a: Vector, b: Vector) -> Vector {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

pub(crate) fn scale(a: Vector, factor: f32) -> Vector {
    a.map(|part| part * factor)
}

/// `a` at 0, `b` at 1.
pub(crate) fn mix(a: Vector, b: Vector, t: f32) -> Vector {
    add(scale(a, 1.0 - t), scale(b, t))
}

pub(crate) fn dot(a: Vector, b: Vector) -> f32 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

pub(crate) fn length(a: Vector) -> f32 {
    dot(a, a).sqrt()
}

pub(crate) fn cross(a: Vector, b: Vector) -> Vector {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

pub(crate) fn normalize(a: Vector) -> Vector {
    let length = length(a).max(1e-6);
    a.map(|part| part / length)
}

impl Matrix {
    pub(crate) const IDENTITY: Matrix =
        Matrix([[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0], [0.0, 0.0, 0.0, 1.0]]);

    /// Turned about the vertical axis by radians, then moved.
    pub(crate) fn placed(angle: f32, at: Vector) -> Matrix {
        Matrix::moved(at).after(Matrix::turned(UP, angle))
    }

    pub(crate) fn moved(at: Vector) -> Matrix {
        let mut matrix = Matrix::IDENTITY;
        matrix.0[3] = [at[0], at[1], at[2], 1.0];
        matrix
    }

    /// Scaled by the same factor in all directions.
    pub(crate) fn scaled(factor: f32) -> Matrix {
        Matrix([[factor, 0.0, 0.0, 0.0], [0.0, factor, 0.0, 0.0], [0.0, 0.0, factor, 0.0], [0.0, 0.0, 0.0, 1.0]])
    }

    /// Turned about an axis of length 1 by radians (Rodrigues' formula).
    pub(crate) fn turned(axis: Vector, angle: f32) -> Matrix {
        let (sine, cosine) = angle.sin_cos();
        let column = |unit: Vector| {
            let along = scale(axis, dot(axis, unit) * (1.0 - cosine));
            let [x, y, z] = add(add(scale(unit, cosine), scale(cross(axis, unit), sine)), along);
            [x, y, z, 0.0]
        };
        Matrix([column([1.0, 0.0, 0.0]), column(UP), column([0.0, 0.0, 1.0]), [0.0, 0.0, 0.0, 1.0]])
    }

    /// World to view space, +z into the screen.
    pub(crate) fn look(eye: Vector, at: Vector, up: Vector) -> Matrix {
        let z = normalize(subtract(at, eye));
        let x = normalize(cross(up, z));
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
        Matrix(first.0.map(|column| self.times(column)))
    }

    fn times(self, column: [f32; 4]) -> [f32; 4] {
        std::array::from_fn(|row| (0..4).map(|inner| self.0[inner][row] * column[inner]).sum())
    }

    /// The place of a point, without the division of a projection.
    pub(crate) fn point(self, at: Vector) -> Vector {
        let [x, y, z, _] = self.times([at[0], at[1], at[2], 1.0]);
        [x, y, z]
    }

    /// By Gauss's elimination with pivots; a singular matrix has no inverse, and gives numbers that are not finite.
    pub(crate) fn inverse(self) -> Matrix {
        // Rows of the matrix, with those of the identity behind them.
        let mut rows: [[f32; 8]; 4] = std::array::from_fn(|row| {
            std::array::from_fn(|column| match column {
                0..4 => self.0[column][row],
                _ => Matrix::IDENTITY.0[column - 4][row],
            })
        });
        for step in 0..4 {
            let pivot = (step..4).max_by(|a, b| rows[*a][step].abs().total_cmp(&rows[*b][step].abs()));
            rows.swap(step, pivot.unwrap_or(step));
            let divisor = rows[step][step];
            rows[step] = rows[step].map(|part| part / divisor);
            let above = rows[step];
            for (index, row) in rows.iter_mut().enumerate() {
                let factor = row[step];
                if index != step {
                    row.iter_mut().zip(above).for_each(|(part, other)| *part -= factor * other);
                }
            }
        }
        Matrix(std::array::from_fn(|column| std::array::from_fn(|row| rows[row][column + 4])))
    }

    pub(crate) fn floats(self) -> impl Iterator<Item = f32> {
        self.0.into_iter().flatten()
    }
}
