enable wgpu_binding_array;

struct Outputs {
    @location(0) SV_TARGET: vec4<f32>,
}

@group(0) @binding(0) 
var<uniform> A: array<vec4<u32>, 1>;
@group(0) @binding(100) 
var g_First: texture_2d<f32>;
@group(0) @binding(101) 
var g_Many: binding_array<texture_2d<f32>, 4>;
@group(0) @binding(9) 
var g_Bound: texture_2d<f32>;

fn main_1() -> vec4<f32> {
    let _e2 = A[0];
    let _e9 = textureLoad(g_First, vec2(0u), 0i);
    let _e15 = textureLoad(g_Many[1], vec2(0u), 0i);
    let _e21 = textureLoad(g_Bound, vec2(1u), 0i);
    return (((bitcast<vec4<f32>>(_e2) + _e9) + _e15) + _e21);
}

@fragment 
fn main() -> Outputs {
    let _e0 = main_1();
    return Outputs(_e0);
}
