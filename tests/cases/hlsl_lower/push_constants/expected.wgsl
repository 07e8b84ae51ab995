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

var<immediate> g_Push: array<u32, 16>;

fn Whole() -> Push {
    let _e2 = g_Push[0];
    let _e5 = g_Push[1];
    let _e7 = g_Push[2];
    let _e9 = g_Push[3];
    let _e13 = g_Push[4];
    let _e15 = g_Push[5];
    let _e19 = g_Push[6];
    let _e21 = g_Push[7];
    let _e25 = g_Push[8];
    let _e27 = g_Push[9];
    let _e33 = g_Push[10];
    let _e35 = g_Push[11];
    let _e39 = g_Push[12];
    let _e41 = g_Push[13];
    let _e45 = g_Push[14];
    let _e47 = g_Push[15];
    return Push(bitcast<f32>(_e2), bitcast<vec3<f32>>(vec3<u32>(_e5, _e7, _e9)), transpose(mat3x2<f32>(bitcast<vec2<f32>>(vec2<u32>(_e13, _e15)), bitcast<vec2<f32>>(vec2<u32>(_e19, _e21)), bitcast<vec2<f32>>(vec2<u32>(_e25, _e27)))), Lines(array<vec2<f32>, 3>(bitcast<vec2<f32>>(vec2<u32>(_e33, _e35)), bitcast<vec2<f32>>(vec2<u32>(_e39, _e41)), bitcast<vec2<f32>>(vec2<u32>(_e45, _e47)))));
}

fn main_1() -> vec4<f32> {
    let _e2 = g_Push[0];
    let _e5 = g_Push[3];
    let _e11 = g_Push[9];
    let _e14 = g_Push[15];
    let _e16 = Whole();
    return vec4<f32>((bitcast<f32>(_e2) + bitcast<f32>(_e5)), bitcast<f32>(_e11), bitcast<f32>(_e14), _e16.color.x);
}

@fragment 
fn main() -> Outputs {
    let _e0 = main_1();
    return Outputs(_e0);
}
