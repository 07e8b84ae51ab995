struct Outputs {
    @location(0) SV_TARGET: vec4<f32>,
}

@group(0) @binding(22) 
var<uniform> View: array<vec4<u32>, 1>;
@group(0) @binding(61) 
var g_Image: texture_storage_2d<rgba32float,write>;
@group(0) @binding(0) 
var g_First: texture_2d<f32>;
@group(0) @binding(40) 
var g_Linear: sampler;
@group(0) @binding(1) 
var g_Second: texture_2d<f32>;
@group(1) @binding(0) 
var g_Elsewhere: texture_2d<f32>;

fn main_1(uv: vec2<f32>) -> vec4<f32> {
    let _e3 = View[0];
    let _e4 = bitcast<vec4<f32>>(_e3);
    let _e6 = vec2<u32>(uv);
    textureStore(g_Image, vec2<u32>(_e6.x, _e6.y), vec4<f32>(_e4.x, _e4.y, _e4.z, _e4.w));
    let _e18 = textureSample(g_First, g_Linear, uv);
    let _e20 = textureSample(g_Second, g_Linear, uv);
    let _e23 = textureSample(g_Elsewhere, g_Linear, uv);
    return ((_e18 + _e20) + _e23);
}

@fragment 
fn main(@location(0) TEXCOORD: vec2<f32>) -> Outputs {
    let _e1 = main_1(TEXCOORD);
    return Outputs(_e1);
}
