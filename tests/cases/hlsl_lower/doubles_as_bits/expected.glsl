#version 450 core
#extension GL_ARB_compute_shader : require
#extension GL_ARB_shader_storage_buffer_object : require
layout(local_size_x = 8, local_size_y = 1, local_size_z = 1) in;

struct Pair {
    double first;
    dvec2 second;
};
layout(std430, binding = 0) readonly buffer type_2_block_0Compute { uint _group_0_binding_100_cs[]; };

layout(std430, binding = 1) buffer type_2_block_1Compute { uint _group_0_binding_400_cs[]; };

layout(std430, binding = 2) buffer type_2_block_2Compute { uint _group_0_binding_401_cs[]; };

layout(std430, binding = 3) buffer type_2_block_3Compute { uint _group_0_binding_402_cs[]; };


double uberc_double_of_words(uint low, uint high) {
    return packDouble2x32(uvec2(low, high));
}

uvec2 uberc_words_of_double(double value) {
    return unpackDouble2x32(value);
}

void main_1(uvec3 id) {
    uint low_1 = 0u;
    uint high_1 = 0u;
    uvec2 lows = uvec2(0u);
    uvec2 highs = uvec2(0u);
    Pair pair = Pair(0.0, dvec2(0.0));
    double _e6 = (1.0LF + (double(id.x) * 0.37LF));
    uint _e11 = _group_0_binding_100_cs[(id.x * 2u)];
    uint _e17 = _group_0_binding_100_cs[((id.x * 2u) + 1u)];
    double _e21 = uberc_double_of_words(_e11, (1072693248u | (_e17 & 1048575u)));
    uvec2 _e25 = uberc_words_of_double((_e21 * _e6));
    low_1 = _e25.x;
    high_1 = _e25.y;
    uint _e28 = low_1;
    uint _e29 = high_1;
    uint _e32 = (id.x * 2u);
    _group_0_binding_400_cs[_e32] = _e28;
    _group_0_binding_400_cs[(_e32 + 1u)] = _e29;
    uint _e38 = (id.x * 2u);
    uvec2 _e39 = uberc_words_of_double((_e21 - _e6));
    _group_0_binding_401_cs[_e38] = _e39.x;
    _group_0_binding_401_cs[(_e38 + 1u)] = _e39.y;
    double _e50 = uberc_double_of_words(id.x, 1073741824u);
    double _e51 = uberc_double_of_words(7u, 3220701184u);
    dvec2 _e57 = (dvec2(_e50, _e51) * dvec2(3.0LF));
    uvec2 _e60 = uberc_words_of_double(_e57.x);
    uvec2 _e63 = uberc_words_of_double(_e57.y);
    lows = uvec2(_e60.x, _e63.x);
    highs = uvec2(_e60.y, _e63.y);
    uvec2 _e68 = lows;
    uint _e71 = ((8u + id.x) * 2u);
    _group_0_binding_400_cs[_e71] = _e68.x;
    _group_0_binding_400_cs[(_e71 + 1u)] = _e68.y;
    uvec2 _e77 = highs;
    uint _e80 = ((16u + id.x) * 2u);
    _group_0_binding_400_cs[_e80] = _e77.x;
    _group_0_binding_400_cs[(_e80 + 1u)] = _e77.y;
    double _e88 = uberc_double_of_words(0u, 2146435072u);
    uvec2 _e92 = uberc_words_of_double(((id.x > 4u) ? _e88 : _e6));
    low_1 = _e92.x;
    high_1 = _e92.y;
    uint _e95 = low_1;
    uint _e96 = high_1;
    uint _e100 = ((24u + id.x) * 2u);
    _group_0_binding_400_cs[_e100] = _e95;
    _group_0_binding_400_cs[(_e100 + 1u)] = _e96;
    pair.first = (_e6 * 2.0LF);
    pair.second = dvec2(_e21, -(_e6));
    Pair _e111 = pair;
    uint _e114 = (id.x * 6u);
    uvec2 _e116 = uberc_words_of_double(_e111.first);
    _group_0_binding_402_cs[_e114] = _e116.x;
    _group_0_binding_402_cs[(_e114 + 1u)] = _e116.y;
    uvec2 _e124 = uberc_words_of_double(_e111.second.x);
    _group_0_binding_402_cs[(_e114 + 2u)] = _e124.x;
    _group_0_binding_402_cs[(_e114 + 3u)] = _e124.y;
    uvec2 _e133 = uberc_words_of_double(_e111.second.y);
    _group_0_binding_402_cs[(_e114 + 4u)] = _e133.x;
    _group_0_binding_402_cs[(_e114 + 5u)] = _e133.y;
    uint _e141 = (id.x * 6u);
    uint _e143 = _group_0_binding_402_cs[_e141];
    uint _e146 = _group_0_binding_402_cs[(_e141 + 1u)];
    double _e147 = uberc_double_of_words(_e143, _e146);
    uint _e150 = _group_0_binding_402_cs[(_e141 + 2u)];
    uint _e153 = _group_0_binding_402_cs[(_e141 + 3u)];
    double _e154 = uberc_double_of_words(_e150, _e153);
    uint _e157 = _group_0_binding_402_cs[(_e141 + 4u)];
    uint _e160 = _group_0_binding_402_cs[(_e141 + 5u)];
    double _e161 = uberc_double_of_words(_e157, _e160);
    pair = Pair(_e147, dvec2(_e154, _e161));
    dvec2 _e165 = pair.second;
    double _e168 = pair.first;
    dvec2 _e169 = (_e165.yx * _e168);
    uint _e171 = ((8u + id.x) * 6u);
    uvec2 _e173 = uberc_words_of_double(_e169.x);
    _group_0_binding_402_cs[(_e171 + 2u)] = _e173.x;
    _group_0_binding_402_cs[(_e171 + 3u)] = _e173.y;
    uvec2 _e181 = uberc_words_of_double(_e169.y);
    _group_0_binding_402_cs[(_e171 + 4u)] = _e181.x;
    _group_0_binding_402_cs[(_e171 + 5u)] = _e181.y;
    return;
}

void main() {
    uvec3 GlobalInvocationId = gl_GlobalInvocationID;
    main_1(GlobalInvocationId);
    return;
}

