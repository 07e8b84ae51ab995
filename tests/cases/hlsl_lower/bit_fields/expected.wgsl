struct Packed {
    a_b_kind_flag_c: u32,
    d: u32,
    e: u32,
    f: u32,
    g: f32,
    h: u32,
}

struct Derived {
    a_b_kind_flag_c: u32,
    d: u32,
    e: u32,
    f: u32,
    g: f32,
    h: u32,
    i: u32,
}

@group(0) @binding(100) 
var<storage> g_In: array<u32>;
@group(0) @binding(400) 
var<storage, read_write> g_Out: array<u32>;
@group(0) @binding(0) 
var<uniform> Block: array<vec4<u32>, 1>;
@group(0) @binding(401) 
var<storage, read_write> g_Packed: array<u32>;
var<workgroup> g_Shared: array<Packed, 2>;
var<private> s_Static: Packed = Packed(21430241u, 6u, 7u, 8u, 1.5f, 9u);
@group(0) @binding(101) 
var<storage> g_Bytes: array<u32>;

fn Change(value: ptr<function, u32>, other: ptr<function, i32>) {
    let _e3 = (*value);
    (*value) = (_e3 + 13u);
    (*other) = -3i;
    return;
}

fn Packed_Set(this_: ptr<function, Packed>, to: u32) {
    let _e3 = (*this_).a_b_kind_flag_c;
    (*this_).a_b_kind_flag_c = ((_e3 & 4294967280u) | (to & 15u));
    let _e9 = (*this_).a_b_kind_flag_c;
    let _e14 = (*this_).e;
    (*this_).e = ((_e14 & 4293918720u) | ((to * 3u) & 1048575u));
    let _e20 = (*this_).e;
    return;
}

fn Packed_Sum(this_1: Packed) -> u32 {
    return ((this_1.a_b_kind_flag_c & 15u) + ((this_1.a_b_kind_flag_c >> 22u) & 1023u));
}

fn main_1(id: vec3<u32>, thread: u32) {
    var value_1: Packed;
    var value_2: u32;
    var other_1: i32;
    var copy: Packed;
    var derived: Derived;
    var many: array<Packed, 2>;

    let _e5 = (id.x * 6u);
    let _e7 = g_In[_e5];
    let _e11 = g_In[(_e5 + 1u)];
    let _e15 = g_In[(_e5 + 2u)];
    let _e19 = g_In[(_e5 + 3u)];
    let _e23 = g_In[(_e5 + 4u)];
    let _e28 = g_In[(_e5 + 5u)];
    let _e32 = (id.x * 24u);
    g_Out[_e32] = ((((_e7 & 15u) + (u32(i32((bitcast<i32>((_e7 << 16u)) >> 20u))) * 3u)) + u32((i32(((_e7 >> 16u) & 3u)) * 5i))) + u32((i32(bool(((_e7 >> 18u) & 1u))) * 7i)));
    g_Out[(_e32 + 1u)] = ((((((_e7 >> 22u) & 1023u) + ((_e11 & 1048575u) * 3u)) + ((_e15 & 1048575u) * 5u)) + ((_e19 & 31u) * 7u)) + (_e28 & 4294967295u));
    let _e96 = Block[0].x;
    value_1 = Packed((((((17u & 15u) | ((4294967292u & 4095u) << 4u)) | ((1u & 3u) << 16u)) | ((u32(bool((_e96 & 1u))) & 1u) << 18u)) | ((3u & 1023u) << 22u)), (4u & 1048575u), (5u & 1048575u), (6u & 31u), 2.5f, (7u & 4294967295u));
    let _e114 = value_1.a_b_kind_flag_c;
    let _e117 = value_1.a_b_kind_flag_c;
    let _e126 = value_1.a_b_kind_flag_c;
    g_Out[(_e32 + 2u)] = (((_e114 & 15u) + u32((i32(((_e117 >> 16u) & 3u)) * 3i))) + u32((i32(bool(((_e126 >> 18u) & 1u))) * 7i)));
    let _e137 = value_1.a_b_kind_flag_c;
    g_Out[(_e32 + 3u)] = u32(i32((bitcast<i32>((_e137 << 16u)) >> 20u)));
    let _e148 = value_1.a_b_kind_flag_c;
    let _e151 = value_1.a_b_kind_flag_c;
    value_1.a_b_kind_flag_c = ((_e151 & 4294967280u) | (((_e148 & 15u) + (id.x + 15u)) & 15u));
    let _e156 = value_1.a_b_kind_flag_c;
    let _e160 = value_1.a_b_kind_flag_c;
    let _e167 = value_1.a_b_kind_flag_c;
    value_1.a_b_kind_flag_c = ((_e167 & 4294901775u) | ((u32((i32((bitcast<i32>((_e160 << 16u)) >> 20u)) << 8u)) & 4095u) << 4u));
    let _e174 = value_1.a_b_kind_flag_c;
    let _e180 = value_1.e;
    let _e183 = value_1.e;
    value_1.e = ((_e183 & 4293918720u) | (((_e180 & 1048575u) - 1u) & 1048575u));
    let _e189 = value_1.a_b_kind_flag_c;
    let _e190 = (_e189 & 15u);
    let _e192 = value_1.a_b_kind_flag_c;
    value_1.a_b_kind_flag_c = ((_e192 & 4294967280u) | ((_e190 + 1u) & 15u));
    g_Out[(_e32 + 4u)] = _e190;
    let _e199 = value_1.a_b_kind_flag_c;
    let _e202 = value_1.a_b_kind_flag_c;
    value_1.a_b_kind_flag_c = ((_e202 & 4294967280u) | (((_e199 & 15u) + 1u) & 15u));
    let _e206 = value_1.a_b_kind_flag_c;
    g_Out[(_e32 + 5u)] = (_e206 & 15u);
    let _e212 = value_1.a_b_kind_flag_c;
    value_1.a_b_kind_flag_c = ((_e212 & 4294901775u) | ((u32(3000i) & 4095u) << 4u));
    let _e218 = value_1.a_b_kind_flag_c;
    g_Out[(_e32 + 6u)] = u32(i32((bitcast<i32>((_e218 << 16u)) >> 20u)));
    let _e227 = value_1.e;
    let _e230 = value_1.d;
    g_Out[(_e32 + 7u)] = ((_e227 & 1048575u) + (_e230 & 1048575u));
    let _e238 = value_1.f;
    value_2 = (_e238 & 31u);
    Change((&value_2), (&other_1));
    let _e242 = value_2;
    let _e243 = value_1.f;
    value_1.f = ((_e243 & 4294967264u) | (_e242 & 31u));
    let _e248 = other_1;
    let _e249 = value_1.a_b_kind_flag_c;
    value_1.a_b_kind_flag_c = ((_e249 & 4294901775u) | ((u32(_e248) & 4095u) << 4u));
    let _e256 = value_1.f;
    let _e259 = value_1.a_b_kind_flag_c;
    g_Out[(_e32 + 8u)] = ((_e256 & 31u) + u32(i32((bitcast<i32>((_e259 << 16u)) >> 20u))));
    let _e270 = Block[0].y;
    Packed_Set((&value_1), _e270);
    let _e271 = value_1;
    let _e272 = Packed_Sum(_e271);
    let _e274 = value_1.e;
    g_Out[(_e32 + 9u)] = (_e272 + (_e274 & 1048575u));
    let _e280 = value_1;
    copy = _e280;
    let _e284 = copy.a_b_kind_flag_c;
    copy.a_b_kind_flag_c = ((_e284 & 4294770687u) | ((u32(2i) & 3u) << 16u));
    let _e291 = copy.a_b_kind_flag_c;
    let _e297 = copy.a_b_kind_flag_c;
    copy.a_b_kind_flag_c = ((_e297 & 4294705151u) | ((u32(false) & 1u) << 18u));
    let _e304 = copy.a_b_kind_flag_c;
    let _e309 = copy.a_b_kind_flag_c;
    let _e315 = copy.a_b_kind_flag_c;
    let _e322 = value_1.a_b_kind_flag_c;
    g_Out[(_e32 + 10u)] = u32((((i32(((_e309 >> 16u) & 3u)) * 2i) + i32(bool(((_e315 >> 18u) & 1u)))) + i32(((_e322 >> 16u) & 3u))));
    let _e331 = copy;
    let _e334 = (id.x * 6u);
    g_Packed[_e334] = _e331.a_b_kind_flag_c;
    g_Packed[(_e334 + 1u)] = _e331.d;
    g_Packed[(_e334 + 2u)] = _e331.e;
    g_Packed[(_e334 + 3u)] = _e331.f;
    g_Packed[(_e334 + 4u)] = bitcast<u32>(_e331.g);
    g_Packed[(_e334 + 5u)] = _e331.h;
    let _e355 = Block[0].z;
    let _e357 = (id.x * 6u);
    let _e359 = g_Packed[_e357];
    g_Packed[_e357] = ((_e359 & 4194303u) | ((_e355 & 1023u) << 22u));
    let _e367 = g_Packed[_e357];
    let _e372 = (id.x * 6u);
    let _e375 = g_Packed[(_e372 + 5u)];
    let _e380 = g_Packed[(_e372 + 5u)];
    g_Packed[(_e372 + 5u)] = ((_e380 & 0u) | (((_e375 & 4294967295u) ^ 1431655765u) & 4294967295u));
    let _e388 = g_Packed[(_e372 + 5u)];
    if (thread == 0u) {
        let _e391 = copy;
        g_Shared[0] = _e391;
        let _e396 = g_Shared[0].a_b_kind_flag_c;
        let _e404 = g_Shared[1].a_b_kind_flag_c;
        g_Shared[1].a_b_kind_flag_c = ((_e404 & 4294901775u) | ((u32(-(i32((bitcast<i32>((_e396 << 16u)) >> 20u)))) & 4095u) << 4u));
        let _e410 = g_Shared[1].a_b_kind_flag_c;
        let _e418 = g_Shared[1].a_b_kind_flag_c;
        g_Shared[1].a_b_kind_flag_c = ((_e418 & 4194303u) | ((77u & 1023u) << 22u));
        let _e423 = g_Shared[1].a_b_kind_flag_c;
        let _e428 = g_Shared[1].a_b_kind_flag_c;
        let _e436 = g_Shared[1].a_b_kind_flag_c;
        let _e442 = g_Shared[0].d;
        g_Out[(_e32 + 11u)] = ((u32(i32((bitcast<i32>((_e428 << 16u)) >> 20u))) + ((_e436 >> 22u) & 1023u)) + (_e442 & 1048575u));
    }
    let _e451 = s_Static.d;
    let _e454 = s_Static.d;
    s_Static.d = ((_e454 & 4293918720u) | (((_e451 & 1048575u) + id.x) & 1048575u));
    let _e458 = s_Static.d;
    let _e461 = s_Static.d;
    let _e464 = s_Static.a_b_kind_flag_c;
    let _e471 = s_Static.h;
    g_Out[(_e32 + 12u)] = (((_e461 & 1048575u) + u32(i32(((_e464 >> 16u) & 3u)))) + (_e471 & 4294967295u));
    let _e480 = ((id.x * 24u) >> 2u);
    let _e482 = g_Bytes[_e480];
    let _e485 = g_Bytes[(_e480 + 1u)];
    let _e488 = g_Bytes[(_e480 + 2u)];
    let _e491 = g_Bytes[(_e480 + 3u)];
    let _e494 = g_Bytes[(_e480 + 4u)];
    let _e498 = g_Bytes[(_e480 + 5u)];
    g_Out[(_e32 + 13u)] = ((u32(i32((bitcast<i32>((_e482 << 16u)) >> 20u))) + (_e488 & 1048575u)) + (_e498 & 4294967295u));
    derived = Derived();
    let _e515 = derived.i;
    derived.i = ((_e515 & 4294967288u) | (u32(5i) & 7u));
    let _e521 = derived.i;
    let _e528 = derived.a_b_kind_flag_c;
    derived.a_b_kind_flag_c = ((_e528 & 4294967280u) | (3u & 15u));
    let _e532 = derived.a_b_kind_flag_c;
    let _e535 = derived.i;
    let _e542 = derived.a_b_kind_flag_c;
    g_Out[(_e32 + 14u)] = (((u32(i32((bitcast<i32>((_e535 << 29u)) >> 29u))) + (_e542 & 15u)) + 24u) + 28u);
    let _e551 = value_1;
    let _e552 = copy;
    many = array<Packed, 2>(_e551, _e552);
    let _e559 = many[(id.x & 1u)].a_b_kind_flag_c;
    many[(id.x & 1u)].a_b_kind_flag_c = ((_e559 & 4294967280u) | (9u & 15u));
    let _e563 = many[(id.x & 1u)].a_b_kind_flag_c;
    let _e567 = many[0].a_b_kind_flag_c;
    let _e571 = many[1].a_b_kind_flag_c;
    g_Out[(_e32 + 15u)] = ((_e567 & 15u) + ((_e571 & 15u) * 16u));
    return;
}

@compute @workgroup_size(4, 1, 1) 
fn main(@builtin(global_invocation_id) GlobalInvocationId: vec3<u32>, @builtin(local_invocation_index) LocalInvocationIndex: u32) {
    main_1(GlobalInvocationId, LocalInvocationIndex);
    return;
}
