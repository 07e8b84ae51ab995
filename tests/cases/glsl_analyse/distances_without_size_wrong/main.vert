#version 450

const int c_nLast = 5;
out float gl_CullDistance[c_nLast];

void main() {
    gl_Position = vec4(1.0);
    gl_ClipDistance[c_nLast] = 1.0;
    gl_ClipDistance[gl_VertexIndex] = 1.0;
    gl_CullDistance[gl_VertexIndex] = 1.0;
    gl_CullDistance[5] = 1.0;
    gl_ClipDistance[8] = 1.0;
}
