#version 460
#extension GL_EXT_mesh_shader : require

#ifdef UBERC_MESH
layout(local_size_x = 3) in;
layout(triangles, max_vertices = 3, max_primitives = 1) out;

// No locations: the blocks are found by their names, and the later stage declares them in another order.
perprimitiveEXT out Face { vec4 tint; mat2 frame; vec3 normal; } faces[];
out Vertex { vec4 colour; vec2 uv; } vertices[];

void mesh() {
    SetMeshOutputsEXT(3, 1);
    uint at = gl_LocalInvocationIndex;
    gl_PrimitiveTriangleIndicesEXT[0] = uvec3(0, 1, 2);
    gl_MeshVerticesEXT[at].gl_Position = vec4(at & 1u, at >> 1, 0, 1);
    faces[0].tint = vec4(1);
    faces[0].frame = mat2(1);
    faces[0].normal = vec3(0, 0, 1);
    vertices[at].colour = vec4(1);
    vertices[at].uv = vec2(at);
}
#endif

#ifdef UBERC_FRAGMENT
in Vertex { vec4 colour; vec2 uv; } vertex;
perprimitiveEXT in Face { vec4 tint; mat2 frame; vec3 normal; } face;
layout(location = 0) out vec4 target;

void fragment() {
    target = vertex.colour * vertex.uv.xyxy + face.tint * vec4(face.frame * face.normal.xy, 0, 1);
}
#endif
