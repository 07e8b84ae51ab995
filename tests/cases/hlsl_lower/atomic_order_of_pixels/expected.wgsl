struct Outputs {
    @location(0) SV_TARGET: vec4<f32>,
}

@group(0) @binding(400) 
var<storage, read_write> g_Words: array<atomic<i32>>;

fn main_1(position: vec4<f32>) -> vec4<f32> {
    var low: i32;
    var high: u32;
    var before: i32;
    var before_1: i32;

    let _e2 = vec2<u32>(position.xy);
    let _e11 = atomicMin((&g_Words[0]), (i32(_e2.x) - 20i));
    low = _e11;
    let _e20 = (((_e2.x * 64u) + _e2.y) ^ 4026531840u);
    let _e24 = atomicLoad((&g_Words[1]));
    before = _e24;
    loop {
        let _e25 = before;
        if (bitcast<u32>(_e25) >= _e20) {
            break;
        }
        let _e28 = atomicCompareExchangeWeak((&g_Words[1]), _e25, bitcast<i32>(_e20));
        before = _e28.old_value;
        if _e28.exchanged {
            break;
        }
    }
    let _e31 = before;
    high = bitcast<u32>(_e31);
    let _e38 = ((_e2.x * 3u) + 1u);
    let _e42 = atomicLoad((&g_Words[2]));
    before_1 = _e42;
    loop {
        let _e43 = before_1;
        if (bitcast<u32>(_e43) <= _e38) {
            break;
        }
        let _e46 = atomicCompareExchangeWeak((&g_Words[2]), _e43, bitcast<i32>(_e38));
        before_1 = _e46.old_value;
        if _e46.exchanged {
            break;
        }
    }
    let _e49 = before_1;
    high = bitcast<u32>(_e49);
    return vec4<f32>(vec2<f32>(_e2), 0f, 1f);
}

@fragment 
fn main(@builtin(position) FragCoord: vec4<f32>) -> Outputs {
    let _e6 = main_1(vec4<f32>(FragCoord.xyz, (1f / FragCoord.w)));
    return Outputs(_e6);
}
