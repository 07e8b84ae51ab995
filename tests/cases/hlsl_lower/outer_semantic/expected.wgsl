struct Inputs {
    a: vec3<f32>,
    b: vec2<f32>,
}

struct Targets {
    first: vec4<f32>,
    second: vec4<f32>,
}

struct Outputs {
    @location(2) SV_TARGET2_: vec4<f32>,
    @location(3) SV_TARGET3_: vec4<f32>,
    @location(0) SV_TARGET: vec4<f32>,
}

fn main_1(i: Inputs, third_1: ptr<function, vec4<f32>>) -> Targets {
    var t: Targets;

    t.first = vec4<f32>(i.a, 1f);
    t.second = i.b.xyxy;
    (*third_1) = vec4(0f);
    let _e12 = t;
    return _e12;
}

@fragment 
fn main(@location(0) TEXCOORD4_: vec3<f32>, @location(1) TEXCOORD5_: vec2<f32>) -> Outputs {
    var third: vec4<f32>;

    let _e4 = main_1(Inputs(TEXCOORD4_, TEXCOORD5_), (&third));
    let _e7 = third;
    return Outputs(_e4.first, _e4.second, _e7);
}
