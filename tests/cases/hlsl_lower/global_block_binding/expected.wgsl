struct Outputs {
    @location(0) SV_TARGET: vec4<f32>,
}

@group(2) @binding(5) 
var<uniform> u0024_Globals: array<vec4<u32>, 2>;

fn main_1() -> vec4<f32> {
    let _e2 = u0024_Globals[0];
    let _e5 = u0024_Globals[1];
    return (bitcast<vec4<f32>>(_e2) * bitcast<vec4<f32>>(_e5));
}

@fragment 
fn main() -> Outputs {
    let _e0 = main_1();
    return Outputs(_e0);
}
