struct Pair {
    a: vec2<f32>,
    b: array<bool, 2>,
}

struct Light {
    position: vec3<f32>,
    on: bool,
}

@group(0) @binding(0) 
var<uniform> First: array<vec4<u32>, 4>;
@group(0) @binding(1) 
var<uniform> Second: array<vec4<u32>, 6>;
@group(0) @binding(2) 
var<uniform> Third: array<vec4<u32>, 15>;
@group(0) @binding(400) 
var<storage, read_write> O: array<u32>;
@group(0) @binding(401) 
var<storage, read_write> P: array<u32>;

fn main_1(id: vec3<u32>) {
    var o: vec4<f32>;
    var p: vec4<i32>;

    let _e3 = (id.x & 63u);
    o = vec4(0f);
    p = vec4(0i);
    let _e13 = First[2].y;
    let _e20 = Second[1].w;
    let _e29 = Third[2].x;
    let _e37 = Third[8].y;
    let _e45 = Third[11].z;
    let _e53 = Third[13].w;
    p.x = (((((i32((_e13 != 0u)) + (i32((_e20 != 0u)) * 2i)) + (i32((_e29 != 0u)) * 4i)) + (i32((_e37 != 0u)) * 8i)) + (i32((_e45 != 0u)) * 16i)) + (i32((_e53 != 0u)) * 32i));
    let _e61 = Second[2];
    let _e67 = Second[5];
    let _e74 = (vec2<i32>((_e61.xy != vec2(0u))) + (vec2<i32>((_e67.yz != vec2(0u))) * vec2(2i)));
    p.y = _e74.x;
    p.z = _e74.y;
    let _e81 = Second[3].x;
    let _e86 = Second[3].y;
    let _e93 = Second[3].z;
    let _e104 = Second[((_e3 & 1u) + 4u)].x;
    p.w = (((i32((_e81 != 0u)) + (i32((_e86 != 0u)) * 2i)) + (i32((_e93 != 0u)) * 4i)) + (i32((_e104 != 0u)) * 8i));
    let _e111 = First[3];
    let _e118 = First[(_e3 % 3u)].x;
    let _e123 = Second[(_e3 & 1u)];
    let _e126 = ((bitcast<vec3<f32>>(_e111.xyz) * bitcast<f32>(_e118)) + bitcast<vec3<f32>>(_e123.xyz));
    o.x = _e126.x;
    o.y = _e126.y;
    o.z = _e126.z;
    let _e137 = Third[((_e3 % 3u) + 9u)];
    let _e140 = (_e3 % 3u);
    let _e142 = (_e140 + 48u);
    let _e148 = Third[(_e142 >> 2u)][(_e142 & 3u)];
    let _e150 = (_e140 + 52u);
    let _e155 = Third[(_e150 >> 2u)][(_e150 & 3u)];
    let _e163 = Third[14];
    let _e171 = Third[(((_e3 & 1u) * 3u) + 3u)];
    let _e175 = o;
    let _e177 = (_e175.xy + (((bitcast<vec2<f32>>(_e137.xy) + (bitcast<vec2<f32>>(vec2<u32>(_e148, _e155)) * vec2(2f))) + bitcast<vec2<f32>>(_e163.xy)) + bitcast<vec2<f32>>(_e171.xy)));
    o.x = _e177.x;
    o.y = _e177.y;
    let _e190 = Third[((((_e3 & 1u) * 3u) + ((_e3 >> 1u) & 1u)) + 4u)].x;
    o.w = f32(select(5i, 3i, (_e190 != 0u)));
    let _e200 = Third[(_e3 & 1u)].w;
    if (_e200 != 0u) {
        let _e204 = Third[(_e3 & 1u)];
        let _e207 = o;
        let _e209 = (_e207.xyz + bitcast<vec3<f32>>(_e204.xyz));
        o.x = _e209.x;
        o.y = _e209.y;
        o.z = _e209.z;
    }
    if (id.x < 64u) {
        let _e219 = o;
        let _e221 = (_e3 * 4u);
        O[_e221] = bitcast<u32>(_e219.x);
        O[(_e221 + 1u)] = bitcast<u32>(_e219.y);
        O[(_e221 + 2u)] = bitcast<u32>(_e219.z);
        O[(_e221 + 3u)] = bitcast<u32>(_e219.w);
        let _e237 = p;
        let _e239 = (_e3 * 4u);
        P[_e239] = bitcast<u32>(_e237.x);
        P[(_e239 + 1u)] = bitcast<u32>(_e237.y);
        P[(_e239 + 2u)] = bitcast<u32>(_e237.z);
        P[(_e239 + 3u)] = bitcast<u32>(_e237.w);
    }
    return;
}

@compute @workgroup_size(64, 1, 1) 
fn main(@builtin(global_invocation_id) GlobalInvocationId: vec3<u32>) {
    main_1(GlobalInvocationId);
    return;
}
