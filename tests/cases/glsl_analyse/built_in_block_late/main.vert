#version 450

void early() { gl_Position = vec4(1.0); }

out gl_PerVertex { vec4 gl_Position; };

void main() {
    early();
}
