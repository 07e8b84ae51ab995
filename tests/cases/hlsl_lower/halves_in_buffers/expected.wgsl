enable f16;

struct Halves {
    a: f16,
    b: vec3<f16>,
}

@group(0) @binding(100) 
var<storage> g_In: array<u32>;
@group(0) @binding(101) 
var<storage> g_Bytes: array<u32>;
@group(0) @binding(400) 
var<storage, read_write> g_Out: array<atomic<u32>>;
@group(0) @binding(401) 
var<storage, read_write> g_Store: array<atomic<u32>>;

fn main_1(id: vec3<u32>) {
    var h: Halves;

    let _e4 = (id.x * 2u);
    let _e7 = g_In[_e4];
    let _e14 = g_In[_e4];
    let _e22 = g_In[(_e4 + 1u)];
    let _e29 = g_In[(_e4 + 1u)];
    h = Halves(f16(unpack2x16float((_e7 >> 0u)).x), vec3<f16>(f16(unpack2x16float((_e14 >> 16u)).x), f16(unpack2x16float((_e22 >> 0u)).x), f16(unpack2x16float((_e29 >> 16u)).x)));
    let _e41 = ((id.x * 4u) >> 1u);
    let _e46 = g_Bytes[(_e41 >> 1u)];
    let _e53 = h.b.y;
    h.b.y = (_e53 + f16(unpack2x16float((_e46 >> ((_e41 & 1u) << 4u))).x));
    let _e55 = h;
    let _e58 = (id.x * 2u);
    let _e70 = atomicAnd((&g_Out[_e58]), ((65535u << 0u) ^ 4294967295u));
    let _e72 = atomicOr((&g_Out[_e58]), (pack2x16float(vec2<f32>(f32(_e55.a), 0f)) << 0u));
    let _e82 = atomicAnd((&g_Out[_e58]), ((65535u << 16u) ^ 4294967295u));
    let _e84 = atomicOr((&g_Out[_e58]), (pack2x16float(vec2<f32>(f32(_e55.b.x), 0f)) << 16u));
    atomicStore((&g_Out[(_e58 + 1u)]), (pack2x16float(vec2<f32>(f32(_e55.b.y), 0f)) | (pack2x16float(vec2<f32>(f32(_e55.b.z), 0f)) << 16u)));
    let _e100 = ((id.x * 4u) >> 1u);
    let _e102 = h.b;
    let _e105 = h.a;
    let _e106 = (_e102.xz * _e105);
    let _e111 = (_e100 >> 1u);
    let _e113 = ((_e100 & 1u) << 4u);
    let _e118 = atomicAnd((&g_Store[_e111]), ((65535u << _e113) ^ 4294967295u));
    let _e120 = atomicOr((&g_Store[_e111]), (pack2x16float(vec2<f32>(f32(_e106.x), 0f)) << _e113));
    let _e125 = (_e100 + 1u);
    let _e126 = (_e125 >> 1u);
    let _e128 = ((_e125 & 1u) << 4u);
    let _e133 = atomicAnd((&g_Store[_e126]), ((65535u << _e128) ^ 4294967295u));
    let _e135 = atomicOr((&g_Store[_e126]), (pack2x16float(vec2<f32>(f32(_e106.y), 0f)) << _e128));
    return;
}

@compute @workgroup_size(8, 1, 1) 
fn main(@builtin(global_invocation_id) GlobalInvocationId: vec3<u32>) {
    main_1(GlobalInvocationId);
    return;
}
