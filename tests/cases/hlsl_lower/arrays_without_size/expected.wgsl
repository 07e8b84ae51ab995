enable wgpu_binding_array;

struct buffer {
    data: array<u32>,
}

struct Outputs {
    @location(0) SV_TARGET: vec4<f32>,
}

@group(1) @binding(100) 
var g_Textures: binding_array<texture_2d<f32>>;
@group(2) @binding(100) 
var<storage> g_Buffers: binding_array<buffer>;

fn main_1(at: u32, place: vec4<f32>) -> vec4<f32> {
    let _e5 = vec2<u32>(place.xy);
    let _e10 = textureLoad(g_Textures[at], vec2<u32>(_e5.x, _e5.y), 0i);
    let _e18 = g_Buffers[(at & 3u)].data[0];
    let _e20 = g_Buffers[(at & 3u)].data[1];
    let _e22 = g_Buffers[(at & 3u)].data[2];
    let _e24 = g_Buffers[(at & 3u)].data[3];
    return (_e10 + bitcast<vec4<f32>>(vec4<u32>(_e18, _e20, _e22, _e24)));
}

@fragment 
fn main(@location(0) @interpolate(flat) AT: u32, @builtin(position) FragCoord: vec4<f32>) -> Outputs {
    let _e7 = main_1(AT, vec4<f32>(FragCoord.xyz, (1f / FragCoord.w)));
    return Outputs(_e7);
}
