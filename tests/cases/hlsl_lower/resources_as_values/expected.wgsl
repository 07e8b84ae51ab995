enable wgpu_binding_array;

struct Surface {
    scale: f32,
}

struct Outputs {
    @location(0) SV_TARGET: vec4<f32>,
}

@group(0) @binding(108) 
var g_Detail: texture_2d<f32>;
@group(0) @binding(300) 
var g_Sampler: sampler;
@group(0) @binding(100) 
var g_Layers: binding_array<texture_2d<f32>, 4>;
@group(0) @binding(109) 
var g_Shadows: texture_depth_2d_array;
@group(0) @binding(301) 
var g_Compare: sampler_comparison;

fn fetch(at: vec2<f32>) -> vec4<f32> {
    let _e3 = textureSample(g_Detail, g_Sampler, at);
    return _e3;
}

fn shade(surface: Surface, at_1: vec2<f32>) -> vec4<f32> {
    let _e2 = fetch(at_1);
    return (_e2 * surface.scale);
}

fn fetch_1(at_2: vec2<f32>) -> vec4<f32> {
    let _e4 = textureSample(g_Layers[1], g_Sampler, at_2);
    return _e4;
}

fn fetch_2(at_3: vec2<f32>, index0_: u32) -> vec4<f32> {
    let _e5 = textureSample(g_Layers[index0_], g_Sampler, at_3);
    return _e5;
}

fn main_1(at_4: vec2<f32>, layer: u32) -> vec4<f32> {
    var surface_1: Surface;
    var lit: f32;

    surface_1.scale = 2f;
    let _e5 = surface_1;
    let _e6 = shade(_e5, at_4);
    let _e7 = fetch_1(at_4);
    let _e9 = fetch_2(at_4, layer);
    let _e13 = vec3<f32>(at_4, f32(layer));
    let _e20 = textureSampleCompareLevel(g_Shadows, g_Compare, _e13.xy, i32(round(_e13.z)), 0.5f);
    lit = _e20;
    let _e24 = vec3<f32>(at_4, 1f);
    let _e30 = textureSampleLevel(g_Shadows, g_Sampler, _e24.xy, i32(round(_e24.z)), 0i);
    let _e31 = lit;
    lit = (_e31 + _e30);
    let _e33 = lit;
    let _e39 = textureGather(0, g_Detail, g_Sampler, at_4, vec2<i32>(1i, -1i));
    let _e45 = textureLoad(g_Detail, vec2<u32>(3u, 4u), 0i);
    return (((((_e6 + _e7) + _e9) * _e33) + _e39) + _e45);
}

@fragment 
fn main(@location(0) TEXCOORD: vec2<f32>, @location(1) @interpolate(flat) LAYER: u32) -> Outputs {
    let _e2 = main_1(TEXCOORD, LAYER);
    return Outputs(_e2);
}
