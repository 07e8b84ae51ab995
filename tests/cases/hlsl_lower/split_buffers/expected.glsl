#version 450 core
#extension GL_ARB_compute_shader : require
#extension GL_ARB_shader_storage_buffer_object : require
layout(local_size_x = 8, local_size_y = 1, local_size_z = 1) in;

struct buffer_ {
    uvec4 data[4];
};
struct Light {
    vec3 colour;
    float range;
    float weights[3];
};
struct Item {
    uvec4 words;
    float scale;
};
struct _atomic_compare_exchange_result_Uint_4_ {
    uint old_value;
    bool exchanged;
};
struct exchange {
    uint old_value;
    bool exchanged;
};
layout(std140, binding = 0) uniform buffer_block_0Compute { buffer_ _group_0_binding_1_cs; };

layout(std430, binding = 0) readonly buffer buffer_1_block_1Compute {
    uint data[];
} _group_0_binding_100_cs;

layout(std430, binding = 2) readonly buffer buffer_1_block_2Compute {
    uint data[];
} _group_0_binding_102_cs;

layout(std430, binding = 7) buffer buffer_2_block_3Compute {
    uint data[];
} _group_0_binding_402_cs;

layout(std430, binding = 5) buffer buffer_2_block_4Compute {
    uint data[];
} _group_0_binding_400_cs;

layout(std430, binding = 9) buffer type_8_block_5Compute { uint _group_0_binding_408_cs[]; };

layout(std140, binding = 1) uniform buffer_block_6Compute { buffer_ _group_0_binding_2_cs; };

layout(std140, binding = 2) uniform buffer_block_7Compute { buffer_ _group_0_binding_3_cs; };

layout(std430, binding = 1) readonly buffer buffer_1_block_8Compute {
    uint data[];
} _group_0_binding_101_cs;

layout(std430, binding = 3) readonly buffer buffer_1_block_9Compute {
    uint data[];
} _group_0_binding_103_cs;

layout(std430, binding = 4) readonly buffer buffer_1_block_10Compute {
    uint data[];
} _group_0_binding_104_cs;

layout(std430, binding = 8) buffer buffer_2_block_11Compute {
    uint data[];
} _group_0_binding_403_cs;

layout(std430, binding = 6) buffer buffer_2_block_12Compute {
    uint data[];
} _group_0_binding_401_cs;


uint g_Lights_element(uint param) {
    switch(param) {
        case 0u: {
            uint _e5 = _group_0_binding_1_cs.data[0].w;
            return _e5;
        }
        case 1u: {
            uint _e10 = _group_0_binding_2_cs.data[0].w;
            return _e10;
        }
        default: {
            uint _e15 = _group_0_binding_3_cs.data[0].w;
            return _e15;
        }
    }
}

uint g_Lights_element_1(uint param_1, uint param_2) {
    switch(param_1) {
        case 0u: {
            uint _e6 = _group_0_binding_1_cs.data[param_2].x;
            return _e6;
        }
        case 1u: {
            uint _e11 = _group_0_binding_2_cs.data[param_2].x;
            return _e11;
        }
        default: {
            uint _e16 = _group_0_binding_3_cs.data[param_2].x;
            return _e16;
        }
    }
}

float range(uint at, uint of) {
    uint _e7 = g_Lights_element(at);
    uint _e15 = g_Lights_element_1(at, (of + 1u));
    return (uintBitsToFloat(_e7) + uintBitsToFloat(_e15));
}

uvec4 g_Lights_element_2(uint param_3) {
    switch(param_3) {
        case 0u: {
            uvec4 _e4 = _group_0_binding_1_cs.data[0];
            return _e4;
        }
        case 1u: {
            uvec4 _e8 = _group_0_binding_2_cs.data[0];
            return _e8;
        }
        default: {
            uvec4 _e12 = _group_0_binding_3_cs.data[0];
            return _e12;
        }
    }
}

uint g_Items_element(uint param_4, uint param_5) {
    switch(param_4) {
        case 0u: {
            uint _e5 = _group_0_binding_100_cs.data[param_5];
            return _e5;
        }
        default: {
            uint _e9 = _group_0_binding_101_cs.data[param_5];
            return _e9;
        }
    }
}

uint g_Bytes_element(uint param_6) {
    switch(param_6) {
        case 0u: {
            uint _e4 = _group_0_binding_102_cs.data[4];
            return _e4;
        }
        case 1u: {
            uint _e8 = _group_0_binding_103_cs.data[4];
            return _e8;
        }
        default: {
            uint _e12 = _group_0_binding_104_cs.data[4];
            return _e12;
        }
    }
}

uint g_Bytes_element_1(uint param_7) {
    switch(param_7) {
        case 0u: {
            uint _e4 = _group_0_binding_102_cs.data[5];
            return _e4;
        }
        case 1u: {
            uint _e8 = _group_0_binding_103_cs.data[5];
            return _e8;
        }
        default: {
            uint _e12 = _group_0_binding_104_cs.data[5];
            return _e12;
        }
    }
}

uint g_Bytes_element_2(uint param_8) {
    switch(param_8) {
        case 0u: {
            uint _e4 = _group_0_binding_102_cs.data[6];
            return _e4;
        }
        case 1u: {
            uint _e8 = _group_0_binding_103_cs.data[6];
            return _e8;
        }
        default: {
            uint _e12 = _group_0_binding_104_cs.data[6];
            return _e12;
        }
    }
}

uint g_Bytes_element_3(uint param_9) {
    switch(param_9) {
        case 0u: {
            uint _e4 = _group_0_binding_102_cs.data[7];
            return _e4;
        }
        case 1u: {
            uint _e8 = _group_0_binding_103_cs.data[7];
            return _e8;
        }
        default: {
            uint _e12 = _group_0_binding_104_cs.data[7];
            return _e12;
        }
    }
}

uint g_Items_element_1(uint param_10) {
    switch(param_10) {
        case 0u: {
            return uint(_group_0_binding_100_cs.data.length());
        }
        default: {
            return uint(_group_0_binding_101_cs.data.length());
        }
    }
}

uint g_Raw_element(uint param_11) {
    switch(param_11) {
        case 0u: {
            return uint(_group_0_binding_402_cs.data.length());
        }
        default: {
            return uint(_group_0_binding_403_cs.data.length());
        }
    }
}

uint g_Counts_element(uint param_12, uint param_13) {
    switch(param_12) {
        case 0u: {
            uint _e5 = atomicOr(_group_0_binding_400_cs.data[param_13], 0u);
            return _e5;
        }
        default: {
            uint _e9 = atomicOr(_group_0_binding_401_cs.data[param_13], 0u);
            return _e9;
        }
    }
}

void g_Counts_element_1(uint param_14, uint param_15, uint param_16) {
    switch(param_14) {
        case 0u: {
            atomicExchange(_group_0_binding_400_cs.data[param_15], param_16);
            break;
        }
        default: {
            atomicExchange(_group_0_binding_401_cs.data[param_15], param_16);
            break;
        }
    }
}

uint g_Counts_element_2(uint param_17, uint param_18, uint param_19) {
    switch(param_17) {
        case 0u: {
            uint _e4 = atomicAdd(_group_0_binding_400_cs.data[param_18], param_19);
            return _e4;
        }
        default: {
            uint _e8 = atomicAdd(_group_0_binding_401_cs.data[param_18], param_19);
            return _e8;
        }
    }
}

exchange g_Counts_element_3(uint param_20, uint param_21, uint param_22) {
    switch(param_20) {
        case 0u: {
            _atomic_compare_exchange_result_Uint_4_ _e5; _e5.old_value = atomicCompSwap(_group_0_binding_400_cs.data[param_21], param_22, 77u);
            _e5.exchanged = (_e5.old_value == param_22);
            return exchange(_e5.old_value, _e5.exchanged);
        }
        default: {
            _atomic_compare_exchange_result_Uint_4_ _e12; _e12.old_value = atomicCompSwap(_group_0_binding_401_cs.data[param_21], param_22, 77u);
            _e12.exchanged = (_e12.old_value == param_22);
            return exchange(_e12.old_value, _e12.exchanged);
        }
    }
}

void g_Raw_element_1(uint param_23, uint param_24, uint param_25) {
    switch(param_23) {
        case 0u: {
            atomicExchange(_group_0_binding_402_cs.data[param_24], param_25);
            break;
        }
        default: {
            atomicExchange(_group_0_binding_403_cs.data[param_24], param_25);
            break;
        }
    }
}

void main_1(uvec3 id) {
    uvec3 id_1 = uvec3(0u);
    vec4 sum = vec4(0.0);
    uint count = 0u;
    uint stride = 0u;
    uint size = 0u;
    uint before = 0u;
    uint exchanged = 0u;
    id_1 = id;
    uint _e3 = id_1.x;
    uint _e5 = (_e3 % 3u);
    uint _e7 = id_1.x;
    uint _e9 = (_e7 & 1u);
    float _e10 = range(1u, _e5);
    sum = vec4(_e10);
    uvec4 _e17 = g_Lights_element_2(_e5);
    float _e20 = range(_e5, _e9);
    vec4 _e22 = sum;
    sum = (_e22 + vec4(uintBitsToFloat(_e17.xyz), _e20));
    uint _e28 = (_e5 * 5u);
    uint _e30 = g_Items_element(_e9, _e28);
    uint _e33 = g_Items_element(_e9, (_e28 + 1u));
    uint _e37 = g_Items_element(_e9, (_e28 + 2u));
    uint _e40 = g_Items_element(_e9, (_e28 + 3u));
    uint _e49 = id_1.x;
    uint _e54 = _group_0_binding_101_cs.data[((_e49 * 5u) + 4u)];
    vec4 _e58 = sum;
    sum = (_e58 + (vec4((uvec4(_e30, _e33, _e37, _e40) % uvec4(8u))) + vec4(uintBitsToFloat(_e54))));
    uint _e65 = g_Bytes_element(_e5);
    uint _e67 = g_Bytes_element_1(_e5);
    uint _e69 = g_Bytes_element_2(_e5);
    uint _e71 = g_Bytes_element_3(_e5);
    vec4 _e76 = sum;
    sum = (_e76 + vec4((uvec4(_e65, _e67, _e69, _e71) % uvec4(16u))));
    count = 0u;
    size = 0u;
    uint _e84 = g_Items_element_1(_e9);
    count = (_e84 / 5u);
    stride = 20u;
    uint _e90 = g_Raw_element(_e9);
    size = (_e90 << 2u);
    before = 0u;
    exchanged = 0u;
    uint _e98 = id_1.x;
    uint _e99 = (_e98 + 8u);
    uint _e101 = g_Counts_element(_e9, _e99);
    g_Counts_element_1(_e9, _e99, (_e101 + 3u));
    uint _e107 = id_1.x;
    uint _e110 = g_Counts_element_2(_e9, _e107, (_e5 + 1u));
    before = _e110;
    uint _e114 = id_1.x;
    uint _e115 = before;
    exchange _e120 = g_Counts_element_3(_e9, _e114, ((_e115 + _e5) + 1u));
    exchanged = _e120.old_value;
    uint _e126 = id_1.x;
    uint _e128 = atomicMax(_group_0_binding_401_cs.data[200], _e126);
    uint _e132 = id_1.x;
    uint _e135 = exchanged;
    uint _e136 = before;
    g_Raw_element_1(_e9, ((_e132 * 4u) >> 2u), (_e135 - _e136));
    uint _e143 = atomicAdd(_group_0_binding_403_cs.data[200], 1u);
    vec4 _e144 = sum;
    uint _e145 = count;
    uint _e147 = size;
    uint _e150 = exchanged;
    uint _e151 = before;
    vec4 _e155 = (_e144 + vec4(float(_e145), float(_e147), 0.0, float((_e150 - _e151))));
    uint _e158 = id_1.x;
    uint _e159 = (_e158 * 4u);
    _group_0_binding_408_cs[_e159] = floatBitsToUint(_e155.x);
    _group_0_binding_408_cs[(_e159 + 1u)] = floatBitsToUint(_e155.y);
    _group_0_binding_408_cs[(_e159 + 2u)] = floatBitsToUint(_e155.z);
    _group_0_binding_408_cs[(_e159 + 3u)] = floatBitsToUint(_e155.w);
    return;
}

void main() {
    uvec3 GlobalInvocationId = gl_GlobalInvocationID;
    main_1(GlobalInvocationId);
    return;
}

