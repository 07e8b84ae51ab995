enable wgpu_binding_array;

struct Inner {
    color: vec4<f32>,
    scale: array<vec2<f32>, 2>,
}

struct Material {
    inner: Inner,
    tint: vec3<f32>,
}

struct buffer {
    data: array<vec4<u32>, 4>,
}

struct Outputs {
    @location(0) SV_TARGET: vec4<f32>,
}

@group(0) @binding(0) 
var<uniform> g_Material: array<vec4<u32>, 4>;
@group(0) @binding(1) 
var<uniform> g_Materials: binding_array<buffer, 2>;

fn Copied() -> Material {
    let _e2 = g_Material[0];
    let _e5 = g_Material[1];
    let _e9 = g_Material[2];
    let _e15 = g_Material[3];
    return Material(Inner(bitcast<vec4<f32>>(_e2), array<vec2<f32>, 2>(bitcast<vec2<f32>>(_e5.xy), bitcast<vec2<f32>>(_e9.xy))), bitcast<vec3<f32>>(_e15.xyz));
}

fn Tint(of_: Material) -> vec3<f32> {
    return of_.tint;
}

fn OfBuffer() -> vec3<f32> {
    let _e2 = g_Material[0];
    let _e5 = g_Material[1];
    let _e9 = g_Material[2];
    let _e15 = g_Material[3];
    let _e17 = bitcast<vec3<f32>>(_e15.xyz);
    return _e17;
}

fn main_1(uv: vec2<f32>) -> vec4<f32> {
    var later: Material;

    let _e3 = g_Material[0];
    let _e4 = bitcast<vec4<f32>>(_e3);
    let _e6 = g_Material[1];
    let _e10 = g_Material[2];
    let _e16 = g_Material[3];
    let _e25 = g_Materials[1].data[0];
    let _e28 = g_Materials[1].data[1];
    let _e32 = g_Materials[1].data[2];
    let _e38 = g_Materials[1].data[3];
    later = Material(Inner(bitcast<vec4<f32>>(_e25), array<vec2<f32>, 2>(bitcast<vec2<f32>>(_e28.xy), bitcast<vec2<f32>>(_e32.xy))), bitcast<vec3<f32>>(_e38.xyz));
    let _e43 = g_Material[0];
    let _e44 = bitcast<vec4<f32>>(_e43);
    let _e46 = g_Material[1];
    let _e50 = g_Material[2];
    let _e52 = bitcast<vec2<f32>>(_e50.xy);
    let _e57 = later.inner.color;
    let _e59 = Copied();
    let _e65 = g_Material[0];
    let _e68 = g_Material[1];
    let _e72 = g_Material[2];
    let _e78 = g_Material[3];
    let _e82 = Tint(Material(Inner(bitcast<vec4<f32>>(_e65), array<vec2<f32>, 2>(bitcast<vec2<f32>>(_e68.xy), bitcast<vec2<f32>>(_e72.xy))), bitcast<vec3<f32>>(_e78.xyz)));
    let _e83 = OfBuffer();
    return (((_e4 * _e57) + (_e44 * _e59.inner.color)) + vec4<f32>((_e82 + _e83), _e52.x));
}

@fragment 
fn main(@location(0) TEXCOORD: vec2<f32>) -> Outputs {
    let _e1 = main_1(TEXCOORD);
    return Outputs(_e1);
}
