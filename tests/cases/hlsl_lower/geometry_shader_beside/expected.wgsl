struct Outputs {
    @location(0) SV_TARGET: vec4<f32>,
}

fn main_1() -> vec4<f32> {
    return vec4(1f);
}

@fragment 
fn main() -> Outputs {
    let _e0 = main_1();
    return Outputs(_e0);
}
