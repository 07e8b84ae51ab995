struct Light {
    p: vec3<f32>,
    k: u32,
    on: bool,
    m: mat2x2<f32>,
}

@group(0) @binding(100) 
var<storage> F: array<u32>;
@group(0) @binding(101) 
var<storage> I: array<u32>;
var<workgroup> g_Lights: array<Light, 8>;
var<workgroup> g_Totals: array<array<atomic<i32>, 4>, 2>;
var<workgroup> g_Least: atomic<i32>;
var<workgroup> g_Most: atomic<u32>;
var<workgroup> g_Sums: array<f32, 64>;
@group(0) @binding(400) 
var<storage, read_write> O: array<u32>;
@group(0) @binding(401) 
var<storage, read_write> P: array<u32>;

fn main_1(id: vec3<u32>, gi: u32) {
    var i: vec4<i32>;
    var o: vec4<f32>;
    var p: vec4<i32>;
    var l: Light;
    var k: u32;

    let _e4 = (id.x & 63u);
    let _e7 = (_e4 * 4u);
    let _e9 = F[_e7];
    let _e13 = F[(_e7 + 1u)];
    let _e17 = F[(_e7 + 2u)];
    let _e21 = F[(_e7 + 3u)];
    let _e23 = bitcast<vec4<f32>>(vec4<u32>(_e9, _e13, _e17, _e21));
    let _e25 = (_e4 * 4u);
    let _e27 = I[_e25];
    let _e30 = I[(_e25 + 1u)];
    let _e33 = I[(_e25 + 2u)];
    let _e36 = I[(_e25 + 3u)];
    i = (bitcast<vec4<i32>>(vec4<u32>(_e27, _e30, _e33, _e36)) - vec4(8i));
    o = vec4(0f);
    p = vec4(0i);
    if (gi < 8u) {
        l.p = _e23.xyz;
        l.k = gi;
        l.on = bool((gi & 1u));
        l.m = mat2x2<f32>(vec2<f32>(_e23.x, _e23.y), vec2<f32>(_e23.z, _e23.w));
        let _e66 = l;
        g_Lights[gi] = _e66;
        atomicStore((&g_Totals[(gi & 1u)][(gi >> 1u)]), 0i);
    }
    if (gi == 0u) {
        atomicStore((&g_Least), 100i);
        atomicStore((&g_Most), 0u);
    }
    g_Sums[gi] = _e23.x;
    workgroupBarrier();
    let _e90 = atomicAdd((&g_Totals[(gi & 1u)][((gi >> 1u) & 3u)]), (i32(gi) - 20i));
    let _e92 = i.y;
    let _e93 = atomicMin((&g_Least), _e92);
    let _e95 = i.z;
    let _e98 = atomicMax((&g_Most), u32((_e95 + 8i)));
    workgroupBarrier();
    k = 32u;
    loop {
        let _e101 = k;
        if (_e101 > 0u) {
        } else {
            break;
        }
        let _e103 = k;
        if (gi < _e103) {
            let _e105 = k;
            let _e108 = g_Sums[(gi + _e105)];
            let _e110 = g_Sums[gi];
            g_Sums[gi] = (_e110 + _e108);
        }
        workgroupBarrier();
        continuing {
            let _e112 = k;
            k = (_e112 >> 1u);
        }
    }
    let _e118 = g_Lights[(gi & 7u)].p;
    let _e123 = g_Lights[(gi & 7u)].m[1];
    let _e125 = (_e118 * _e123.xyx);
    o.x = _e125.x;
    o.y = _e125.y;
    o.z = _e125.z;
    let _e133 = g_Sums[0];
    o.w = _e133;
    let _e140 = atomicLoad((&g_Totals[(gi & 1u)][((gi >> 1u) & 3u)]));
    p.x = _e140;
    let _e146 = g_Lights[((gi + 1u) & 7u)].on;
    let _e151 = g_Lights[(gi & 7u)].k;
    p.y = i32((u32(_e146) + (_e151 * 2u)));
    let _e156 = atomicLoad((&g_Least));
    p.z = _e156;
    let _e158 = atomicLoad((&g_Most));
    p.w = i32(_e158);
    if (id.x < 64u) {
        let _e164 = o;
        let _e166 = (_e4 * 4u);
        O[_e166] = bitcast<u32>(_e164.x);
        O[(_e166 + 1u)] = bitcast<u32>(_e164.y);
        O[(_e166 + 2u)] = bitcast<u32>(_e164.z);
        O[(_e166 + 3u)] = bitcast<u32>(_e164.w);
        let _e182 = p;
        let _e184 = (_e4 * 4u);
        P[_e184] = bitcast<u32>(_e182.x);
        P[(_e184 + 1u)] = bitcast<u32>(_e182.y);
        P[(_e184 + 2u)] = bitcast<u32>(_e182.z);
        P[(_e184 + 3u)] = bitcast<u32>(_e182.w);
    }
    return;
}

@compute @workgroup_size(64, 1, 1) 
fn main(@builtin(global_invocation_id) GlobalInvocationId: vec3<u32>, @builtin(local_invocation_index) LocalInvocationIndex: u32) {
    main_1(GlobalInvocationId, LocalInvocationIndex);
    return;
}
