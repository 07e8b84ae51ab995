struct RayDesc {
    Origin: vec3<f32>,
    TMin: f32,
    Direction: vec3<f32>,
    TMax: f32,
}

struct BuiltInTriangleIntersectionAttributes {
    barycentrics: vec2<f32>,
}

struct Probe {
    ray: RayDesc,
    weight: f32,
}

@group(0) @binding(100) 
var<storage> g_Probes: array<u32>;
@group(0) @binding(400) 
var<storage, read_write> g_Out: array<u32>;
@group(0) @binding(0) 
var<uniform> Block: array<vec4<u32>, 3>;

fn Make(origin: vec3<f32>) -> RayDesc {
    var ray: RayDesc;

    ray.Origin = origin;
    ray.TMin = 1f;
    ray.Direction = origin.zyx;
    ray.TMax = 2f;
    let _e9 = ray;
    return _e9;
}

fn Move(ray_1: ptr<function, RayDesc>) {
    let _e2 = (*ray_1).Direction;
    let _e4 = (*ray_1).TMax;
    let _e7 = (*ray_1).Origin;
    (*ray_1).Origin = (_e7 + (_e2 * _e4));
    return;
}

fn main_1(id: vec3<u32>) {
    var ray_2: RayDesc;
    var hit: BuiltInTriangleIntersectionAttributes;

    let _e6 = Make(vec3<f32>(1f, 2f, f32(id.x)));
    ray_2 = _e6;
    Move((&ray_2));
    hit.barycentrics = vec2<f32>(0.25f, 0.5f);
    let _e26 = (id.x * 9u);
    let _e28 = g_Probes[_e26];
    let _e32 = g_Probes[(_e26 + 1u)];
    let _e36 = g_Probes[(_e26 + 2u)];
    let _e42 = g_Probes[(_e26 + 3u)];
    let _e47 = g_Probes[(_e26 + 4u)];
    let _e51 = g_Probes[(_e26 + 5u)];
    let _e55 = g_Probes[(_e26 + 6u)];
    let _e61 = g_Probes[(_e26 + 7u)];
    let _e62 = bitcast<f32>(_e61);
    let _e67 = g_Probes[(_e26 + 8u)];
    let _e68 = bitcast<f32>(_e67);
    let _e72 = ray_2.Origin.x;
    let _e75 = ray_2.Origin.z;
    let _e84 = hit.barycentrics.y;
    g_Out[(id.x * 2u)] = bitcast<u32>((((((_e72 + (_e75 * 10f)) + 8f) + RayDesc().TMin) + _e84) + 32f));
    let _e97 = Block[0].w;
    let _e102 = Block[1].y;
    let _e107 = Block[2].x;
    g_Out[((id.x * 2u) + 1u)] = bitcast<u32>(((((_e62 + _e68) + bitcast<f32>(_e97)) + bitcast<f32>(_e102)) + bitcast<f32>(_e107)));
    return;
}

@compute @workgroup_size(4, 1, 1) 
fn main(@builtin(global_invocation_id) GlobalInvocationId: vec3<u32>) {
    main_1(GlobalInvocationId);
    return;
}
