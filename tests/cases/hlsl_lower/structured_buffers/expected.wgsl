struct Particle {
    position: vec3<f32>,
    age: f32,
    alive: bool,
    turn: mat2x2<f32>,
}

@group(0) @binding(100) 
var<storage> g_In: array<u32>;
@group(0) @binding(405) 
var<storage, read_write> g_Dead_u0040_count: array<atomic<u32>, 1>;
@group(0) @binding(401) 
var<storage, read_write> g_Dead: array<u32>;
@group(0) @binding(406) 
var<storage, read_write> g_Free_u0040_count: array<atomic<u32>, 1>;
@group(0) @binding(402) 
var<storage, read_write> g_Free: array<u32>;
@group(0) @binding(400) 
var<storage, read_write> g_Out: array<u32>;
@group(0) @binding(403) 
var<storage, read_write> g_Raw: array<atomic<u32>>;

fn main_1(id: vec3<u32>) {
    var id_1: vec3<u32>;
    var count: u32;
    var stride: u32;
    var one: Particle;
    var before: u32;

    id_1 = id;
    count = (arrayLength((&g_In)) / 9u);
    stride = 36u;
    let _e10 = id_1.x;
    let _e11 = count;
    if (_e10 >= _e11) {
        return;
    }
    let _e14 = id_1.x;
    let _e15 = (_e14 * 9u);
    let _e17 = g_In[_e15];
    let _e21 = g_In[(_e15 + 1u)];
    let _e25 = g_In[(_e15 + 2u)];
    let _e31 = g_In[(_e15 + 3u)];
    let _e36 = g_In[(_e15 + 4u)];
    let _e42 = g_In[(_e15 + 5u)];
    let _e46 = g_In[(_e15 + 6u)];
    let _e52 = g_In[(_e15 + 7u)];
    let _e56 = g_In[(_e15 + 8u)];
    one = Particle(bitcast<vec3<f32>>(vec3<u32>(_e17, _e21, _e25)), bitcast<f32>(_e31), (_e36 != 0u), transpose(mat2x2<f32>(bitcast<vec2<f32>>(vec2<u32>(_e42, _e46)), bitcast<vec2<f32>>(vec2<u32>(_e52, _e56)))));
    let _e64 = stride;
    let _e68 = one.age;
    one.age = (_e68 + (1f / f32(_e64)));
    let _e74 = one.turn[1];
    one.turn[1] = (_e74 * vec2(2f));
    let _e77 = one.alive;
    let _e80 = one.age;
    if (!(_e77) || (_e80 > 5f)) {
        let _e85 = id_1.x;
        let _e88 = atomicAdd((&g_Dead_u0040_count[0]), 1u);
        g_Dead[_e88] = _e85;
    } else {
        let _e93 = atomicSub((&g_Free_u0040_count[0]), 1u);
        let _e97 = g_Free[(_e93 - 1u)];
        let _e101 = one.position.y;
        one.position.y = (_e101 + f32(_e97));
    }
    let _e103 = one;
    let _e106 = id_1.x;
    let _e107 = (_e106 * 9u);
    g_Out[_e107] = bitcast<u32>(_e103.position.x);
    g_Out[(_e107 + 1u)] = bitcast<u32>(_e103.position.y);
    g_Out[(_e107 + 2u)] = bitcast<u32>(_e103.position.z);
    g_Out[(_e107 + 3u)] = bitcast<u32>(_e103.age);
    g_Out[(_e107 + 4u)] = u32(_e103.alive);
    g_Out[(_e107 + 5u)] = bitcast<u32>(_e103.turn[0].x);
    g_Out[(_e107 + 7u)] = bitcast<u32>(_e103.turn[0].y);
    g_Out[(_e107 + 6u)] = bitcast<u32>(_e103.turn[1].x);
    g_Out[(_e107 + 8u)] = bitcast<u32>(_e103.turn[1].y);
    let _e150 = id_1.x;
    let _e151 = (_e150 * 9u);
    g_Out[_e151] = bitcast<u32>(0f);
    g_Out[(_e151 + 2u)] = bitcast<u32>(0f);
    let _e161 = atomicAdd((&g_Raw[4]), 1u);
    before = _e161;
    let _e162 = before;
    let _e164 = ((_e162 * 8u) >> 2u);
    let _e166 = id_1.x;
    let _e168 = one.age;
    let _e169 = bitcast<u32>(_e168);
    atomicStore((&g_Raw[_e164]), _e166);
    atomicStore((&g_Raw[(_e164 + 1u)]), _e169);
    let _e177 = atomicLoad((&g_Raw[6]));
    let _e179 = atomicMax((&g_Raw[5]), _e177);
    return;
}

@compute @workgroup_size(64, 1, 1) 
fn main(@builtin(global_invocation_id) GlobalInvocationId: vec3<u32>) {
    main_1(GlobalInvocationId);
    return;
}
