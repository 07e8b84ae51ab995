#version 460
#extension GL_EXT_mesh_shader : require

layout(local_size_x = 4) in;
struct Task {
    uint ids[4];
    vec3 offset;
    bvec2 unused;
};
struct Sent {
    uint ids[4];
    vec3 offset;
    ivec2 range;
};
taskPayloadSharedEXT Sent sent;

#ifdef UBERC_TASK
shared uint visible[4];

layout(set = 0, binding = 0) readonly buffer Bounds { vec4 spheres[]; } bounds;

bool seen(uint at) { return bounds.spheres[at].w > 0.25; }

void task() {
    uint at = gl_LocalInvocationID.x;
    Task local;
    local.ids[at] = seen(at) ? at : 7u;
    local.offset = bounds.spheres[at].xyz;
    visible[at] = local.ids[at];
    barrier();
    sent.ids[at] = visible[3u - at];
    if (at == 0u) {
        sent.offset = local.offset;
        sent.range = ivec2(int(visible[0]), -2);
        sent.range.y += 5;
    }
    barrier();
    EmitMeshTasksEXT(uint(sent.range.y), 2u, 1u);
}
#else
layout(triangles, max_vertices = 3, max_primitives = 1) out;

void mesh() {
    SetMeshOutputsEXT(3u, 1u);
    uint at = min(gl_LocalInvocationIndex, 2u);
    gl_MeshVerticesEXT[at].gl_Position = vec4(sent.offset, float(sent.ids[at]));
    gl_PrimitiveTriangleIndicesEXT[0] = uvec3(0u, 1u, 2u);
}
#endif
