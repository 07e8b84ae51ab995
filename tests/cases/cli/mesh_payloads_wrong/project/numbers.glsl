#version 460
#extension GL_EXT_mesh_shader : require

#ifdef UBERC_MESH
layout(local_size_x = 3) in;
layout(triangles, max_vertices = 3, max_primitives = 1) out;

void triangle() {
    SetMeshOutputsEXT(3, 1);
    gl_MeshVerticesEXT[gl_LocalInvocationIndex].gl_Position = vec4(1);
    gl_PrimitiveTriangleIndicesEXT[0] = uvec3(0, 1, 2);
}

void mesh() {
    triangle();
    gl_MeshPrimitivesEXT[0].gl_Layer = 1;
}

void mesh_of_numbers() {
    triangle();
    gl_MeshPrimitivesEXT[0].gl_PrimitiveID = 7;
}
#endif

#ifdef UBERC_FRAGMENT
layout(location = 0) out vec4 colour;

void fragment() {
    colour = vec4(gl_PrimitiveID);
}
#endif
