// Matrices are lists of rows and act on columns: `multiply(projection, view)` first applies the view.

const IDENTITY = [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]];

function multiply(a, b) {
  return a.map(row => b[0].map((_, column) => sum(row.map((value, at) => value * b[at][column]))));
}

function transpose(matrix) {
  return matrix[0].map((_, column) => matrix.map(row => row[column]));
}

function subtract(a, b) {
  return a.map((value, at) => value - b[at]);
}

function cross([a, b, c], [x, y, z]) {
  return [b * z - c * y, c * x - a * z, a * y - b * x];
}

function dot(a, b) {
  return sum(a.map((value, at) => value * b[at]));
}

function normalize(vector) {
  const length = Math.hypot(...vector) || 1;
  return vector.map(value => value / length);
}

// By Gauss and Jordan, with the largest pivot; the identity where there is no inverse.
function invert(matrix) {
  const rows = matrix.map((row, at) => [...row, ...IDENTITY[at]]);
  for (let column = 0; column < 4; column++) {
    let pivot = column;
    for (let row = column + 1; row < 4; row++) if (Math.abs(rows[row][column]) > Math.abs(rows[pivot][column])) pivot = row;
    if (Math.abs(rows[pivot][column]) < 1e-12) return IDENTITY;
    [rows[column], rows[pivot]] = [rows[pivot], rows[column]];
    rows[column] = rows[column].map(value => value / rows[column][column]);
    for (let row = 0; row < 4; row++) {
      if (row != column) rows[row] = rows[row].map((value, at) => value - rows[row][column] * rows[column][at]);
    }
  }
  return rows.map(row => row.slice(4));
}

// Left-handed, depth from 0 to 1: Direct3D's and WebGPU's clip space.
function perspective(fieldOfView, aspect, near, far) {
  const scale = 1 / Math.tan(fieldOfView / 2);
  return [[scale / aspect, 0, 0, 0], [0, scale, 0, 0], [0, 0, far / (far - near), -near * far / (far - near)], [0, 0, 1, 0]];
}

function lookAt(eye, target) {
  const forward = normalize(subtract(target, eye));
  const right = normalize(cross([0, 1, 0], forward));
  const up = cross(forward, right);
  return [[...right, -dot(right, eye)], [...up, -dot(up, eye)], [...forward, -dot(forward, eye)], [0, 0, 0, 1]];
}

function rotation(yaw, pitch) {
  const [cosY, sinY, cosP, sinP] = [Math.cos(yaw), Math.sin(yaw), Math.cos(pitch), Math.sin(pitch)];
  const turn = [[cosY, 0, sinY, 0], [0, 1, 0, 0], [-sinY, 0, cosY, 0], [0, 0, 0, 1]];
  return multiply([[1, 0, 0, 0], [0, cosP, -sinP, 0], [0, sinP, cosP, 0], [0, 0, 0, 1]], turn);
}
