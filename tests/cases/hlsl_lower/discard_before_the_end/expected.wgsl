struct Outputs {
    @location(0) SV_TARGET: vec4<f32>,
}

fn Never(x: f32) -> f32 {
    if true {
        discard;
    }
    return f32();
}

fn Sometimes(x_1: f32) -> f32 {
    if true {
        if (x_1 > 0.25f) {
            discard;
        } else {
            return x_1;
        }
    }
    return f32();
}

fn main_1(at: vec2<f32>) -> vec4<f32> {
    if true {
        if (at.x > 0.5f) {
            let _e5 = Never(at.y);
            let _e7 = Sometimes(at.x);
            return vec4((_e5 + _e7));
        }
        discard;
    }
    return vec4<f32>();
}

@fragment 
fn main(@location(0) AT: vec2<f32>) -> Outputs {
    let _e1 = main_1(AT);
    return Outputs(_e1);
}
