@group(0) @binding(400) 
var g_Picture: texture_storage_2d<rgba32float,read_write>;
@group(0) @binding(401) 
var g_Small: texture_storage_2d<rgba8unorm,write>;
@group(0) @binding(402) 
var g_Counts: texture_storage_2d_array<r32uint,atomic>;
@group(0) @binding(403) 
var g_Volume: texture_storage_3d<rg32sint,write>;

fn main_1(id: vec3<u32>) {
    var width: u32;
    var height: u32;

    let _e4 = textureDimensions(g_Picture);
    width = _e4.x;
    height = _e4.y;
    let _e7 = id.yx;
    let _e11 = textureLoad(g_Picture, vec2<u32>(_e7.x, _e7.y));
    let _e13 = width;
    let _e15 = (_e11.xw * f32(_e13));
    let _e16 = id.xy;
    let _e19 = vec2<u32>(_e16.x, _e16.y);
    let _e20 = textureLoad(g_Picture, _e19);
    textureStore(g_Picture, _e19, vec4<f32>(_e20.x, _e15.x, _e15.y, _e20.w));
    let _e31 = height;
    let _e33 = vec4<f32>(vec3<f32>(id), f32(_e31));
    let _e35 = id.xy;
    textureStore(g_Small, vec2<u32>(_e35.x, _e35.y), vec4<f32>(_e33.x, _e33.y, _e33.z, _e33.w));
    let _e49 = width;
    textureAtomicMax(g_Counts, vec2<u32>(id.x, id.y), id.z, _e49);
    textureStore(g_Volume, vec3<u32>(id.x, id.y, id.z), vec4<i32>(-1i, 1i, 0i, 0i));
    return;
}

@compute @workgroup_size(8, 8, 1) 
fn main(@builtin(global_invocation_id) GlobalInvocationId: vec3<u32>) {
    main_1(GlobalInvocationId);
    return;
}
