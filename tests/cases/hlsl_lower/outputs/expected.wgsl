struct Lights {
    direction: vec3<f32>,
    at: vec2<f32>,
}

struct Out {
    color: array<vec4<f32>, 2>,
    depth: f32,
    coverage: u32,
}

struct Outputs {
    @location(0) SV_TARGET: vec4<f32>,
    @location(1) SV_TARGET1_: vec4<f32>,
    @builtin(frag_depth) FragDepth: f32,
    @builtin(sample_mask) SampleMask: u32,
}

fn main_1(lights: Lights, basis: mat3x2<f32>, sampled: u32, covered: u32) -> Out {
    var output: Out;

    output.color[0] = vec4<f32>(lights.direction, basis[2].y);
    output.color[1] = vec4<f32>(lights.at, f32(sampled), 1f);
    output.depth = 0.5f;
    output.coverage = (covered & 1u);
    let _e24 = output;
    return _e24;
}

@fragment 
fn main(@location(0) LIGHT: vec3<f32>, @location(1) @interpolate(perspective, centroid) LIGHT1_: vec2<f32>, @location(2) @interpolate(linear) BASIS: vec2<f32>, @location(3) @interpolate(linear) BASIS1_: vec2<f32>, @location(4) @interpolate(linear) BASIS2_: vec2<f32>, @builtin(sample_index) SampleId: u32, @builtin(sample_mask) SampleMask: u32) -> Outputs {
    let _e9 = main_1(Lights(LIGHT, LIGHT1_), mat3x2<f32>(BASIS, BASIS1_, BASIS2_), SampleId, SampleMask);
    return Outputs(_e9.color[0], _e9.color[1], _e9.depth, _e9.coverage);
}
