#version 460
#extension GL_EXT_mesh_shader : require

#ifdef UBERC_MESH
layout(local_size_x = 3) in;
layout(triangles, max_vertices = 3, max_primitives = 1) out;
layout(location = 0) out vec4 of_vertex[];
layout(location = 1) perprimitiveEXT out vec4 of_primitive[];

void mesh() {
    SetMeshOutputsEXT(3, 1);
    of_vertex[gl_LocalInvocationIndex] = vec4(1);
    of_primitive[0] = vec4(1);
    gl_MeshVerticesEXT[gl_LocalInvocationIndex].gl_Position = vec4(1);
    gl_PrimitiveTriangleIndicesEXT[0] = uvec3(0, 1, 2);
}
#endif

#ifdef UBERC_FRAGMENT
layout(location = 0) perprimitiveEXT in vec4 of_vertex;
layout(location = 1) in vec4 of_primitive;
layout(location = 0) out vec4 colour;

void fragment() {
    colour = of_vertex + of_primitive;
}
#endif
