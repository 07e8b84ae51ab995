// Shapes as lists of vertices, three a triangle, and the attributes of a vertex stage filled from them.

const SHAPES = { sphere: 'sphere', plane: 'plane', screen: 'full screen' };

// A surface over the square of u and v, in `columns` by `rows` quads; clockwise triangles are in front, as in Direct3D.
function surface(columns, rows, at) {
  const vertices = [];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const corner = (x, y) => at((column + x) / columns, (row + y) / rows);
      vertices.push(corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 0), corner(1, 1), corner(0, 1));
    }
  }
  return vertices;
}

function shapeOf(name) {
  if (name == 'sphere') {
    return surface(64, 32, (u, v) => {
      const [around, down] = [2 * Math.PI * u, Math.PI * v];
      const normal = [-Math.sin(down) * Math.cos(around), Math.cos(down), -Math.sin(down) * Math.sin(around)];
      return { position: normal, normal, tangent: [Math.sin(around), 0, -Math.cos(around), 1], uv: [2 * u, v] };
    });
  }
  const flat = scale => (u, v) => ({
    position: [scale * (2 * u - 1), scale * (1 - 2 * v), 0], normal: [0, 0, -1], tangent: [1, 0, 0, 1], uv: [u, v],
  });
  return name == 'plane' ? surface(24, 24, flat(1.2)) : surface(1, 1, flat(1));
}

// What an attribute holds, by its name: words of semantics and of common variable names.
const ATTRIBUTES = [
  [/weight/i, () => [1, 0, 0, 0]],
  [/bone|joint|indices|index|instance|id$/i, () => [0, 0, 0, 0]],
  [/bitangent|binormal/i, vertex => [...cross(vertex.normal, vertex.tangent.slice(0, 3)), 1]],
  [/tangent/i, vertex => vertex.tangent],
  [/normal/i, vertex => [...vertex.normal, 0]],
  [/uv|tex|coord/i, vertex => [...vertex.uv, 0, 1]],
  [/colou?r/i, () => [1, 1, 1, 1]],
  [/pos|vertex/i, vertex => [...vertex.position, 1]],
];

const VERTEX_FORMATS = { float: 'float32', half: 'float32', int: 'sint32', uint: 'uint32', bool: 'uint32' };

// `float3`, `uint`, `min16float2`: the kind of number and how many.
function numbersOf(type) {
  const [, word, lanes] = type.match(/^(?:min16|min12)?([a-z]+?)(?:16_t|32_t)?([1-4]?)$/) ?? [null, 'float', '4'];
  return { kind: word in VERTEX_FORMATS ? word : 'float', lanes: Number(lanes || 1) };
}

// The vertex buffer for the inputs of a vertex stage, 16 bytes an attribute, and its layout; `null` where it has no attribute.
function vertexBuffer(inputs, vertices) {
  const attributes = inputs.filter(input => input.location != null);
  if (!attributes.length) return null;
  const stride = 16 * attributes.length;
  const data = new DataView(new ArrayBuffer(stride * vertices.length));
  const layout = attributes.map((input, at) => {
    const { kind, lanes } = numbersOf(input.ty);
    const known = ATTRIBUTES.find(([words]) => words.test(input.name));
    vertices.forEach((vertex, number) => {
      const values = known ? known[1](vertex) : [0, 0, 0, 0];
      for (let lane = 0; lane < lanes; lane++) {
        const offset = stride * number + 16 * at + 4 * lane;
        if (VERTEX_FORMATS[kind] == 'float32') data.setFloat32(offset, values[lane] ?? 0, true);
        else data.setInt32(offset, values[lane] ?? 0, true);
      }
    });
    return { shaderLocation: input.location, offset: 16 * at, format: VERTEX_FORMATS[kind] + (lanes > 1 ? `x${lanes}` : '') };
  });
  return { data: data.buffer, layout: { arrayStride: stride, attributes: layout } };
}
