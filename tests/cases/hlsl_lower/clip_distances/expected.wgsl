enable clip_distances;

struct Out {
    position: vec4<f32>,
    near: vec2<f32>,
    far: f32,
    odd: bool,
}

struct Outputs {
    @builtin(position) Position: vec4<f32>,
    @location(0) @interpolate(flat) ODD: u32,
    @builtin(clip_distances) ClipDistance: array<f32, 3>,
}

@group(0) @binding(0) 
var<uniform> u0024_Params: array<vec4<u32>, 1>;

fn main_1(vertex: u32, instance: u32, shift: vec4<f32>) -> Out {
    var output: Out;

    output.position = (vec4<f32>(f32(vertex), f32(instance), 0f, 1f) + shift);
    let _e12 = output.position;
    output.near = _e12.xy;
    output.far = 1f;
    output.odd = bool((vertex & 1u));
    let _e20 = output;
    return _e20;
}

@vertex 
fn main(@builtin(vertex_index) VertexIndex: u32, @builtin(instance_index) InstanceIndex: u32) -> Outputs {
    let _e4 = u0024_Params[0];
    let _e6 = main_1(VertexIndex, InstanceIndex, bitcast<vec4<f32>>(_e4));
    return Outputs(_e6.position, u32(_e6.odd), array<f32, 3>(_e6.near.x, _e6.near.y, _e6.far));
}
