#version 450

out float gl_CullDistance[9];
out float gl_ClipDistance[1000000000];
out vec4 gl_ClipDistance[2];
float gl_ClipDistance[2];
out float gl_ClipDistance[0];
out float gl_ClipDistance;

void main() {
    gl_Position = vec4(1.0);
    gl_ClipDistance[0] = 1.0;
    gl_CullDistance[0] = 1.0;
}
