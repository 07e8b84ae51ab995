struct Outputs {
    @location(0) SV_TARGET: vec4<f32>,
}

fn Never(x: f32) -> f32 {
    if true {
        discard;
    }
    return f32();
}

fn main_1(at: vec2<f32>) -> vec4<f32> {
    if (at.x > 0.5f) {
        let _e5 = Never(at.y);
        return vec4(_e5);
    }
    discard;
}

@fragment 
fn main(@location(0) AT: vec2<f32>) -> Outputs {
    let _e1 = main_1(AT);
    return Outputs(_e1);
}
