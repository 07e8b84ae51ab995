enable wgpu_binding_array;

struct Layer {
    strength: f32,
}

struct Pair {
    scale: vec2<f32>,
}

struct Outputs {
    @location(0) SV_TARGET: vec4<f32>,
}

@group(0) @binding(0) 
var<uniform> u0024_Globals: array<vec4<u32>, 5>;
@group(0) @binding(101) 
var g_Layers_u005b_1_u005d_u002e_map: texture_2d<f32>;
@group(0) @binding(301) 
var g_Layers_u005b_1_u005d_u002e_how: sampler;
@group(0) @binding(102) 
var g_Layers_u005b_2_u005d_u002e_map: texture_2d<f32>;
@group(0) @binding(302) 
var g_Layers_u005b_2_u005d_u002e_how: sampler;
@group(0) @binding(105) 
var g_Pairs_u005b_1_u005d_u002e_maps: binding_array<texture_2d<f32>, 2>;
@group(0) @binding(300) 
var g_Layers_u005b_0_u005d_u002e_how: sampler;

fn weigh(layer: Layer, uv: vec2<f32>) -> vec4<f32> {
    let _e4 = textureSample(g_Layers_u005b_1_u005d_u002e_map, g_Layers_u005b_1_u005d_u002e_how, uv);
    return (_e4 * layer.strength);
}

fn weigh_1(layer_1: Layer, uv_1: vec2<f32>) -> vec4<f32> {
    let _e4 = textureSample(g_Layers_u005b_2_u005d_u002e_map, g_Layers_u005b_2_u005d_u002e_how, uv_1);
    return (_e4 * layer_1.strength);
}

fn main_1(uv_2: vec2<f32>) -> vec4<f32> {
    let _e4 = u0024_Globals[0].x;
    let _e9 = u0024_Globals[1].x;
    let _e11 = Layer(bitcast<f32>(_e9));
    let _e14 = u0024_Globals[2].x;
    let _e19 = weigh(_e11, uv_2);
    let _e22 = u0024_Globals[0].x;
    let _e27 = u0024_Globals[1].x;
    let _e32 = u0024_Globals[2].x;
    let _e34 = Layer(bitcast<f32>(_e32));
    let _e37 = weigh_1(_e34, uv_2);
    let _e40 = u0024_Globals[3];
    let _e45 = u0024_Globals[4];
    let _e47 = bitcast<vec2<f32>>(_e45.xy);
    let _e54 = textureSample(g_Pairs_u005b_1_u005d_u002e_maps[0], g_Layers_u005b_0_u005d_u002e_how, (uv_2 * _e47));
    return ((_e19 + _e37) + _e54);
}

@fragment 
fn main(@location(0) TEXCOORD: vec2<f32>) -> Outputs {
    let _e1 = main_1(TEXCOORD);
    return Outputs(_e1);
}
