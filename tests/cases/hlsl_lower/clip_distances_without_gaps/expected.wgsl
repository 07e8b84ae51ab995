enable clip_distances;

struct Vertex {
    position: vec4<f32>,
    second: vec2<f32>,
    first: vec3<f32>,
}

struct Outputs {
    @builtin(position) Position: vec4<f32>,
    @builtin(clip_distances) ClipDistance: array<f32, 5>,
}

fn main_1(at: vec4<f32>) -> Vertex {
    var vertex: Vertex;

    vertex.position = at;
    vertex.first = at.xyz;
    vertex.second = at.zw;
    let _e7 = vertex;
    return _e7;
}

@vertex 
fn main(@location(0) POSITION: vec4<f32>) -> Outputs {
    let _e1 = main_1(POSITION);
    return Outputs(_e1.position, array<f32, 5>(_e1.first.x, _e1.first.y, _e1.first.z, _e1.second.x, _e1.second.y));
}
