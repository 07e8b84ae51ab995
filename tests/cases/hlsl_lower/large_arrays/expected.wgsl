struct Table {
    all: array<f32, 100000>,
}

var<private> s_Private: array<f32, 70000> = array<f32, 70000>();
@group(0) @binding(100) 
var<storage> g_Tables: array<u32>;
@group(0) @binding(400) 
var<storage, read_write> g_Out: array<u32>;

fn main_1(id: vec3<u32>) {
    var large: array<f32, 70000>;

    large = array<f32, 70000>();
    large[id.x] = 4f;
    s_Private[(69999u - id.x)] = 6f;
    let _e13 = large[69999];
    let _e16 = s_Private[id.y];
    let _e24 = g_Tables[(99999u - id.x)];
    g_Out[id.x] = bitcast<u32>(((_e13 + _e16) + bitcast<f32>(_e24)));
    return;
}

@compute @workgroup_size(1, 1, 1) 
fn main(@builtin(global_invocation_id) GlobalInvocationId: vec3<u32>) {
    main_1(GlobalInvocationId);
    return;
}
