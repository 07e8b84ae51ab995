#version 460
#extension GL_EXT_mesh_shader : require

layout(local_size_x = 3) in;

#ifdef UBERC_TASK
struct Light { vec3 colour; bool isOn; };
struct Sent { uint first; Light light; };

taskPayloadSharedEXT Sent sent;

void task() {
    sent.first = 1u;
    sent.light = Light(vec3(1), true);
    EmitMeshTasksEXT(1, 1, 1);
}

void silent() {
    EmitMeshTasksEXT(1, 1, 1);
}
#endif

#ifdef UBERC_MESH
struct Lamp { vec3 tint; bool isLit; };
struct Received { uint begin; Lamp lamp; };
struct Light { vec3 colour; float range; };
struct Other { uint first; Light light; };

layout(triangles, max_vertices = 3, max_primitives = 1) out;

taskPayloadSharedEXT Received received;
taskPayloadSharedEXT Other other;
taskPayloadSharedEXT vec4 single;

void triangle(vec4 position) {
    SetMeshOutputsEXT(3, 1);
    gl_MeshVerticesEXT[gl_LocalInvocationIndex].gl_Position = position;
    gl_PrimitiveTriangleIndicesEXT[0] = uvec3(0, 1, 2);
}

void mesh() { triangle(vec4(received.lamp.tint, received.begin)); }
void mesh_of_other() { triangle(vec4(other.light.colour, other.light.range)); }
void mesh_of_single() { triangle(single); }
#endif
