#version 460
layout(location = 0) out vec3 v_Normal;

void main() {
    v_Normal = vec3(0.0, 0.0, 1.0);
    gl_Position = vec4(gl_VertexIndex == 1 ? 3.0 : -1.0, gl_VertexIndex == 2 ? 3.0 : -1.0, 0.0, 1.0);
}
