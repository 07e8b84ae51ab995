struct Derived {
    a: vec4<f32>,
    b: vec4<f32>,
    c: vec4<f32>,
}

struct Base {
    a: vec4<f32>,
    b: vec4<f32>,
}

@group(0) @binding(100) 
var<storage> g_In: array<u32>;
@group(0) @binding(400) 
var<storage, read_write> g_Out: array<u32>;

fn add_one(value: ptr<function, i32>) {
    let _e2 = (*value);
    (*value) = (_e2 + 1i);
    return;
}

fn main_1(id: vec3<u32>) {
    var v: vec4<i32>;
    var i: i32;
    var elements: array<i32, 4>;
    var value_1: i32;
    var m: mat2x2<f32>;
    var d: Derived;
    var base: Base;

    let _e4 = (id.x * 4u);
    let _e6 = g_In[_e4];
    let _e10 = g_In[(_e4 + 1u)];
    let _e14 = g_In[(_e4 + 2u)];
    let _e18 = g_In[(_e4 + 3u)];
    v = bitcast<vec4<i32>>(vec4<u32>(_e6, _e10, _e14, _e18));
    i = 0i;
    let _e25 = v.x;
    let _e27 = v.y;
    let _e29 = v.z;
    let _e31 = v.w;
    elements = array<i32, 4>(_e25, _e27, _e29, _e31);
    let _e35 = v.y;
    v.y = (_e35 - 1i);
    let _e38 = v.y;
    let _e39 = (_e38 - 1i);
    v.y = _e39;
    let _e41 = v.x;
    v.x = (_e41 - 1i);
    let _e43 = v.x;
    v.x = (_e43 - 1i);
    v.x = _e39;
    let _e46 = v.w;
    let _e49 = v.z;
    v.z = (_e49 + 3i);
    v.z = _e46;
    let _e51 = i;
    i = (_e51 + 1i);
    let _e55 = elements[u32(_e51)];
    elements[u32(_e51)] = (_e55 + 1i);
    let _e57 = elements[u32(_e51)];
    elements[u32(_e51)] = (_e57 + 1i);
    let _e59 = i;
    let _e62 = elements[u32(_e59)];
    elements[u32(_e59)] = (_e62 + 1i);
    let _e65 = elements[u32(_e59)];
    value_1 = _e65;
    add_one((&value_1));
    let _e66 = value_1;
    elements[u32(_e59)] = _e66;
    m = mat2x2<f32>(vec2<f32>(1f, 2f), vec2<f32>(3f, 4f));
    let _e77 = m;
    let _e78 = vec2(1f);
    m = mat2x2<f32>((_e77[0] + _e78), (_e77[1] + _e78));
    let _e85 = m[1];
    m[1] = (_e85 + vec2(0.5f));
    d.c = vec4(3f);
    let _e91 = v;
    base.a = vec4<f32>(_e91);
    let _e96 = elements[0];
    let _e99 = elements[1];
    let _e101 = i;
    base.b = vec4<f32>(f32(_e96), f32(_e99), f32(_e101), 1f);
    let _e105 = base;
    d.a = _e105.a;
    d.b = _e105.b;
    let _e111 = d.a;
    g_Out[0] = bitcast<u32>(_e111.x);
    g_Out[1] = bitcast<u32>(_e111.y);
    g_Out[2] = bitcast<u32>(_e111.z);
    g_Out[3] = bitcast<u32>(_e111.w);
    let _e126 = d.b;
    g_Out[4] = bitcast<u32>(_e126.x);
    g_Out[5] = bitcast<u32>(_e126.y);
    g_Out[6] = bitcast<u32>(_e126.z);
    g_Out[7] = bitcast<u32>(_e126.w);
    let _e140 = d.c;
    g_Out[8] = bitcast<u32>(_e140.x);
    g_Out[9] = bitcast<u32>(_e140.y);
    g_Out[10] = bitcast<u32>(_e140.z);
    g_Out[11] = bitcast<u32>(_e140.w);
    let _e154 = m[0];
    let _e156 = m[1];
    let _e157 = vec4<f32>(_e154, _e156);
    g_Out[12] = bitcast<u32>(_e157.x);
    g_Out[13] = bitcast<u32>(_e157.y);
    g_Out[14] = bitcast<u32>(_e157.z);
    g_Out[15] = bitcast<u32>(_e157.w);
    return;
}

@compute @workgroup_size(1, 1, 1) 
fn main(@builtin(global_invocation_id) GlobalInvocationId: vec3<u32>) {
    main_1(GlobalInvocationId);
    return;
}
