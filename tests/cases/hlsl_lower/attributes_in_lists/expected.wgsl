@group(4) @binding(3) 
var<storage, read_write> g_List: array<u32>;
@group(4) @binding(7) 
var<storage, read_write> g_List_u0040_count: array<atomic<u32>, 1>;
@group(1) @binding(2) 
var g_Image: texture_storage_2d<r32float,write>;

fn main_1(id: vec3<u32>) {
    let _e6 = atomicAdd((&g_List_u0040_count[0]), 1u);
    g_List[_e6] = id.x;
    let _e11 = id.xy;
    textureStore(g_Image, vec2<u32>(_e11.x, _e11.y), vec4<f32>(1f, 1f, 1f, 1f));
    return;
}

@compute @workgroup_size(1, 1, 1) 
fn main(@builtin(global_invocation_id) GlobalInvocationId: vec3<u32>) {
    main_1(GlobalInvocationId);
    return;
}
