struct Lines {
    value: array<vec2<f32>, 3>,
}

struct Push {
    weight: f32,
    color: vec3<f32>,
    turned: mat2x3<f32>,
    lines: Lines,
}

struct Outputs {
    @location(0) SV_TARGET: vec4<f32>,
}

var<immediate> g_Push: array<vec4<u32>, 7>;

fn Whole() -> Push {
    let _e3 = g_Push[0].x;
    let _e6 = g_Push[0];
    let _e10 = g_Push[1];
    let _e14 = g_Push[2];
    let _e18 = g_Push[3];
    let _e24 = g_Push[4];
    let _e28 = g_Push[5];
    let _e32 = g_Push[6];
    return Push(bitcast<f32>(_e3), bitcast<vec3<f32>>(_e6.yzw), transpose(mat3x2<f32>(bitcast<vec2<f32>>(_e10.xy), bitcast<vec2<f32>>(_e14.xy), bitcast<vec2<f32>>(_e18.xy))), Lines(array<vec2<f32>, 3>(bitcast<vec2<f32>>(_e24.xy), bitcast<vec2<f32>>(_e28.xy), bitcast<vec2<f32>>(_e32.xy))));
}

fn main_1() -> vec4<f32> {
    let _e3 = g_Push[0].x;
    let _e7 = g_Push[0].w;
    let _e14 = g_Push[3].y;
    let _e18 = g_Push[6].y;
    let _e20 = Whole();
    return vec4<f32>((bitcast<f32>(_e3) + bitcast<f32>(_e7)), bitcast<f32>(_e14), bitcast<f32>(_e18), _e20.color.x);
}

@fragment 
fn main() -> Outputs {
    let _e0 = main_1();
    return Outputs(_e0);
}
