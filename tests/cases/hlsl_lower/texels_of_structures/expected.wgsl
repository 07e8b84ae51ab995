struct Surface {
    color: vec3<f32>,
    roughness: f32,
}

struct Motion {
    velocity: vec2<f32>,
}

struct Id {
    object: u32,
    part: u32,
}

struct Outputs {
    @location(0) SV_TARGET: vec4<f32>,
}

@group(0) @binding(100) 
var g_Surface: texture_2d<f32>;
@group(0) @binding(300) 
var g_Linear: sampler;
@group(0) @binding(101) 
var g_Motion: texture_2d<f32>;
@group(0) @binding(103) 
var g_Layers: texture_2d_array<f32>;
@group(0) @binding(102) 
var g_Id: texture_multisampled_2d<u32>;

fn Shade(uv: vec2<f32>) -> vec4<f32> {
    let _e3 = textureSample(g_Surface, g_Linear, uv);
    let _e8 = vec3<f32>(_e3.x, _e3.y, _e3.z);
    return vec4<f32>(_e8, _e3.w);
}

fn Shade_1(uv_1: vec2<f32>) -> vec2<f32> {
    let _e4 = textureSampleLevel(g_Motion, g_Linear, uv_1, 0f);
    let _e5 = _e4.xy;
    let _e8 = vec2<f32>(_e5.x, _e5.y);
    return _e8;
}

fn main_1(uv_2: vec2<f32>) -> vec4<f32> {
    var color: vec4<f32>;

    let _e1 = Shade(uv_2);
    let _e2 = Shade_1(uv_2);
    color = (_e1 + _e2.xyxy);
    let _e12 = textureLoad(g_Surface, vec2<u32>(3u, 4u), 0i);
    let _e24 = textureLoad(g_Surface, vec2<u32>(1u, 2u), 1u);
    let _e29 = vec3<f32>(_e24.x, _e24.y, _e24.z);
    let _e33 = color;
    color = (_e33 + (vec4(_e12.w) + _e29.xyzx));
    let _e41 = textureLoad(g_Layers, vec2<i32>(1i, 2i), 3i, 0i);
    let _e53 = textureLoad(g_Id, vec2<i32>(5i, 6i), 1u);
    let _e54 = _e53.xy;
    let _e59 = textureGather(0, g_Surface, g_Linear, uv_2);
    let _e60 = color;
    color = (_e60 + _e59);
    let _e62 = color;
    return ((_e62 * _e41.w) + vec4(f32(select(0i, 1i, (_e54.x == _e54.y)))));
}

@fragment 
fn main(@location(0) TEXCOORD: vec2<f32>) -> Outputs {
    let _e1 = main_1(TEXCOORD);
    return Outputs(_e1);
}
