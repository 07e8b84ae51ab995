struct Outputs {
    @location(0) SV_TARGET: vec4<f32>,
}

@group(0) @binding(100) 
var g_Color: texture_multisampled_2d<f32>;

fn main_1(at: vec4<f32>) -> vec4<f32> {
    let _e2 = vec2<u32>(at.xy);
    let _e8 = textureLoad(g_Color, vec2<u32>(_e2.x, _e2.y), 0i);
    let _e13 = textureLoad(g_Color, vec2<u32>(_e2.x, _e2.y), 2u);
    let _e15 = vec2<i32>(_e2);
    let _e20 = textureLoad(g_Color, vec2<i32>(_e15.x, _e15.y), 1u);
    return ((_e8 + _e13) + _e20);
}

@fragment 
fn main(@builtin(position) FragCoord: vec4<f32>) -> Outputs {
    let _e6 = main_1(vec4<f32>(FragCoord.xyz, (1f / FragCoord.w)));
    return Outputs(_e6);
}
