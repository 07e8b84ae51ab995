struct Outputs {
    @location(0) SV_TARGET: vec4<f32>,
}

@group(0) @binding(501) 
var g_Texture: texture_2d<f32>;
@group(0) @binding(502) 
var g_Sampler: sampler;
@group(0) @binding(400) 
var<storage, read_write> g_Zero: array<u32>;
@group(0) @binding(901) 
var g_Far: texture_2d<f32>;
@group(0) @binding(300) 
var g_LowSampler: sampler;
@group(0) @binding(299) 
var g_Low: texture_2d<f32>;
@group(0) @binding(503) 
var<storage, read_write> g_Out: array<u32>;
@group(0) @binding(99) 
var<uniform> First: array<vec4<u32>, 1>;
@group(0) @binding(500) 
var<uniform> High: array<vec4<u32>, 1>;

fn main_1(uv: vec2<f32>) -> vec4<f32> {
    let _e3 = textureSample(g_Texture, g_Sampler, uv);
    g_Zero[0] = bitcast<u32>(_e3.x);
    g_Zero[1] = bitcast<u32>(_e3.y);
    g_Zero[2] = bitcast<u32>(_e3.z);
    g_Zero[3] = bitcast<u32>(_e3.w);
    let _e20 = textureSample(g_Far, g_LowSampler, uv);
    let _e22 = textureSample(g_Low, g_LowSampler, uv);
    let _e23 = (_e20 + _e22);
    g_Out[0] = bitcast<u32>(_e23.x);
    g_Out[1] = bitcast<u32>(_e23.y);
    g_Out[2] = bitcast<u32>(_e23.z);
    g_Out[3] = bitcast<u32>(_e23.w);
    let _e39 = First[0];
    let _e43 = High[0];
    return (bitcast<vec4<f32>>(_e39) + bitcast<vec4<f32>>(_e43));
}

@fragment 
fn main(@location(0) TEXCOORD: vec2<f32>) -> Outputs {
    let _e1 = main_1(TEXCOORD);
    return Outputs(_e1);
}
