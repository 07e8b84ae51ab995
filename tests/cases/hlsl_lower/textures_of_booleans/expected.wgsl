struct Outputs {
    @location(0) SV_TARGET: vec4<f32>,
}

@group(0) @binding(101) 
var g_Three: texture_2d<u32>;
@group(0) @binding(100) 
var g_One: texture_2d<u32>;

fn main_1(at: vec4<f32>) -> vec4<f32> {
    let _e5 = vec3<i32>(vec2<i32>(at.xy), 0i);
    let _e10 = textureLoad(g_Three, vec2<i32>(_e5.x, _e5.y), _e5.z);
    let _e12 = vec3<bool>(_e10.xyz);
    let _e15 = vec2<u32>(at.xy);
    let _e19 = textureLoad(g_One, vec2<u32>(_e15.x, _e15.y), 0i);
    return vec4<f32>(select(0.25f, 1f, bool(_e19.x)), select(0f, 0.5f, _e12.x), f32(_e12.y), f32(all(_e12)));
}

@fragment 
fn main(@builtin(position) FragCoord: vec4<f32>) -> Outputs {
    let _e6 = main_1(vec4<f32>(FragCoord.xyz, (1f / FragCoord.w)));
    return Outputs(_e6);
}
