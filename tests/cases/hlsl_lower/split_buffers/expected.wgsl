enable wgpu_binding_array;

struct buffer {
    data: array<vec4<u32>, 4>,
}

struct Light {
    colour: vec3<f32>,
    range: f32,
    weights: array<f32, 3>,
}

struct buffer_1 {
    data: array<u32>,
}

struct Item {
    words: vec4<u32>,
    scale: f32,
}

struct buffer_2 {
    data: array<atomic<u32>>,
}

@group(0) @binding(1) 
var<uniform> g_Lights: binding_array<buffer, 3>;
@group(0) @binding(100) 
var<storage> g_Items: binding_array<buffer_1, 2>;
@group(0) @binding(102) 
var<storage> g_Bytes: binding_array<buffer_1, 3>;
@group(0) @binding(402) 
var<storage, read_write> g_Raw: binding_array<buffer_2, 2>;
@group(0) @binding(400) 
var<storage, read_write> g_Counts: binding_array<buffer_2, 2>;
@group(0) @binding(408) 
var<storage, read_write> g_Out: array<u32>;

fn range(at: u32, of_: u32) -> f32 {
    let _e7 = g_Lights[at].data[0].w;
    let _e15 = g_Lights[at].data[(of_ + 1u)].x;
    return (bitcast<f32>(_e7) + bitcast<f32>(_e15));
}

fn main_1(id: vec3<u32>) {
    var id_1: vec3<u32>;
    var sum: vec4<f32>;
    var count: u32;
    var stride: u32;
    var size: u32;
    var before: u32;
    var exchanged: u32;
    var before_1: u32;

    id_1 = id;
    let _e3 = id_1.x;
    let _e5 = (_e3 % 3u);
    let _e7 = id_1.x;
    let _e9 = (_e7 & 1u);
    let _e10 = range(1u, _e5);
    sum = vec4(_e10);
    let _e17 = g_Lights[_e5].data[0];
    let _e20 = range(_e5, _e9);
    let _e22 = sum;
    sum = (_e22 + vec4<f32>(bitcast<vec3<f32>>(_e17.xyz), _e20));
    let _e28 = (_e5 * 5u);
    let _e30 = g_Items[_e9].data[_e28];
    let _e33 = g_Items[_e9].data[(_e28 + 1u)];
    let _e37 = g_Items[_e9].data[(_e28 + 2u)];
    let _e40 = g_Items[_e9].data[(_e28 + 3u)];
    let _e49 = id_1.x;
    let _e54 = g_Items[1].data[((_e49 * 5u) + 4u)];
    let _e58 = sum;
    sum = (_e58 + (vec4<f32>((vec4<u32>(_e30, _e33, _e37, _e40) % vec4(8u))) + vec4(bitcast<f32>(_e54))));
    let _e65 = g_Bytes[_e5].data[4];
    let _e67 = g_Bytes[_e5].data[5];
    let _e69 = g_Bytes[_e5].data[6];
    let _e71 = g_Bytes[_e5].data[7];
    let _e76 = sum;
    sum = (_e76 + vec4<f32>((vec4<u32>(_e65, _e67, _e69, _e71) % vec4(16u))));
    count = 0u;
    size = 0u;
    count = (arrayLength((&g_Items[_e9].data)) / 5u);
    stride = 20u;
    size = (arrayLength((&g_Raw[_e9].data)) << 2u);
    before = 0u;
    exchanged = 0u;
    let _e98 = id_1.x;
    let _e99 = (_e98 + 8u);
    let _e101 = atomicLoad((&g_Counts[_e9].data[_e99]));
    atomicStore((&g_Counts[_e9].data[_e99]), (_e101 + 3u));
    let _e107 = id_1.x;
    let _e110 = atomicAdd((&g_Counts[_e9].data[_e107]), (_e5 + 1u));
    before = _e110;
    let _e114 = id_1.x;
    let _e115 = before;
    let _e117 = ((_e115 + _e5) + 1u);
    loop {
        let _e121 = atomicCompareExchangeWeak((&g_Counts[_e9].data[_e114]), _e117, 77u);
        before_1 = _e121.old_value;
        if (_e121.exchanged || (_e121.old_value != _e117)) {
            break;
        }
    }
    let _e126 = before_1;
    exchanged = _e126;
    let _e131 = id_1.x;
    let _e133 = atomicMax((&g_Counts[1].data[200]), _e131);
    let _e137 = id_1.x;
    let _e140 = exchanged;
    let _e141 = before;
    atomicStore((&g_Raw[_e9].data[((_e137 * 4u) >> 2u)]), (_e140 - _e141));
    let _e148 = atomicAdd((&g_Raw[1].data[200]), 1u);
    let _e149 = sum;
    let _e150 = count;
    let _e152 = size;
    let _e155 = exchanged;
    let _e156 = before;
    let _e160 = (_e149 + vec4<f32>(f32(_e150), f32(_e152), 0f, f32((_e155 - _e156))));
    let _e163 = id_1.x;
    let _e164 = (_e163 * 4u);
    g_Out[_e164] = bitcast<u32>(_e160.x);
    g_Out[(_e164 + 1u)] = bitcast<u32>(_e160.y);
    g_Out[(_e164 + 2u)] = bitcast<u32>(_e160.z);
    g_Out[(_e164 + 3u)] = bitcast<u32>(_e160.w);
    return;
}

@compute @workgroup_size(8, 1, 1) 
fn main(@builtin(global_invocation_id) GlobalInvocationId: vec3<u32>) {
    main_1(GlobalInvocationId);
    return;
}
