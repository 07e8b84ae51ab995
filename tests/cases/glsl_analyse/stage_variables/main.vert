#version 330
// Inputs and outputs without locations have those of their order, used or not; `varying` and `attribute` are of older versions.
in mat3 frame;
layout(location = 1) in vec3 placed;
in vec2 uv;
attribute vec4 unused, color;
out vec2 coordinates[2];
flat out int index;
centroid out vec3 near;
varying vec4 tint;

void main()
{
    coordinates[0] = uv;
    coordinates[1] = uv.yx;
    index = gl_VertexID + gl_InstanceID;
    near = frame * placed;
    tint = color;
    gl_Position = vec4(near, 1.0);
    gl_ClipDistance[1] = 2.0;
}
