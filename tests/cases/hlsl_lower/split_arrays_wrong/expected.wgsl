enable wgpu_binding_array;

struct Outputs {
    @location(0) SV_TARGET: vec4<f32>,
}

@group(0) @binding(100) 
var g_Many: binding_array<texture_2d<f32>, 65>;
@group(0) @binding(300) 
var g_Sampler: sampler;

fn shade(at: u32, uv: vec2<f32>) -> vec4<f32> {
    let _e5 = textureSample(g_Many[at], g_Sampler, uv);
    return _e5;
}

fn main_1(at_1: u32, uv_1: vec2<f32>) -> vec4<f32> {
    let _e2 = shade(at_1, uv_1);
    return _e2;
}

@fragment 
fn main(@location(0) @interpolate(flat) AT: u32, @location(1) UV: vec2<f32>) -> Outputs {
    let _e2 = main_1(AT, UV);
    return Outputs(_e2);
}
