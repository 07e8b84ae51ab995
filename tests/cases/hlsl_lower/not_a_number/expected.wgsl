@group(0) @binding(100) 
var<storage> F: array<u32>;
@group(0) @binding(400) 
var<storage, read_write> O: array<u32>;
@group(0) @binding(401) 
var<storage, read_write> P: array<u32>;

fn main_1(id: vec3<u32>) {
    var o: vec4<f32>;
    var p: vec4<i32>;

    let _e3 = (id.x & 63u);
    let _e6 = (_e3 * 4u);
    let _e8 = F[_e6];
    let _e12 = F[(_e6 + 1u)];
    let _e16 = F[(_e6 + 2u)];
    let _e20 = F[(_e6 + 3u)];
    let _e22 = bitcast<vec4<f32>>(vec4<u32>(_e8, _e12, _e16, _e20));
    o = vec4(0f);
    p = vec4(0i);
    let _e32 = F[(_e3 * 4u)];
    let _e34 = (_e22.x - bitcast<f32>(_e32));
    let _e35 = (_e34 / _e34);
    p.x = (((i32(((bitcast<u32>(_e35) & 2147483647u) > 2139095040u)) + (i32(((bitcast<u32>((1f / _e34)) & 2147483647u) == 2139095040u)) * 2i)) + (i32(((bitcast<u32>(_e35) & 2147483647u) < 2139095040u)) * 4i)) + (i32(((bitcast<u32>(_e22.x) & 2147483647u) < 2139095040u)) * 8i));
    p.y = (((i32((_e35 == _e35)) + (i32((_e35 != _e35)) * 2i)) + (i32((_e35 < 1f)) * 4i)) + (i32(!((_e35 < 1f))) * 8i));
    p.z = (((i32((_e35 != 0f)) + (i32(bool(_e35)) * 2i)) + select(8i, 4i, bool(_e35))) + select(32i, 16i, (_e35 > 0f)));
    if (_e22.x != _e22.x) {
        p.w = 1i;
    }
    if (_e35 != _e35) {
        let _e105 = p.w;
        p.w = (_e105 + 2i);
    }
    let _e120 = p.w;
    p.w = (_e120 + ((i32(any((vec3(_e35) != vec3(0f)))) * 4i) + (i32(all((_e22 != vec4(_e35)))) * 8i)));
    o = vec4<f32>((_e22.xyxy != vec4<f32>(_e35, _e22.x, 1f, _e22.y)));
    if (id.x < 64u) {
        let _e131 = o;
        let _e133 = (_e3 * 4u);
        O[_e133] = bitcast<u32>(_e131.x);
        O[(_e133 + 1u)] = bitcast<u32>(_e131.y);
        O[(_e133 + 2u)] = bitcast<u32>(_e131.z);
        O[(_e133 + 3u)] = bitcast<u32>(_e131.w);
        let _e149 = p;
        let _e151 = (_e3 * 4u);
        P[_e151] = bitcast<u32>(_e149.x);
        P[(_e151 + 1u)] = bitcast<u32>(_e149.y);
        P[(_e151 + 2u)] = bitcast<u32>(_e149.z);
        P[(_e151 + 3u)] = bitcast<u32>(_e149.w);
    }
    return;
}

@compute @workgroup_size(64, 1, 1) 
fn main(@builtin(global_invocation_id) GlobalInvocationId: vec3<u32>) {
    main_1(GlobalInvocationId);
    return;
}
