#version 460
#extension GL_EXT_mesh_shader : require

layout(local_size_x = 4) in;

struct Sent { bool isLarge; bvec3 some; bool each[4]; vec4 tint; };
taskPayloadSharedEXT Sent sent;

#ifdef UBERC_TASK
shared bool s_Some[4];

void task() {
    uint at = gl_LocalInvocationIndex;
    s_Some[at] = (at & 1u) == 0u;
    barrier();
    sent.each[at] = s_Some[3u - at];
    if (at == 0u) {
        sent.isLarge = true;
        sent.some = bvec3(true, false, s_Some[2]);
        sent.tint = vec4(0.25, 0.5, 0.75, 1.0);
    }
    barrier();
    EmitMeshTasksEXT(1, 1, 1);
}
#endif

#ifdef UBERC_MESH
layout(triangles, max_vertices = 4, max_primitives = 2) out;
layout(location = 0) out vec4 colours[];

void mesh() {
    SetMeshOutputsEXT(4, 2);
    uint at = gl_LocalInvocationIndex;
    float size = sent.isLarge ? 1.0 : 0.25;
    vec2 corner = vec2(at & 1u, at >> 1) * 2.0 - 1.0;
    gl_MeshVerticesEXT[at].gl_Position = vec4(corner * size, 0.0, 1.0);
    colours[at] = sent.each[at] ? sent.tint : mix(sent.tint, vec4(1.0), bvec4(sent.some, true));
    if (at < 2u)
        gl_PrimitiveTriangleIndicesEXT[at] = uvec3(0, 1, 2) + at;
}
#endif
