enable wgpu_binding_array;

struct buffer {
    data: array<vec4<u32>, 1>,
}

struct Light {
    colour: vec3<f32>,
    range: f32,
}

struct Outputs {
    @location(0) SV_TARGET: vec4<f32>,
}

@group(0) @binding(0) 
var<uniform> g_Lights: binding_array<buffer, 3>;
@group(0) @binding(8) 
var<uniform> g_Groups: binding_array<buffer, 8>;

fn main_1(at: u32) -> vec4<f32> {
    let _e5 = g_Lights[at].data[0];
    let _e13 = g_Groups[6].data[0].w;
    return vec4<f32>(bitcast<vec3<f32>>(_e5.xyz), bitcast<f32>(_e13));
}

@fragment 
fn main(@location(0) @interpolate(flat) AT: u32) -> Outputs {
    let _e1 = main_1(AT);
    return Outputs(_e1);
}
