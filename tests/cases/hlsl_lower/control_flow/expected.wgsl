struct Outputs {
    @location(0) SV_TARGET: vec4<f32>,
}

@group(0) @binding(0) 
var<uniform> u0024_Globals: array<vec4<u32>, 1>;

fn main_1(at: vec4<f32>, value: f32) -> vec4<f32> {
    var sum: f32;
    var i: i32;
    var j: i32;

    sum = 0f;
    i = 0i;
    loop {
        let _e6 = i;
        if (_e6 < 8i) {
        } else {
            break;
        }
        let _e9 = i;
        let _e13 = u0024_Globals[0].x;
        if (_e9 == bitcast<i32>(_e13)) {
            continue;
        }
        let _e16 = sum;
        if (_e16 > 100f) {
            break;
        }
        j = 0i;
        loop {
            let _e20 = j;
            if (_e20 == 2i) {
                continue;
            }
            let _e23 = j;
            let _e25 = sum;
            sum = (_e25 + f32(_e23));
            continuing {
                let _e27 = j;
                let _e29 = (_e27 + 1i);
                j = _e29;
                let _e30 = i;
                break if !((_e29 < _e30));
            }
        }
        continuing {
            let _e33 = i;
            i = (_e33 + 1i);
        }
    }
    let _e37 = u0024_Globals[0].x;
    switch bitcast<i32>(_e37) {
        case 0, 1: {
            let _e40 = sum;
            sum = (_e40 + 1f);
            break;
        }
        case 2: {
            discard;
        }
        default: {
            let _e42 = sum;
            return vec4((_e42 / at.w));
        }
    }
    loop {
        let _e47 = sum;
        sum = (_e47 * 2f);
        let _e49 = sum;
        if (_e49 > value) {
            break;
        }
    }
    let _e51 = sum;
    if any((vec2<f32>(_e51, (value - 1f)) < vec2(0f))) {
        discard;
    }
    let _e57 = sum;
    return vec4(_e57);
}

@fragment 
fn main(@builtin(position) FragCoord: vec4<f32>, @location(0) VALUE: f32) -> Outputs {
    let _e7 = main_1(vec4<f32>(FragCoord.xyz, (1f / FragCoord.w)), VALUE);
    return Outputs(_e7);
}
