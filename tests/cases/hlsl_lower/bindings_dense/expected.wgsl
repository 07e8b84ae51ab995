enable wgpu_binding_array;

struct Outputs {
    @location(0) SV_TARGET: vec4<f32>,
}

@group(0) @binding(0) 
var<uniform> u0024_Globals: array<vec4<u32>, 1>;
@group(0) @binding(8) 
var<storage, read_write> g_Counted: array<u32>;
@group(0) @binding(9) 
var<storage, read_write> g_Counted_u0040_count: array<atomic<u32>, 1>;
@group(0) @binding(5) 
var g_Late: texture_2d<f32>;
@group(0) @binding(7) 
var g_Linear: sampler;
@group(0) @binding(3) 
var g_Early: texture_2d<f32>;
@group(0) @binding(2) 
var g_Fixed: texture_2d<f32>;
@group(0) @binding(6) 
var g_Several: binding_array<texture_2d<f32>, 2>;
@group(2) @binding(0) 
var g_Elsewhere: texture_2d<f32>;
@group(0) @binding(1) 
var<uniform> View: array<vec4<u32>, 1>;

fn main_1(uv: vec2<f32>) -> vec4<f32> {
    let _e3 = u0024_Globals[0];
    let _e4 = bitcast<vec4<f32>>(_e3);
    let _e9 = atomicAdd((&g_Counted_u0040_count[0]), 1u);
    let _e11 = (_e9 * 4u);
    g_Counted[_e11] = bitcast<u32>(_e4.x);
    g_Counted[(_e11 + 1u)] = bitcast<u32>(_e4.y);
    g_Counted[(_e11 + 2u)] = bitcast<u32>(_e4.z);
    g_Counted[(_e11 + 3u)] = bitcast<u32>(_e4.w);
    let _e31 = textureSample(g_Late, g_Linear, uv);
    let _e33 = textureSample(g_Early, g_Linear, uv);
    let _e36 = textureSample(g_Fixed, g_Linear, uv);
    let _e40 = textureSample(g_Several[1], g_Linear, uv);
    let _e43 = textureSample(g_Elsewhere, g_Linear, uv);
    let _e47 = View[0];
    return (((((_e31 + _e33) + _e36) + _e40) + _e43) + bitcast<vec4<f32>>(_e47));
}

@fragment 
fn main(@location(0) TEXCOORD: vec2<f32>) -> Outputs {
    let _e1 = main_1(TEXCOORD);
    return Outputs(_e1);
}
