struct struct_u0020_at_u0020_21_ {
    a: vec3<f32>,
    b: f32,
}

struct Outputs {
    @location(0) SV_TARGET: vec4<f32>,
}

@group(0) @binding(0) 
var<uniform> Packed: array<vec4<u32>, 11>;

fn main_1(index: u32) -> vec4<f32> {
    let _e4 = Packed[4].w;
    let _e8 = Packed[4];
    let _e12 = Packed[5];
    let _e20 = Packed[(index + 1u)].x;
    let _e25 = Packed[3].y;
    let _e31 = Packed[5].w;
    let _e35 = (index + 38u);
    let _e42 = Packed[(_e35 >> 2u)][(_e35 & 3u)];
    let _e48 = Packed[0].x;
    let _e54 = Packed[10].x;
    let _e57 = Packed[10].y;
    return (((vec4<f32>(((select(bitcast<vec3<f32>>(_e12.xyz), bitcast<vec3<f32>>(_e8.xyz), (_e4 != 0u)) * bitcast<f32>(_e20)) + vec3(bitcast<f32>(_e25))), bitcast<f32>(_e31)) + vec4(bitcast<f32>(_e42))) + vec4(bitcast<f32>(_e48))) + vec4(f32(bitcast<f64>(((u64(_e57) << 32u) | u64(_e54))))));
}

@fragment 
fn main(@location(0) @interpolate(flat) INDEX: u32) -> Outputs {
    let _e1 = main_1(INDEX);
    return Outputs(_e1);
}
