#version 450 core
#extension GL_ARB_compute_shader : require
#extension GL_ARB_shader_storage_buffer_object : require
layout(local_size_x = 8, local_size_y = 1, local_size_z = 1) in;

layout(std430, binding = 0) buffer type_3_block_0Compute { uint _group_0_binding_400_cs[]; };


void main_1(uvec3 id) {
    ivec4 c = ivec4(0);
    int _e4 = (int(id.x) - 20);
    ivec4 _e15 = (ivec4(3, -3, 7, (int(id.x) - 2)) | ivec4(1));
    ivec4 _e16 = ivec4(_e4);
    c = (_e16 - ((_e16 / _e15) * _e15));
    int _e22 = c.x;
    c.x = (_e22 - ((_e22 / 2) * 2));
    ivec4 _e26 = c;
    ivec4 _e33 = ivec4(_e4, -(_e4), 5, -5);
    ivec4 _e35 = ivec4(4);
    ivec4 _e45 = (((_e26 * ivec4(100)) + (_e33 - ((_e33 / _e35) * _e35))) + ivec4(int((id.x % 3u))));
    uint _e49 = (id.x * 4u);
    _group_0_binding_400_cs[_e49] = uint(_e45.x);
    _group_0_binding_400_cs[(_e49 + 1u)] = uint(_e45.y);
    _group_0_binding_400_cs[(_e49 + 2u)] = uint(_e45.z);
    _group_0_binding_400_cs[(_e49 + 3u)] = uint(_e45.w);
    return;
}

void main() {
    uvec3 GlobalInvocationId = gl_GlobalInvocationID;
    main_1(GlobalInvocationId);
    return;
}

