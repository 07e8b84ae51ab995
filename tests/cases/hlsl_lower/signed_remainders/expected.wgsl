@group(0) @binding(400) 
var<storage, read_write> g_Out: array<u32>;

fn main_1(id: vec3<u32>) {
    var c: vec4<i32>;

    let _e4 = (i32(id.x) - 20i);
    c = (vec4(_e4) % (vec4<i32>(3i, -3i, 7i, (i32(id.x) - 2i)) | vec4(1i)));
    let _e20 = c.x;
    c.x = (_e20 % 2i);
    let _e22 = c;
    let _e39 = (((_e22 * vec4(100i)) + (vec4<i32>(_e4, -(_e4), 5i, -5i) % vec4(4i))) + vec4(i32((id.x % 3u))));
    let _e43 = (id.x * 4u);
    g_Out[_e43] = bitcast<u32>(_e39.x);
    g_Out[(_e43 + 1u)] = bitcast<u32>(_e39.y);
    g_Out[(_e43 + 2u)] = bitcast<u32>(_e39.z);
    g_Out[(_e43 + 3u)] = bitcast<u32>(_e39.w);
    return;
}

@compute @workgroup_size(8, 1, 1) 
fn main(@builtin(global_invocation_id) GlobalInvocationId: vec3<u32>) {
    main_1(GlobalInvocationId);
    return;
}
