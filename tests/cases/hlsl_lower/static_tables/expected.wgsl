struct Row {
    a: f32,
    b: vec2<i32>,
}

@group(0) @binding(100) 
var<storage> F: array<u32>;
@group(0) @binding(101) 
var<storage> I: array<u32>;
var<private> g_Colors: array<vec4<f32>, 3> = array<vec4<f32>, 3>(vec4<f32>(1f, 2f, 3f, 4f), vec4<f32>(5f, 6f, 7f, 8f), vec4<f32>(9f, 10f, 11f, 12f));
var<private> g_Pairs: array<vec2<i32>, 2> = array<vec2<i32>, 2>(vec2<i32>(1i, 2i), vec2<i32>(3i, 4i));
var<private> g_Counter: f32 = 2f;
var<private> g_Rows: array<Row, 2> = array<Row, 2>(Row(1f, vec2<i32>(2i, 3i)), Row(4f, vec2<i32>(5i, 6i)));
var<private> g_Order: array<i32, 3> = array<i32, 3>();
@group(0) @binding(400) 
var<storage, read_write> O: array<u32>;
@group(0) @binding(401) 
var<storage, read_write> P: array<u32>;

fn bump() {
    let _e2 = g_Counter;
    g_Counter = (_e2 + 1.5f);
    return;
}

fn sum(v: array<f32, 4>) -> f32 {
    var v_1: array<f32, 4>;
    var s: f32;
    var k: i32;

    v_1 = v;
    s = 0f;
    k = 0i;
    loop {
        let _e6 = k;
        if (_e6 < 4i) {
        } else {
            break;
        }
        let _e9 = k;
        let _e12 = v_1[u32(_e9)];
        let _e13 = k;
        let _e18 = s;
        s = (_e18 + (_e12 * f32((_e13 + 1i))));
        continuing {
            let _e20 = k;
            k = (_e20 + 1i);
        }
    }
    v_1[0] = 100f;
    let _e25 = s;
    return _e25;
}

fn fill(v_2: ptr<function, array<f32, 4>>, x: f32) {
    var k_1: i32;

    k_1 = 0i;
    loop {
        let _e4 = k_1;
        if (_e4 < 4i) {
        } else {
            break;
        }
        let _e7 = k_1;
        let _e10 = k_1;
        (*v_2)[u32(_e10)] = (x + f32(_e7));
        continuing {
            let _e13 = k_1;
            k_1 = (_e13 + 1i);
        }
    }
    return;
}

fn main_1(id: vec3<u32>) {
    var o: vec4<f32>;
    var p: vec4<i32>;
    var indexed: mat3x3<f32>;
    var k_2: i32;
    var a: array<f32, 4>;
    var w: array<f32, 4>;
    var lut: array<array<i32, 3>, 2>;
    var ms: array<mat2x2<f32>, 2>;

    let _e3 = (id.x & 63u);
    let _e6 = (_e3 * 4u);
    let _e8 = F[_e6];
    let _e12 = F[(_e6 + 1u)];
    let _e16 = F[(_e6 + 2u)];
    let _e20 = F[(_e6 + 3u)];
    let _e22 = bitcast<vec4<f32>>(vec4<u32>(_e8, _e12, _e16, _e20));
    let _e27 = (((_e3 + 5u) & 63u) * 4u);
    let _e29 = I[_e27];
    let _e32 = I[(_e27 + 1u)];
    let _e35 = I[(_e27 + 2u)];
    let _e38 = I[(_e27 + 3u)];
    o = vec4(0f);
    p = vec4(0i);
    let _e54 = g_Colors[(_e3 % 3u)];
    let _e58 = g_Colors[((_e3 + 1u) % 3u)];
    let _e61 = o;
    o = (_e61 + (_e54 + _e58.wzyx));
    let _e66 = g_Pairs[(_e3 & 1u)];
    let _e67 = p;
    let _e69 = (_e67.xy + _e66);
    p.x = _e69.x;
    p.y = _e69.y;
    indexed = mat3x3<f32>(vec3<f32>(1f, 2f, 3f), vec3<f32>(4f, 5f, 6f), vec3<f32>(7f, 8f, 9f));
    let _e90 = indexed[(_e3 % 3u)];
    let _e91 = o;
    let _e93 = (_e91.xyz + _e90);
    o.x = _e93.x;
    o.y = _e93.y;
    o.z = _e93.z;
    bump();
    bump();
    let _e101 = g_Counter;
    let _e103 = o.w;
    o.w = (_e103 + _e101);
    let _e109 = g_Rows[(_e3 & 1u)].a;
    let _e111 = o.x;
    o.x = (_e111 + _e109);
    let _e116 = g_Rows[(_e3 & 1u)].b;
    let _e117 = p;
    let _e119 = (_e117.zw + _e116);
    p.z = _e119.x;
    p.w = _e119.y;
    k_2 = 0i;
    loop {
        let _e125 = k_2;
        if (_e125 < 3i) {
        } else {
            break;
        }
        let _e128 = k_2;
        let _e132 = k_2;
        g_Order[u32(_e132)] = (_e128 * i32(_e3));
        continuing {
            let _e135 = k_2;
            k_2 = (_e135 + 1i);
        }
    }
    let _e140 = g_Order[(_e3 % 3u)];
    let _e142 = p.x;
    p.x = (_e142 + _e140);
    a = array<f32, 4>(_e22.x, _e22.y, _e22.z, _e22.w);
    let _e150 = a;
    let _e151 = sum(_e150);
    let _e154 = a[0];
    let _e157 = o.x;
    o.x = (_e157 + (_e151 + _e154));
    let _e159 = a;
    w = _e159;
    w[(_e3 & 3u)] = 8f;
    let _e163 = w;
    let _e164 = sum(_e163);
    let _e167 = a[(_e3 & 3u)];
    let _e170 = o.y;
    o.y = (_e170 + (_e164 + _e167));
    fill((&a), _e22.y);
    let _e173 = a;
    let _e174 = sum(_e173);
    let _e176 = o.z;
    o.z = (_e176 + _e174);
    lut = array<array<i32, 3>, 2>(array<i32, 3>(1i, 2i, 3i), array<i32, 3>(4i, 5i, 6i));
    let _e190 = lut[(_e3 & 1u)][(_e3 % 3u)];
    let _e192 = p;
    p = (_e192 + vec4(_e190));
    let _e201 = _e22.wzyx;
    ms = array<mat2x2<f32>, 2>(mat2x2<f32>(vec2<f32>(_e22.x, _e22.y), vec2<f32>(_e22.z, _e22.w)), mat2x2<f32>(vec2<f32>(_e201.x, _e201.y), vec2<f32>(_e201.z, _e201.w)));
    let _e213 = ms[(_e3 & 1u)];
    let _e216 = o;
    let _e218 = (_e216.xy + (_e22.xy * _e213));
    o.x = _e218.x;
    o.y = _e218.y;
    if (id.x < 64u) {
        let _e226 = o;
        let _e228 = (_e3 * 4u);
        O[_e228] = bitcast<u32>(_e226.x);
        O[(_e228 + 1u)] = bitcast<u32>(_e226.y);
        O[(_e228 + 2u)] = bitcast<u32>(_e226.z);
        O[(_e228 + 3u)] = bitcast<u32>(_e226.w);
        let _e244 = p;
        let _e246 = (_e3 * 4u);
        P[_e246] = bitcast<u32>(_e244.x);
        P[(_e246 + 1u)] = bitcast<u32>(_e244.y);
        P[(_e246 + 2u)] = bitcast<u32>(_e244.z);
        P[(_e246 + 3u)] = bitcast<u32>(_e244.w);
    }
    return;
}

@compute @workgroup_size(64, 1, 1) 
fn main(@builtin(global_invocation_id) GlobalInvocationId: vec3<u32>) {
    main_1(GlobalInvocationId);
    return;
}
