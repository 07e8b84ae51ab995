struct S {
    a: vec2<f32>,
    k: i32,
}

@group(0) @binding(100) 
var<storage> F: array<u32>;
@group(0) @binding(101) 
var<storage> I: array<u32>;
var<private> g_Static: vec4<f32> = vec4<f32>(1f, 2f, 3f, 4f);
@group(0) @binding(400) 
var<storage, read_write> O: array<u32>;
@group(0) @binding(401) 
var<storage, read_write> P: array<u32>;

fn two(a: ptr<function, f32>, b: ptr<function, vec2<f32>>) {
    (*a) = 3f;
    let _e3 = (*b);
    (*b) = (_e3.yx * vec2(2f));
    return;
}

fn three(v: ptr<function, vec3<f32>>, w: vec3<f32>) {
    var w_1: vec3<f32>;

    w_1 = w;
    let _e3 = w_1;
    let _e4 = (*v);
    (*v) = (_e4 + _e3);
    (*v).x = 1f;
    let _e8 = (*v);
    w_1 = _e8;
    return;
}

fn split(v_1: vec2<f32>, parts: ptr<function, vec2<i32>>) -> i32 {
    (*parts) = vec2<i32>((v_1 * vec2(8f)));
    let _e7 = (*parts).x;
    let _e9 = (*parts).y;
    return (_e7 - _e9);
}

fn twice(a_1: ptr<function, f32>, b_1: ptr<function, f32>) {
    let _e3 = (*a_1);
    (*a_1) = (_e3 + 1f);
    let _e6 = (*b_1);
    (*b_1) = (_e6 * 10f);
    return;
}

fn mixed(s: ptr<function, S>, t: S, x: ptr<function, f32>) {
    var t_1: S;

    t_1 = t;
    let _e7 = (*s).a;
    (*s).a = (_e7 + vec2(1f));
    t_1.a = vec2(7f);
    let _e14 = (*s).a.y;
    let _e15 = (*x);
    (*x) = (_e15 + _e14);
    let _e18 = t_1.k;
    let _e20 = (*s).k;
    (*s).k = (_e20 + _e18);
    return;
}

fn touch(v_2: ptr<function, vec4<f32>>) {
    let _e3 = (*v_2).x;
    (*v_2).x = (_e3 + 1f);
    let _e8 = g_Static.y;
    g_Static.y = (_e8 + 10f);
    let _e11 = g_Static.y;
    let _e13 = (*v_2).z;
    (*v_2).z = (_e13 + _e11);
    return;
}

fn side(k: ptr<function, i32>) -> f32 {
    let _e2 = (*k);
    (*k) = (_e2 + 2i);
    let _e4 = (*k);
    return f32(_e4);
}

fn main_1(id: vec3<u32>) {
    var o: vec4<f32>;
    var p: vec4<i32>;
    var q: vec4<f32>;
    var a_2: f32;
    var b_2: vec2<f32>;
    var v_3: vec3<f32>;
    var parts_1: vec2<i32>;
    var arr: array<f32, 3>;
    var a_3: f32;
    var b_3: vec2<f32>;
    var s_1: f32;
    var b_4: f32;
    var a_4: f32;
    var b_5: vec2<f32>;
    var t_2: S;
    var x_1: f32;
    var v_4: vec4<f32>;
    var k_1: i32;
    var a_5: i32;
    var w_2: vec4<i32>;

    let _e3 = (id.x & 63u);
    let _e6 = (_e3 * 4u);
    let _e8 = F[_e6];
    let _e12 = F[(_e6 + 1u)];
    let _e16 = F[(_e6 + 2u)];
    let _e20 = F[(_e6 + 3u)];
    let _e22 = bitcast<vec4<f32>>(vec4<u32>(_e8, _e12, _e16, _e20));
    let _e24 = (_e3 * 4u);
    let _e26 = I[_e24];
    let _e29 = I[(_e24 + 1u)];
    let _e32 = I[(_e24 + 2u)];
    let _e35 = I[(_e24 + 3u)];
    let _e40 = (bitcast<vec4<i32>>(vec4<u32>(_e26, _e29, _e32, _e35)) - vec4(8i));
    let _e44 = (((_e3 + 5u) & 63u) * 4u);
    let _e46 = I[_e44];
    let _e49 = I[(_e44 + 1u)];
    let _e52 = I[(_e44 + 2u)];
    let _e55 = I[(_e44 + 3u)];
    o = vec4(0f);
    p = vec4(0i);
    q = _e22;
    let _e72 = q;
    b_2 = _e72.zx;
    two((&a_2), (&b_2));
    let _e74 = a_2;
    q.w = _e74;
    let _e75 = b_2;
    q.z = _e75.x;
    q.x = _e75.y;
    let _e80 = q;
    let _e81 = o;
    o = (_e81 + _e80);
    let _e84 = q;
    v_3 = _e84.wyx;
    let _e86 = q;
    three((&v_3), _e86.xyz);
    let _e88 = v_3;
    q.w = _e88.x;
    q.y = _e88.y;
    q.x = _e88.z;
    let _e95 = q;
    let _e99 = o;
    o = (_e99 + (_e95 * vec4(2f)));
    let _e103 = split(_e22.zw, (&parts_1));
    let _e104 = parts_1;
    p.y = _e104.x;
    p.x = _e104.y;
    let _e111 = o.x;
    o.x = (_e111 + f32(_e103));
    arr = array<f32, 3>(1f, 2f, 3f);
    let _e121 = q;
    b_3 = _e121.xy;
    two((&a_3), (&b_3));
    let _e123 = a_3;
    arr[(_e3 % 3u)] = _e123;
    let _e124 = b_3;
    q.x = _e124.x;
    q.y = _e124.y;
    let _e131 = arr[0];
    let _e133 = arr[1];
    let _e135 = arr[2];
    let _e137 = o;
    let _e139 = (_e137.xyz + vec3<f32>(_e131, _e133, _e135));
    o.x = _e139.x;
    o.y = _e139.y;
    o.z = _e139.z;
    s_1 = 2f;
    let _e148 = s_1;
    b_4 = _e148;
    twice((&s_1), (&b_4));
    let _e149 = b_4;
    s_1 = _e149;
    let _e150 = s_1;
    let _e152 = o.x;
    o.x = (_e152 + _e150);
    q.y = 4f;
    q.z = 5f;
    q.y = 6f;
    q[(_e3 & 3u)] = 9f;
    q[vec2<u32>(0u, 1u)[(_e3 & 1u)]] = 3f;
    q.x = 8f;
    let _e171 = q;
    let _e172 = o;
    o = (_e172 + _e171);
    let _e175 = q;
    let _e177 = (_e175.wz * vec2(2f));
    q.w = _e177.x;
    q.z = _e177.y;
    let _e183 = q.x;
    q.x = (_e183 + 1f);
    let _e185 = q;
    let _e188 = (_e185.yz - vec2(1f));
    q.y = _e188.x;
    q.z = _e188.y;
    let _e193 = q;
    q = (_e193 - vec4(1f));
    let _e196 = o;
    o = (_e196 + _e193);
    let _e198 = q;
    let _e200 = (_e198 + vec4(1f));
    q = _e200;
    let _e201 = o;
    o = (_e201 - _e200);
    let _e207 = o;
    b_5 = _e207.zw;
    two((&a_4), (&b_5));
    let _e209 = a_4;
    o[(_e3 & 3u)] = _e209;
    let _e210 = b_5;
    o.z = _e210.x;
    o.w = _e210.y;
    t_2.a = _e22.xy;
    t_2.k = _e40.x;
    let _e220 = t_2;
    let _e224 = t_2.a.x;
    x_1 = _e224;
    mixed((&t_2), _e220, (&x_1));
    let _e225 = x_1;
    t_2.a.x = _e225;
    let _e227 = t_2.a;
    let _e228 = o;
    let _e230 = (_e228.xy + _e227);
    o.x = _e230.x;
    o.y = _e230.y;
    let _e236 = t_2.k;
    let _e238 = p.x;
    p.x = (_e238 + _e236);
    let _e242 = g_Static;
    v_4 = _e242;
    touch((&v_4));
    let _e243 = v_4;
    g_Static = _e243;
    let _e244 = g_Static;
    let _e245 = o;
    o = (_e245 + _e244);
    k_1 = _e40.y;
    let _e249 = side((&k_1));
    let _e250 = side((&k_1));
    let _e254 = o.x;
    o.x = (_e254 + (_e249 + (_e250 * 2f)));
    let _e256 = k_1;
    let _e258 = p.y;
    p.y = (_e258 + _e256);
    a_5 = 1i;
    let _e262 = a_5;
    a_5 = (_e262 + 1i);
    let _e265 = a_5;
    a_5 = (_e265 + (_e262 + 1i));
    let _e267 = a_5;
    let _e269 = p.z;
    p.z = (_e269 + _e267);
    w_2 = _e40;
    let _e274 = w_2;
    let _e280 = (_e274.xz << (vec2<u32>(vec2(2i)) & vec2(31u)));
    w_2.x = _e280.x;
    w_2.z = _e280.y;
    let _e286 = w_2;
    let _e291 = (_e286.yw >> (vec2<u32>(vec2(1i)) & vec2(31u)));
    w_2.y = _e291.x;
    w_2.w = _e291.y;
    let _e298 = w_2.x;
    w_2.x = (_e298 | 3i);
    let _e300 = w_2;
    let _e302 = w_2;
    let _e304 = (_e302.zy ^ _e300.xw);
    w_2.z = _e304.x;
    w_2.y = _e304.y;
    let _e309 = w_2;
    let _e310 = p;
    p = (_e310 + _e309);
    if (id.x < 64u) {
        let _e315 = o;
        let _e317 = (_e3 * 4u);
        O[_e317] = bitcast<u32>(_e315.x);
        O[(_e317 + 1u)] = bitcast<u32>(_e315.y);
        O[(_e317 + 2u)] = bitcast<u32>(_e315.z);
        O[(_e317 + 3u)] = bitcast<u32>(_e315.w);
        let _e333 = p;
        let _e335 = (_e3 * 4u);
        P[_e335] = bitcast<u32>(_e333.x);
        P[(_e335 + 1u)] = bitcast<u32>(_e333.y);
        P[(_e335 + 2u)] = bitcast<u32>(_e333.z);
        P[(_e335 + 3u)] = bitcast<u32>(_e333.w);
    }
    return;
}

@compute @workgroup_size(64, 1, 1) 
fn main(@builtin(global_invocation_id) GlobalInvocationId: vec3<u32>) {
    main_1(GlobalInvocationId);
    return;
}
