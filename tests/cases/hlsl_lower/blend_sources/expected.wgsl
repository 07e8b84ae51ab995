enable dual_source_blending;

struct Colours {
    colour: vec4<f32>,
    coverage: vec4<f32>,
}

struct Outputs {
    @location(0) @blend_src(0) SV_TARGET: vec4<f32>,
    @location(0) @blend_src(1) SV_TARGET1_: vec4<f32>,
}

fn main_1(tint: vec4<f32>) -> Colours {
    var o: Colours;

    o.colour = tint;
    o.coverage = tint.wwww;
    let _e5 = o;
    return _e5;
}

@fragment 
fn main(@location(0) COLOR: vec4<f32>) -> Outputs {
    let _e1 = main_1(COLOR);
    return Outputs(_e1.colour, _e1.coverage);
}
