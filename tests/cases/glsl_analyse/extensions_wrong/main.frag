#version 460
#extension GL_KHR_shader_subgroup_vote : enable
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : disable
layout(location = 0) out vec4 result;
layout(location = 1) flat in int index;
layout(scalar) uniform Packed { vec3 a; float b; };
uniform sampler2D pictures[4];
layout(location = 2) in float16_t narrow;
int64_t wide;
f32vec2 explicit_size;

void main()
{
    result = vec4(b);
    result.x = float(float16_t(1.0));
    result.x += float(1l);
    result.x += float(2us);
    result += texture(pictures[nonuniformEXT(index)], vec2(0.0));
    result.xyz *= gl_BaryCoordEXT;
    result.x += float(gl_SubgroupSize);
    result.x += subgroupAdd(result.y);
    result.x += subgroupBroadcast(result.y, 2);
    result.x += subgroupQuadSwapHorizontal(result.y);
    result.y = subgroupAll(b > 0.0) ? 1.0 : 2.0;
    [[unroll]] for (int i = 0; i < 2; i++) result.z += 1.0;
    if (b > 1.0) demote;
    if (b > 2.0) terminateInvocation;
}
