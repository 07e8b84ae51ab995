struct Out {
    position: vec4<f32>,
    normal: vec3<f32>,
    warped: vec2<f32>,
    step: vec2<i32>,
}

struct Outputs {
    @builtin(position) Position: vec4<f32>,
    @location(0) NORMAL: vec3<f32>,
    @location(1) TEXCOORD: vec2<f32>,
    @location(2) @interpolate(flat) STEP: vec2<i32>,
}

@group(0) @binding(0) 
var<uniform> Camera: array<vec4<u32>, 20>;

fn main_1(position: vec4<f32>, normal: vec3<f32>, bone: u32) -> Out {
    var output: Out;
    var local: mat2x2<f32>;

    let _e6 = Camera[0];
    let _e9 = Camera[1];
    let _e12 = Camera[2];
    let _e15 = Camera[3];
    let _e17 = mat4x4<f32>(bitcast<vec4<f32>>(_e6), bitcast<vec4<f32>>(_e9), bitcast<vec4<f32>>(_e12), bitcast<vec4<f32>>(_e15));
    let _e21 = Camera[4];
    let _e24 = Camera[5];
    let _e27 = Camera[6];
    let _e30 = Camera[7];
    output.position = (mat4x4<f32>(bitcast<vec4<f32>>(_e21), bitcast<vec4<f32>>(_e24), bitcast<vec4<f32>>(_e27), bitcast<vec4<f32>>(_e30)) * (_e17 * position));
    let _e36 = Camera[0];
    let _e39 = Camera[1];
    let _e42 = Camera[2];
    let _e45 = Camera[3];
    let _e48 = transpose(mat4x4<f32>(bitcast<vec4<f32>>(_e36), bitcast<vec4<f32>>(_e39), bitcast<vec4<f32>>(_e42), bitcast<vec4<f32>>(_e45)));
    let _e59 = (bone * 4u);
    let _e63 = Camera[(_e59 + 8u)];
    let _e69 = Camera[(_e59 + 9u)];
    let _e75 = Camera[(_e59 + 10u)];
    let _e81 = Camera[(_e59 + 11u)];
    let _e84 = mat4x3<f32>(bitcast<vec3<f32>>(_e63.xyz), bitcast<vec3<f32>>(_e69.xyz), bitcast<vec3<f32>>(_e75.xyz), bitcast<vec3<f32>>(_e81.xyz));
    let _e90 = Camera[8];
    let _e94 = Camera[9];
    let _e98 = Camera[10];
    let _e102 = Camera[11];
    let _e105 = mat4x3<f32>(bitcast<vec3<f32>>(_e90.xyz), bitcast<vec3<f32>>(_e94.xyz), bitcast<vec3<f32>>(_e98.xyz), bitcast<vec3<f32>>(_e102.xyz));
    output.normal = (((normal * mat3x3<f32>(_e48[0].xyz, _e48[1].xyz, _e48[2].xyz)) + (_e84 * position)) + (normal * _e105).xyz);
    let _e112 = Camera[16];
    let _e116 = Camera[17];
    let _e123 = Camera[3].x;
    let _e128 = Camera[3].y;
    let _e134 = Camera[0].y;
    let _e137 = Camera[1].y;
    let _e140 = Camera[2].y;
    let _e143 = Camera[3].y;
    output.warped = (((normal * mat2x3<f32>(bitcast<vec3<f32>>(_e112.xyz), bitcast<vec3<f32>>(_e116.xyz))) + vec2<f32>(bitcast<f32>(_e123), bitcast<f32>(_e128))) + bitcast<vec4<f32>>(vec4<u32>(_e134, _e137, _e140, _e143)).zw);
    let _e150 = Camera[18];
    let _e152 = bitcast<vec2<i32>>(_e150.xy);
    let _e154 = Camera[19];
    let _e156 = bitcast<vec2<i32>>(_e154.xy);
    output.step = (vec2<i32>(((_e152.x * 1i) + (_e156.x * 2i)), ((_e152.y * 1i) + (_e156.y * 2i))) * vec2(3i));
    local = mat2x2<f32>(vec2<f32>(1f, 2f), vec2<f32>(3f, 4f));
    local[(bone & 1u)][1] = 5f;
    let _e192 = local[0][1];
    let _e195 = local[1][1];
    local[0][0] = _e192;
    local[1][0] = _e195;
    let _e201 = local;
    let _e203 = output.warped;
    let _e205 = local;
    let _e209 = output.warped;
    output.warped = (_e209 + ((_e203 * _e201) * determinant(_e205)));
    let _e211 = output;
    return _e211;
}

@vertex 
fn main(@location(0) POSITION: vec4<f32>, @location(1) NORMAL: vec3<f32>, @location(2) BONE: u32) -> Outputs {
    let _e3 = main_1(POSITION, NORMAL, BONE);
    return Outputs(_e3.position, _e3.normal, _e3.warped, _e3.step);
}
