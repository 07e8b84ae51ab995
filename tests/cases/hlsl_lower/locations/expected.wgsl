struct Vertex {
    position: vec3<f32>,
    normal: vec3<f32>,
    world: mat4x4<f32>,
    uv: vec2<f32>,
}

struct Varyings {
    position: vec4<f32>,
    uv: vec2<f32>,
    normal: vec3<f32>,
}

struct Outputs {
    @builtin(position) Position: vec4<f32>,
    @location(1) TEXCOORD: vec2<f32>,
    @location(0) NORMAL: vec3<f32>,
}

fn main_1(v: Vertex) -> Varyings {
    var o: Varyings;

    o.position = (v.world * vec4<f32>(v.position, 1f));
    o.uv = v.uv;
    o.normal = v.normal;
    let _e12 = o;
    return _e12;
}

@vertex 
fn main(@location(1) POSITION: vec3<f32>, @location(0) NORMAL: vec3<f32>, @location(3) WORLD: vec4<f32>, @location(4) WORLD1_: vec4<f32>, @location(5) WORLD2_: vec4<f32>, @location(6) WORLD3_: vec4<f32>, @location(2) TEXCOORD: vec2<f32>) -> Outputs {
    let _e9 = main_1(Vertex(POSITION, NORMAL, mat4x4<f32>(WORLD, WORLD1_, WORLD2_, WORLD3_), TEXCOORD));
    return Outputs(_e9.position, _e9.uv, _e9.normal);
}
