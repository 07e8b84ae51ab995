#version 450

void early() { gl_Position = vec4(1.0); }

out gl_PerVertex { vec4 gl_Position; vec4 mine; };
out gl_PerVertex { vec4 gl_Position; int gl_Layer; };
out gl_PerVertex { vec3 gl_Position; };
out gl_PerVertex { vec4 gl_Position; } v;
out gl_PerVertex { vec4 gl_Position; } v[];
in gl_PerVertex { vec4 gl_Position; };
out gl_PerVertex { layout(location = 1) vec4 gl_Position; };
out gl_PerVertex { float gl_ClipDistance[1000000000]; };

void main() {
    early();
}
