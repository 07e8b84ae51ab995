#version 460
layout(location = 0) in vec3 i_Position;
layout(location = 1) in vec3 i_Normal;
layout(location = 0) out vec3 v_Normal;
uniform bool g_bSway;

void main() {
    v_Normal = i_Normal;
    vec3 position = i_Position;
    if (g_bSway) {
        position.x += sin(position.y);
    }
    gl_Position = vec4(position, 1.0);
}
