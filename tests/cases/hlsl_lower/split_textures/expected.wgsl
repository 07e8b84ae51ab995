enable wgpu_binding_array;

struct Outputs {
    @location(0) SV_TARGET: vec4<f32>,
}

@group(0) @binding(100) 
var g_Layers: binding_array<texture_2d<f32>, 4>;
@group(0) @binding(302) 
var g_Other: binding_array<sampler, 2>;
@group(0) @binding(300) 
var g_Samplers: binding_array<sampler, 2>;
@group(0) @binding(120) 
var g_Single: texture_2d<f32>;
@group(0) @binding(0) 
var<uniform> Where: array<vec4<u32>, 1>;
@group(0) @binding(104) 
var g_Pages: binding_array<texture_2d_array<f32>, 2>;
@group(0) @binding(106) 
var g_Cubes: binding_array<texture_cube<f32>, 2>;
@group(0) @binding(108) 
var g_Volumes: binding_array<texture_3d<f32>, 2>;
@group(0) @binding(110) 
var g_Shadows: binding_array<texture_depth_2d, 3>;
@group(0) @binding(304) 
var g_Compare: sampler_comparison;
@group(0) @binding(113) 
var g_Samples: binding_array<texture_multisampled_2d<f32>, 2>;
@group(0) @binding(401) 
var g_Written: binding_array<texture_storage_2d<rgba32float,write>, 2>;

fn layer(at: u32, uv: vec2<f32>) -> vec4<f32> {
    let _e6 = textureSample(g_Layers[at], g_Other[1], uv);
    return _e6;
}

fn layer_1(at_1: u32, uv_1: vec2<f32>, index0_: u32) -> vec4<f32> {
    let _e7 = textureSample(g_Layers[at_1], g_Other[index0_], uv_1);
    return _e7;
}

fn main_1(input: u32, uv_2: vec2<f32>, position: vec4<f32>) -> vec4<f32> {
    var sum: vec4<f32>;
    var width: u32;
    var height: u32;
    var levels: u32;

    let _e4 = vec2<u32>(position.xy);
    let _e9 = ((input + (_e4.x / 3u)) & 3u);
    let _e11 = (_e9 & 1u);
    let _e13 = layer(2u, uv_2);
    sum = _e13;
    let _e19 = textureSample(g_Layers[_e9], g_Samplers[0], uv_2);
    let _e20 = sum;
    sum = (_e20 + _e19);
    let _e24 = textureSample(g_Single, g_Samplers[_e11], uv_2);
    let _e25 = sum;
    sum = (_e25 + _e24);
    let _e30 = Where[0].x;
    let _e34 = Where[0].y;
    let _e39 = layer_1((_e30 & 3u), uv_2, u32((bitcast<i32>(_e34) & 1i)));
    let _e43 = sum;
    sum = (_e43 + (_e39 * vec4(2f)));
    let _e49 = textureSample(g_Layers[_e9], g_Samplers[0], uv_2, vec2<i32>(1i, -1i));
    let _e53 = sum;
    sum = (_e53 + (_e49 * vec4(3f)));
    let _e58 = textureSampleBias(g_Layers[_e9], g_Samplers[1], uv_2, 1.5f);
    let _e59 = sum;
    sum = (_e59 + _e58);
    let _e64 = textureSampleLevel(g_Layers[_e9], g_Samplers[1], uv_2, 1f);
    let _e68 = sum;
    sum = (_e68 + (_e64 * vec4(5f)));
    let _e74 = textureSampleGrad(g_Layers[_e9], g_Samplers[1], uv_2, vec2(0.1f), uv_2);
    let _e77 = sum;
    sum = (_e77 + (_e74 * vec4(5f)));
    let _e83 = textureGather(1, g_Layers[_e9], g_Samplers[1], uv_2, vec2<i32>(1i, 2i));
    let _e87 = sum;
    sum = (_e87 + (_e83 * vec4(7f)));
    let _e93 = textureLoad(g_Layers[_e9], vec2<i32>(1i, 2i), 0i);
    let _e97 = sum;
    sum = (_e97 + (_e93 * vec4(11f)));
    let _e99 = vec3<f32>(uv_2, 1f);
    let _e107 = textureSample(g_Pages[_e11], g_Samplers[0], _e99.xy, i32(round(_e99.z)));
    let _e111 = sum;
    sum = (_e111 + (_e107 * vec4(13f)));
    let _e114 = vec3<f32>(uv_2, 0f);
    let _e121 = textureSampleLevel(g_Pages[_e11], g_Samplers[0], _e114.xy, i32(round(_e114.z)), 1f);
    let _e122 = sum;
    sum = (_e122 + _e121);
    let _e128 = textureSample(g_Cubes[_e11], g_Samplers[0], vec3<f32>(uv_2, 1f));
    let _e132 = sum;
    sum = (_e132 + (_e128 * vec4(17f)));
    let _e139 = textureSample(g_Volumes[_e11], g_Samplers[0], vec3<f32>(uv_2, 0.5f));
    let _e143 = sum;
    sum = (_e143 + (_e139 * vec4(19f)));
    let _e149 = textureSampleCompareLevel(g_Shadows[(_e9 % 3u)], g_Compare, uv_2, 0.5f);
    let _e153 = sum;
    sum = (_e153 + vec4((_e149 * 23f)));
    let _e158 = textureSampleCompare(g_Shadows[(_e9 % 3u)], g_Compare, uv_2, 0.25f);
    let _e161 = sum;
    sum = (_e161 + vec4((_e158 * 23f)));
    let _e169 = textureLoad(g_Samples[_e11], vec2<i32>(3i, 4i), 2u);
    let _e173 = sum;
    sum = (_e173 + (_e169 * vec4(29f)));
    width = 0u;
    height = 0u;
    levels = 0u;
    let _e180 = textureDimensions(g_Layers[_e9], 1u);
    let _e183 = textureNumLevels(g_Layers[_e9]);
    width = _e180.x;
    height = _e180.y;
    levels = _e183;
    if ((_e4.x < 8u) && (_e4.y < 8u)) {
        let _e191 = width;
        let _e193 = height;
        let _e195 = levels;
        let _e200 = (vec4<f32>(f32(_e9), f32(_e191), f32(_e193), f32(_e195)) / vec4(64f));
        textureStore(g_Written[_e11], vec2<u32>(_e4.x, _e4.y), vec4<f32>(_e200.x, _e200.y, _e200.z, _e200.w));
    }
    let _e211 = sum;
    return (_e211 / vec4(64f));
}

@fragment 
fn main(@location(0) @interpolate(flat) I: u32, @location(1) UV: vec2<f32>, @builtin(position) FragCoord: vec4<f32>) -> Outputs {
    let _e8 = main_1(I, UV, vec4<f32>(FragCoord.xyz, (1f / FragCoord.w)));
    return Outputs(_e8);
}
