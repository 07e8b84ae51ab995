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

struct exchange {
    old_value: u32,
    exchanged: bool,
}

@group(0) @binding(1) 
var<uniform> g_Lights_0_: buffer;
@group(0) @binding(100) 
var<storage> g_Items_0_: buffer_1;
@group(0) @binding(102) 
var<storage> g_Bytes_0_: buffer_1;
@group(0) @binding(402) 
var<storage, read_write> g_Raw_0_: buffer_2;
@group(0) @binding(400) 
var<storage, read_write> g_Counts_0_: buffer_2;
@group(0) @binding(408) 
var<storage, read_write> g_Out: array<u32>;
@group(0) @binding(2) 
var<uniform> g_Lights_1_: buffer;
@group(0) @binding(3) 
var<uniform> g_Lights_2_: buffer;
@group(0) @binding(101) 
var<storage> g_Items_1_: buffer_1;
@group(0) @binding(103) 
var<storage> g_Bytes_1_: buffer_1;
@group(0) @binding(104) 
var<storage> g_Bytes_2_: buffer_1;
@group(0) @binding(403) 
var<storage, read_write> g_Raw_1_: buffer_2;
@group(0) @binding(401) 
var<storage, read_write> g_Counts_1_: buffer_2;

fn g_Lights_element(param: u32) -> u32 {
    switch param {
        case 0u: {
            let _e5 = g_Lights_0_.data[0].w;
            return _e5;
        }
        case 1u: {
            let _e10 = g_Lights_1_.data[0].w;
            return _e10;
        }
        default: {
            let _e15 = g_Lights_2_.data[0].w;
            return _e15;
        }
    }
}

fn g_Lights_element_1(param_1: u32, param_2: u32) -> u32 {
    switch param_1 {
        case 0u: {
            let _e6 = g_Lights_0_.data[param_2].x;
            return _e6;
        }
        case 1u: {
            let _e11 = g_Lights_1_.data[param_2].x;
            return _e11;
        }
        default: {
            let _e16 = g_Lights_2_.data[param_2].x;
            return _e16;
        }
    }
}

fn range(at: u32, of_: u32) -> f32 {
    let _e7 = g_Lights_element(at);
    let _e15 = g_Lights_element_1(at, (of_ + 1u));
    return (bitcast<f32>(_e7) + bitcast<f32>(_e15));
}

fn g_Lights_element_2(param_3: u32) -> vec4<u32> {
    switch param_3 {
        case 0u: {
            let _e4 = g_Lights_0_.data[0];
            return _e4;
        }
        case 1u: {
            let _e8 = g_Lights_1_.data[0];
            return _e8;
        }
        default: {
            let _e12 = g_Lights_2_.data[0];
            return _e12;
        }
    }
}

fn g_Items_element(param_4: u32, param_5: u32) -> u32 {
    switch param_4 {
        case 0u: {
            let _e5 = g_Items_0_.data[param_5];
            return _e5;
        }
        default: {
            let _e9 = g_Items_1_.data[param_5];
            return _e9;
        }
    }
}

fn g_Bytes_element(param_6: u32) -> u32 {
    switch param_6 {
        case 0u: {
            let _e4 = g_Bytes_0_.data[4];
            return _e4;
        }
        case 1u: {
            let _e8 = g_Bytes_1_.data[4];
            return _e8;
        }
        default: {
            let _e12 = g_Bytes_2_.data[4];
            return _e12;
        }
    }
}

fn g_Bytes_element_1(param_7: u32) -> u32 {
    switch param_7 {
        case 0u: {
            let _e4 = g_Bytes_0_.data[5];
            return _e4;
        }
        case 1u: {
            let _e8 = g_Bytes_1_.data[5];
            return _e8;
        }
        default: {
            let _e12 = g_Bytes_2_.data[5];
            return _e12;
        }
    }
}

fn g_Bytes_element_2(param_8: u32) -> u32 {
    switch param_8 {
        case 0u: {
            let _e4 = g_Bytes_0_.data[6];
            return _e4;
        }
        case 1u: {
            let _e8 = g_Bytes_1_.data[6];
            return _e8;
        }
        default: {
            let _e12 = g_Bytes_2_.data[6];
            return _e12;
        }
    }
}

fn g_Bytes_element_3(param_9: u32) -> u32 {
    switch param_9 {
        case 0u: {
            let _e4 = g_Bytes_0_.data[7];
            return _e4;
        }
        case 1u: {
            let _e8 = g_Bytes_1_.data[7];
            return _e8;
        }
        default: {
            let _e12 = g_Bytes_2_.data[7];
            return _e12;
        }
    }
}

fn g_Items_element_1(param_10: u32) -> u32 {
    switch param_10 {
        case 0u: {
            return arrayLength((&g_Items_0_.data));
        }
        default: {
            return arrayLength((&g_Items_1_.data));
        }
    }
}

fn g_Raw_element(param_11: u32) -> u32 {
    switch param_11 {
        case 0u: {
            return arrayLength((&g_Raw_0_.data));
        }
        default: {
            return arrayLength((&g_Raw_1_.data));
        }
    }
}

fn g_Counts_element(param_12: u32, param_13: u32) -> u32 {
    switch param_12 {
        case 0u: {
            let _e5 = atomicLoad((&g_Counts_0_.data[param_13]));
            return _e5;
        }
        default: {
            let _e9 = atomicLoad((&g_Counts_1_.data[param_13]));
            return _e9;
        }
    }
}

fn g_Counts_element_1(param_14: u32, param_15: u32, param_16: u32) {
    switch param_14 {
        case 0u: {
            atomicStore((&g_Counts_0_.data[param_15]), param_16);
        }
        default: {
            atomicStore((&g_Counts_1_.data[param_15]), param_16);
        }
    }
}

fn g_Counts_element_2(param_17: u32, param_18: u32, param_19: u32) -> u32 {
    switch param_17 {
        case 0u: {
            let _e4 = atomicAdd((&g_Counts_0_.data[param_18]), param_19);
            return _e4;
        }
        default: {
            let _e8 = atomicAdd((&g_Counts_1_.data[param_18]), param_19);
            return _e8;
        }
    }
}

fn g_Counts_element_3(param_20: u32, param_21: u32, param_22: u32) -> exchange {
    switch param_20 {
        case 0u: {
            let _e5 = atomicCompareExchangeWeak((&g_Counts_0_.data[param_21]), param_22, 77u);
            return exchange(_e5.old_value, _e5.exchanged);
        }
        default: {
            let _e12 = atomicCompareExchangeWeak((&g_Counts_1_.data[param_21]), param_22, 77u);
            return exchange(_e12.old_value, _e12.exchanged);
        }
    }
}

fn g_Raw_element_1(param_23: u32, param_24: u32, param_25: u32) {
    switch param_23 {
        case 0u: {
            atomicStore((&g_Raw_0_.data[param_24]), param_25);
        }
        default: {
            atomicStore((&g_Raw_1_.data[param_24]), param_25);
        }
    }
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
    let _e17 = g_Lights_element_2(_e5);
    let _e20 = range(_e5, _e9);
    let _e22 = sum;
    sum = (_e22 + vec4<f32>(bitcast<vec3<f32>>(_e17.xyz), _e20));
    let _e28 = (_e5 * 5u);
    let _e30 = g_Items_element(_e9, _e28);
    let _e33 = g_Items_element(_e9, (_e28 + 1u));
    let _e37 = g_Items_element(_e9, (_e28 + 2u));
    let _e40 = g_Items_element(_e9, (_e28 + 3u));
    let _e49 = id_1.x;
    let _e54 = g_Items_1_.data[((_e49 * 5u) + 4u)];
    let _e58 = sum;
    sum = (_e58 + (vec4<f32>((vec4<u32>(_e30, _e33, _e37, _e40) % vec4(8u))) + vec4(bitcast<f32>(_e54))));
    let _e65 = g_Bytes_element(_e5);
    let _e67 = g_Bytes_element_1(_e5);
    let _e69 = g_Bytes_element_2(_e5);
    let _e71 = g_Bytes_element_3(_e5);
    let _e76 = sum;
    sum = (_e76 + vec4<f32>((vec4<u32>(_e65, _e67, _e69, _e71) % vec4(16u))));
    count = 0u;
    size = 0u;
    let _e84 = g_Items_element_1(_e9);
    count = (_e84 / 5u);
    stride = 20u;
    let _e90 = g_Raw_element(_e9);
    size = (_e90 << 2u);
    before = 0u;
    exchanged = 0u;
    let _e98 = id_1.x;
    let _e99 = (_e98 + 8u);
    let _e101 = g_Counts_element(_e9, _e99);
    g_Counts_element_1(_e9, _e99, (_e101 + 3u));
    let _e107 = id_1.x;
    let _e110 = g_Counts_element_2(_e9, _e107, (_e5 + 1u));
    before = _e110;
    let _e114 = id_1.x;
    let _e115 = before;
    let _e117 = ((_e115 + _e5) + 1u);
    loop {
        let _e121 = g_Counts_element_3(_e9, _e114, _e117);
        before_1 = _e121.old_value;
        if (_e121.exchanged || (_e121.old_value != _e117)) {
            break;
        }
    }
    let _e126 = before_1;
    exchanged = _e126;
    let _e131 = id_1.x;
    let _e133 = atomicMax((&g_Counts_1_.data[200]), _e131);
    let _e137 = id_1.x;
    let _e140 = exchanged;
    let _e141 = before;
    g_Raw_element_1(_e9, ((_e137 * 4u) >> 2u), (_e140 - _e141));
    let _e148 = atomicAdd((&g_Raw_1_.data[200]), 1u);
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
