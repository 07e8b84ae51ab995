struct Outputs {
    @builtin(position) Position: vec4<f32>,
}

fn main_1(position: vec4<f32>, clip: vec2<f32>, layer: u32) -> vec4<f32> {
    return ((position + clip.xyxy) + vec4(f32(layer)));
}

@vertex 
fn main(@location(0) SV_POSITION: vec4<f32>, @location(1) SV_CLIPDISTANCE: vec2<f32>, @location(2) SV_RENDERTARGETARRAYINDEX: u32) -> Outputs {
    let _e3 = main_1(SV_POSITION, SV_CLIPDISTANCE, SV_RENDERTARGETARRAYINDEX);
    return Outputs(_e3);
}
