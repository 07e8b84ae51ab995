struct Outputs {
    @location(0) SV_TARGET: vec4<f32>,
}

@group(0) @binding(100) 
var g_Color: texture_2d<f32>;
@group(0) @binding(300) 
var g_Sampler: sampler;
@group(0) @binding(101) 
var g_Layers: texture_2d_array<f32>;

fn main_1(uv: vec2<f32>) -> vec4<f32> {
    var sum: vec4<f32>;

    let _e5 = textureGather(0, g_Color, g_Sampler, uv, vec2<i32>(0i, 0i));
    let _e9 = textureGather(0, g_Color, g_Sampler, uv, vec2<i32>(1i, 0i));
    let _e12 = textureGather(0, g_Color, g_Sampler, uv, vec2<i32>(0i, 1i));
    let _e17 = textureGather(0, g_Color, g_Sampler, uv, vec2<i32>(-2i, 3i));
    sum = vec4<f32>(_e5.x, _e9.y, _e12.z, _e17.w);
    let _e25 = textureGather(3, g_Color, g_Sampler, uv, vec2<i32>(4i, 0i));
    let _e29 = textureGather(3, g_Color, g_Sampler, uv, vec2<i32>(1i, 5i));
    let _e33 = textureGather(3, g_Color, g_Sampler, uv, vec2<i32>(0i, -6i));
    let _e37 = textureGather(3, g_Color, g_Sampler, uv, vec2<i32>(-7i, 3i));
    let _e41 = sum;
    sum = (_e41 + (vec4(3f) * vec4<f32>(_e25.x, _e29.y, _e33.z, _e37.w)));
    let _e46 = vec3<f32>(uv, 1f);
    let _e53 = textureGather(2, g_Layers, g_Sampler, _e46.xy, i32(round(_e46.z)), vec2<i32>(1i, 1i));
    let _e61 = textureGather(2, g_Layers, g_Sampler, _e46.xy, i32(round(_e46.z)), vec2<i32>(2i, 2i));
    let _e68 = textureGather(2, g_Layers, g_Sampler, _e46.xy, i32(round(_e46.z)), vec2<i32>(3i, 3i));
    let _e75 = textureGather(2, g_Layers, g_Sampler, _e46.xy, i32(round(_e46.z)), vec2<i32>(4i, 4i));
    let _e79 = sum;
    sum = (_e79 + (vec4(9f) * vec4<f32>(_e53.x, _e61.y, _e68.z, _e75.w)));
    let _e81 = sum;
    return _e81;
}

@fragment 
fn main(@location(0) TEXCOORD: vec2<f32>) -> Outputs {
    let _e1 = main_1(TEXCOORD);
    return Outputs(_e1);
}
