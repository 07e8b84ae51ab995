struct S {
    a: f32,
    b: vec2<f32>,
    c: vec3<f32>,
    d: array<f32, 2>,
}

struct T {
    a: f32,
    s: S,
    b: f32,
}

struct Pushed {
    a: f32,
    b: vec2<f32>,
    c: vec4<f32>,
}

@group(0) @binding(100) 
var<storage> g_Elements: array<u32>;
@group(0) @binding(0) 
var<uniform> g_Constants: array<vec4<u32>, 8>;
@group(0) @binding(400) 
var<storage, read_write> g_Out: array<u32>;
var<immediate> g_Pushed: array<u32, 12>;

fn main_1(id: vec3<u32>) {
    var t: S;

    let _e4 = (id.x * 24u);
    let _e8 = g_Elements[(_e4 + 2u)];
    let _e9 = bitcast<f32>(_e8);
    let _e13 = g_Elements[(_e4 + 10u)];
    let _e17 = g_Elements[(_e4 + 11u)];
    let _e19 = bitcast<vec2<f32>>(vec2<u32>(_e13, _e17));
    let _e23 = g_Elements[(_e4 + 18u)];
    let _e27 = g_Elements[(_e4 + 19u)];
    let _e31 = g_Elements[(_e4 + 20u)];
    let _e33 = bitcast<vec3<f32>>(vec3<u32>(_e23, _e27, _e31));
    let _e37 = g_Elements[(_e4 + 21u)];
    let _e38 = bitcast<f32>(_e37);
    let _e42 = g_Elements[(_e4 + 22u)];
    let _e43 = bitcast<f32>(_e42);
    let _e49 = g_Constants[1].x;
    let _e52 = g_Constants[3];
    let _e56 = g_Constants[5];
    let _e61 = g_Constants[6].x;
    let _e65 = g_Constants[7].x;
    t = S(bitcast<f32>(_e49), bitcast<vec2<f32>>(_e52.xy), bitcast<vec3<f32>>(_e56.xyz), array<f32, 2>(bitcast<f32>(_e61), bitcast<f32>(_e65)));
    let _e73 = t.a;
    let _e75 = t.b;
    let _e78 = t.c.x;
    let _e80 = (vec4<f32>(_e9, _e19, _e33.x) + vec4<f32>(_e73, _e75, _e78));
    let _e85 = ((id.x * 4u) * 4u);
    g_Out[_e85] = bitcast<u32>(_e80.x);
    g_Out[(_e85 + 1u)] = bitcast<u32>(_e80.y);
    g_Out[(_e85 + 2u)] = bitcast<u32>(_e80.z);
    g_Out[(_e85 + 3u)] = bitcast<u32>(_e80.w);
    let _e107 = t.c;
    let _e111 = t.d[0];
    let _e116 = t.d[(id.x & 1u)];
    let _e118 = (vec4<f32>(_e33.yz, _e38, _e43) + vec4<f32>(_e107.yz, _e111, _e116));
    let _e122 = (((id.x * 4u) + 1u) * 4u);
    g_Out[_e122] = bitcast<u32>(_e118.x);
    g_Out[(_e122 + 1u)] = bitcast<u32>(_e118.y);
    g_Out[(_e122 + 2u)] = bitcast<u32>(_e118.z);
    g_Out[(_e122 + 3u)] = bitcast<u32>(_e118.w);
    let _e142 = g_Elements[((id.x * 24u) + 1u)];
    let _e143 = bitcast<f32>(_e142);
    let _e149 = g_Elements[((id.x * 24u) + 23u)];
    let _e150 = bitcast<f32>(_e149);
    let _e153 = g_Constants[0].y;
    let _e154 = bitcast<f32>(_e153);
    let _e157 = g_Constants[7].y;
    let _e158 = bitcast<f32>(_e157);
    let _e163 = (((id.x * 4u) + 2u) * 4u);
    g_Out[_e163] = bitcast<u32>(_e143);
    g_Out[(_e163 + 1u)] = bitcast<u32>(_e150);
    g_Out[(_e163 + 2u)] = bitcast<u32>(_e154);
    g_Out[(_e163 + 3u)] = bitcast<u32>(_e158);
    let _e177 = g_Pushed[8];
    let _e179 = g_Pushed[9];
    let _e181 = g_Pushed[10];
    let _e183 = g_Pushed[11];
    let _e187 = g_Pushed[0];
    let _e191 = g_Pushed[2];
    let _e194 = g_Pushed[3];
    let _e197 = g_Pushed[2];
    let _e200 = g_Pushed[3];
    let _e203 = ((bitcast<vec4<f32>>(vec4<u32>(_e177, _e179, _e181, _e183)) * bitcast<f32>(_e187)) + vec4<f32>(bitcast<f32>(_e191), bitcast<f32>(_e194), bitcast<f32>(_e197), bitcast<f32>(_e200)));
    let _e207 = (((id.x * 4u) + 3u) * 4u);
    g_Out[_e207] = bitcast<u32>(_e203.x);
    g_Out[(_e207 + 1u)] = bitcast<u32>(_e203.y);
    g_Out[(_e207 + 2u)] = bitcast<u32>(_e203.z);
    g_Out[(_e207 + 3u)] = bitcast<u32>(_e203.w);
    return;
}

@compute @workgroup_size(4, 1, 1) 
fn main(@builtin(global_invocation_id) GlobalInvocationId: vec3<u32>) {
    main_1(GlobalInvocationId);
    return;
}
