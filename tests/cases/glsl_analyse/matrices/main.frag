#version 460
// Columns: constructors, indices, products, and matrices of matrices.
layout(location = 0) out vec4 result;
layout(location = 0) in mat3x2 input_matrix;

void main()
{
    mat2x3 a = mat2x3(1.0, 2.0, 3.0, 4.0, 5.0, 6.0);
    vec3 b = a * vec2(1.0, 2.0);
    vec2 c = vec3(1.0) * a;
    mat3 d = a * input_matrix;
    mat2 e = input_matrix * a;
    mat4 f = mat4(d);
    mat3 g = mat3(2.0) + d;
    mat2 h = matrixCompMult(e, mat2(g));
    a[1].z = a[0][2];
    a[1] += b;
    f *= 2.0;
    f[3] *= f;
    vec3 i = transpose(a) == input_matrix ? b : -b;
    result = f * vec4(c, h[0]) + vec4(inverse(h) * c, determinant(g), outerProduct(c, b)[2].y) + vec4(i, 1.0);
}
