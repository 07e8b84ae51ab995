struct Surface {
    color: vec3<f32>,
    roughness: f32,
}

struct Motion {
    velocity: vec2<f32>,
}

struct Id {
    object: u32,
    part: u32,
}

struct Count {
    count: i32,
}

@group(0) @binding(100) 
var g_Before: texture_2d<f32>;
@group(0) @binding(400) 
var g_Surface: texture_storage_2d<rgba32float,read_write>;
@group(0) @binding(401) 
var g_Motion: texture_storage_1d<rg32float,read_write>;
@group(0) @binding(402) 
var g_Id: texture_storage_3d<rg32uint,read_write>;
@group(0) @binding(403) 
var g_Counts: texture_storage_2d_array<r32sint,read_write>;

fn Surface_Rough(this_: Surface) -> f32 {
    return (this_.roughness * 2f);
}

fn Clean(surface: ptr<function, Surface>) {
    (*surface).color = vec3(0.25f);
    (*surface).roughness = 0.5f;
    return;
}

fn Velocity(at: u32) -> vec2<f32> {
    let _e2 = textureLoad(g_Motion, at);
    let _e3 = _e2.xy;
    let _e6 = vec2<f32>(_e3.x, _e3.y);
    let _e9 = textureLoad(g_Motion, i32(at));
    let _e10 = _e9.xy;
    return (_e6 + vec2(_e10.y));
}

fn Twice(id: ptr<function, Id>) {
    let _e3 = (*id).object;
    (*id).object = (_e3 * 2u);
    let _e6 = (*id).object;
    let _e8 = (*id).part;
    (*id).part = (_e8 + _e6);
    return;
}

fn main_1(id_1: vec3<u32>) {
    var surface_1: Surface;
    var surface_2: Surface;
    var id_2: Id;
    var count: Count;

    let _e2 = id_1.xy;
    let _e7 = textureLoad(g_Before, vec2<u32>(_e2.x, _e2.y), 0i);
    surface_1 = Surface(vec3<f32>(_e7.x, _e7.y, _e7.z), _e7.w);
    let _e16 = id_1.xy;
    let _e20 = textureLoad(g_Surface, vec2<u32>(_e16.x, _e16.y));
    let _e27 = Surface_Rough(Surface(vec3<f32>(_e20.x, _e20.y, _e20.z), _e20.w));
    let _e29 = surface_1.roughness;
    surface_1.roughness = (_e29 + _e27);
    let _e31 = surface_1;
    let _e32 = id_1.xy;
    textureStore(g_Surface, vec2<u32>(_e32.x, _e32.y), vec4<f32>(_e31.color.x, _e31.color.y, _e31.color.z, _e31.roughness));
    if (id_1.x == 3u) {
        let _e47 = id_1.xy;
        Clean((&surface_2));
        let _e52 = surface_2;
        textureStore(g_Surface, vec2<u32>(_e47.x, _e47.y), vec4<f32>(_e52.color.x, _e52.color.y, _e52.color.z, _e52.roughness));
    }
    if (id_1.y == 0u) {
        let _e64 = Velocity(id_1.x);
        textureStore(g_Motion, id_1.x, vec4<f32>(_e64.x, _e64.y, 0f, 0f));
    }
    let _e76 = vec3<u32>(id_1.x, id_1.y, id_1.z);
    let _e78 = textureLoad(g_Id, _e76);
    let _e79 = _e78.xy;
    id_2 = Id(_e79.x, _e79.y);
    Twice((&id_2));
    let _e83 = id_2;
    textureStore(g_Id, _e76, vec4<u32>(_e83.object, _e83.part, 0u, 0u));
    let _e94 = textureLoad(g_Counts, vec2<u32>(id_1.x, id_1.y), id_1.z);
    count.count = (_e94.x + 1i);
    let _e100 = count;
    textureStore(g_Counts, vec2<u32>(id_1.x, id_1.y), id_1.z, vec4<i32>(_e100.count, 0i, 0i, 0i));
    return;
}

@compute @workgroup_size(8, 8, 1) 
fn main(@builtin(global_invocation_id) GlobalInvocationId: vec3<u32>) {
    main_1(GlobalInvocationId);
    return;
}
