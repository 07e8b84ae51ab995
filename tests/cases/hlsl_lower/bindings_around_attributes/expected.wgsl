struct Outputs {
    @location(0) SV_TARGET: vec4<f32>,
}

@group(0) @binding(3) 
var<uniform> u0024_Globals: array<vec4<u32>, 1>;
@group(0) @binding(0) 
var<uniform> First: array<vec4<u32>, 1>;
@group(0) @binding(1) 
var<uniform> Second: array<vec4<u32>, 1>;
@group(0) @binding(2) 
var<uniform> Third: array<vec4<u32>, 1>;

fn main_1() -> vec4<f32> {
    let _e2 = u0024_Globals[0];
    let _e6 = First[0];
    let _e11 = Second[0];
    let _e16 = Third[0];
    return (((bitcast<vec4<f32>>(_e2) + bitcast<vec4<f32>>(_e6)) + bitcast<vec4<f32>>(_e11)) + bitcast<vec4<f32>>(_e16));
}

@fragment 
fn main() -> Outputs {
    let _e0 = main_1();
    return Outputs(_e0);
}
