@group(0) @binding(0) 
var<uniform> Constants: array<vec4<u32>, 2>;
@group(0) @binding(400) 
var<storage, read_write> g_Out: array<u32>;

fn scale() -> f32 {
    let _e3 = Constants[0].y;
    return bitcast<f32>(_e3);
}

fn sum() -> vec4<f32> {
    let _e2 = Constants[0];
    let _e5 = Constants[1];
    let _e7 = scale();
    return (bitcast<vec4<f32>>(_e2) + (bitcast<vec4<f32>>(_e5) * _e7));
}

fn main_1() {
    let _e0 = sum();
    g_Out[0] = bitcast<u32>(_e0.x);
    g_Out[1] = bitcast<u32>(_e0.y);
    g_Out[2] = bitcast<u32>(_e0.z);
    g_Out[3] = bitcast<u32>(_e0.w);
    return;
}

@compute @workgroup_size(1, 1, 1) 
fn main() {
    main_1();
    return;
}
