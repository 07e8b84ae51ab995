struct Outputs {
    @location(0) SV_TARGET: vec4<f32>,
}

@group(0) @binding(0) 
var<uniform> u0024_Globals: array<vec4<u32>, 1>;
var<private> s_Total: f32 = 1f;
var<private> calls: u32 = 3u;
var<private> c_Table: array<f32, 4> = array<f32, 4>(0.1f, 0.2f, 0.3f, 0.4f);

fn split(value: vec4<f32>, low: ptr<function, vec2<f32>>, high: ptr<function, f32>, count: ptr<function, i32>) {
    (*low) = value.xy;
    (*high) = value.z;
    let _e7 = (*count);
    (*count) = (_e7 + 2i);
    let _e9 = (*high);
    let _e11 = s_Total;
    s_Total = (_e11 + _e9);
    return;
}

fn counted() -> f32 {
    let _e1 = calls;
    calls = (_e1 + 1u);
    let _e4 = calls;
    return f32(_e4);
}

fn main_1(index: i32) -> vec4<f32> {
    var both: array<vec2<f32>, 2>;
    var count_1: f32;
    var swizzled: vec4<f32>;
    var low_1: vec2<f32>;
    var high_1: f32;
    var count_2: i32;
    var low_2: vec2<f32>;
    var high_2: f32;
    var count_3: i32;

    count_1 = 1.5f;
    swizzled = vec4(0f);
    let _e9 = u0024_Globals[0];
    let _e19 = count_1;
    count_2 = i32(_e19);
    split(bitcast<vec4<f32>>(_e9), (&low_1), (&high_1), (&count_2));
    let _e21 = low_1;
    both[u32((index & 1i))] = _e21;
    let _e22 = high_1;
    swizzled.w = _e22;
    let _e23 = count_2;
    count_1 = f32(_e23);
    let _e26 = u0024_Globals[0];
    let _e33 = count_1;
    count_3 = i32(_e33);
    split(bitcast<vec4<f32>>(_e26).wzyx, (&low_2), (&high_2), (&count_3));
    let _e35 = low_2;
    swizzled.z = _e35.x;
    swizzled.x = _e35.y;
    let _e40 = high_2;
    s_Total = _e40;
    let _e41 = count_3;
    count_1 = f32(_e41);
    let _e46 = both[u32((index & 1i))];
    let _e47 = count_1;
    let _e48 = counted();
    let _e50 = swizzled;
    let _e54 = c_Table[u32(index)];
    let _e56 = s_Total;
    let _e59 = counted();
    return ((vec4<f32>(_e46, _e47, _e48) + ((_e50 * _e54) * _e56)) + vec4(_e59));
}

@fragment 
fn main(@location(0) @interpolate(flat) INDEX: i32) -> Outputs {
    let _e1 = main_1(INDEX);
    return Outputs(_e1);
}
