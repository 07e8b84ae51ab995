enable clip_distances;

struct Vertex {
    position: vec3<f32>,
    clip: f32,
    clips: vec3<f32>,
    more: vec2<f32>,
}

struct Outputs {
    @location(0) POSITION: vec3<f32>,
    @builtin(clip_distances) ClipDistance: array<f32, 6>,
    @builtin(position) Position: vec4<f32>,
}

fn main_1(position: vec3<f32>) -> Vertex {
    var v: Vertex;

    v.position = position;
    v.clip = 1f;
    v.clips = vec3(2f);
    v.more = vec2(3f);
    let _e11 = v;
    return _e11;
}

@vertex 
fn main(@location(0) POSITION: vec3<f32>) -> Outputs {
    let _e1 = main_1(POSITION);
    return Outputs(_e1.position, array<f32, 6>(_e1.clips.x, _e1.clips.y, _e1.clips.z, _e1.clip, _e1.more.x, _e1.more.y), vec4<f32>());
}
