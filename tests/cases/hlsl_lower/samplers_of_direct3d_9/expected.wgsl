struct Outputs {
    @location(0) COLOR: vec4<f32>,
}

@group(0) @binding(102) 
var g_Color: texture_2d<f32>;
@group(0) @binding(302) 
var g_Color_u002e_sampler: sampler;
@group(0) @binding(100) 
var g_Sky: texture_cube<f32>;
@group(0) @binding(300) 
var g_Sky_u002e_sampler: sampler;

fn main_1(at: vec4<f32>, pixel: vec2<f32>, face: f32) -> vec4<f32> {
    let _e6 = textureSample(g_Color, g_Color_u002e_sampler, at.xy);
    let _e9 = textureSampleLevel(g_Color, g_Color_u002e_sampler, at.xy, at.w);
    let _e15 = textureSample(g_Color, g_Color_u002e_sampler, (at.xy / vec2(at.w)));
    let _e19 = textureSampleBias(g_Color, g_Color_u002e_sampler, at.xy, at.w);
    let _e25 = textureSample(g_Sky, g_Sky_u002e_sampler, at.xyz);
    let _e27 = dpdx(pixel);
    let _e28 = dpdyFine(pixel);
    let _e29 = textureSampleGrad(g_Color, g_Color_u002e_sampler, pixel, _e27, _e28);
    return ((((((_e6 + _e9) + _e15) + _e19) * face) + _e25) + _e29);
}

@fragment 
fn main(@location(0) TEXCOORD: vec4<f32>, @builtin(position) FragCoord: vec4<f32>, @builtin(front_facing) FrontFacing: bool) -> Outputs {
    let _e8 = main_1(TEXCOORD, floor(FragCoord).xy, select(-1f, 1f, FrontFacing));
    return Outputs(_e8);
}
