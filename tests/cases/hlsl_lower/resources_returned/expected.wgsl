enable wgpu_binding_array;

struct Indexed_u002e_result {
    index0_: u32,
}

struct Material {
    weight: f32,
}

struct Make_u002e_result {
    value: Material,
    index0_: u32,
}

struct Nested_u002e_result {
    value: Material,
    index0_: u32,
}

struct Same_u002e_result {
    index0_: u32,
}

struct Outputs {
    @location(0) SV_TARGET: vec4<f32>,
}

var<private> s_Calls: f32 = f32();
@group(0) @binding(101) 
var g_Second: texture_2d<f32>;
@group(0) @binding(300) 
var g_Sampler: sampler;
@group(0) @binding(0) 
var<uniform> Choices: array<vec4<u32>, 1>;
@group(0) @binding(102) 
var g_Several: binding_array<texture_2d<f32>, 3>;
@group(0) @binding(301) 
var g_Other: sampler;
@group(0) @binding(100) 
var g_First: texture_2d<f32>;

fn Pick() {
    let _e2 = s_Calls;
    s_Calls = (_e2 + 1f);
    return;
}

fn Indexed(i: u32) -> Indexed_u002e_result {
    let _e3 = s_Calls;
    s_Calls = (_e3 + 10f);
    return Indexed_u002e_result(((i + 1u) % 3u));
}

fn Same() {
    return;
}

fn Make(weight: f32) -> Material {
    var made: Material;

    made.weight = weight;
    let _e5 = s_Calls;
    s_Calls = (_e5 + 100f);
    let _e7 = made;
    return _e7;
}

fn Material_Look(this_: Material, at: vec2<f32>) -> vec4<f32> {
    let _e4 = textureSample(g_First, g_Sampler, at);
    return (_e4 * this_.weight);
}

fn Material_Swap(this_1: ptr<function, Material>) {
    let _e3 = (*this_1).weight;
    (*this_1).weight = (_e3 * 2f);
    return;
}

fn Material_Look_1(this_2: Material, at_1: vec2<f32>) -> vec4<f32> {
    let _e4 = textureSample(g_Second, g_Sampler, at_1);
    return (_e4 * this_2.weight);
}

fn Make_1(weight_1: f32, index0_: u32) -> Make_u002e_result {
    var made_1: Material;

    made_1.weight = weight_1;
    let _e6 = s_Calls;
    s_Calls = (_e6 + 100f);
    let _e8 = made_1;
    return Make_u002e_result(_e8, index0_);
}

fn Nested(i_1: u32) -> Nested_u002e_result {
    let _e1 = Indexed(i_1);
    let _e6 = Choices[0].y;
    let _e8 = Make_1(bitcast<f32>(_e6), _e1.index0_);
    return Nested_u002e_result(_e8.value, _e8.index0_);
}

fn Material_Look_2(this_3: Material, at_2: vec2<f32>, index0_1: u32) -> vec4<f32> {
    let _e6 = textureSample(g_Several[index0_1], g_Sampler, at_2);
    return (_e6 * this_3.weight);
}

fn Same_1(index0_2: u32) -> Same_u002e_result {
    return Same_u002e_result(index0_2);
}

fn Fetch(weight_2: ptr<function, f32>) {
    (*weight_2) = 0.5f;
    return;
}

fn Early(at_3: vec2<f32>) -> vec4<f32> {
    if (at_3.x > 0.5f) {
        return vec4(2f);
    }
    let _e9 = textureSample(g_Several[2], g_Other, at_3);
    return _e9;
}

fn main_1(uv: vec2<f32>) -> vec4<f32> {
    var sum: vec4<f32>;
    var made_2: Material;
    var weight_3: f32;

    Pick();
    let _e3 = textureSample(g_Second, g_Sampler, uv);
    sum = _e3;
    let _e8 = Choices[0].x;
    let _e11 = Indexed((_e8 & 1u));
    let _e18 = textureSample(g_Several[_e11.index0_], g_Other, uv);
    let _e20 = sum;
    sum = (_e20 + (vec4(2f) * _e18));
    Same();
    let _e23 = Make(3f);
    made_2 = _e23;
    let _e25 = made_2;
    let _e26 = Material_Look(_e25, uv);
    let _e27 = sum;
    sum = (_e27 + _e26);
    Material_Swap((&made_2));
    let _e31 = made_2;
    let _e32 = Material_Look_1(_e31, uv);
    let _e34 = sum;
    sum = (_e34 + (vec4(5f) * _e32));
    let _e38 = Nested(1u);
    let _e41 = Material_Look_2(_e38.value, uv, _e38.index0_);
    let _e43 = sum;
    sum = (_e43 + (vec4(7f) * _e41));
    let _e48 = Indexed(2u);
    let _e50 = Same_1(_e48.index0_);
    let _e53 = textureSample(g_Several[_e50.index0_], g_Sampler, uv);
    let _e57 = Make(0.25f);
    let _e62 = sum;
    sum = (_e62 + ((vec4(11f) * _e53) + vec4((13f * _e57.weight))));
    Fetch((&weight_3));
    let _e66 = weight_3;
    let _e68 = textureSample(g_Second, g_Other, uv);
    let _e70 = sum;
    sum = (_e70 + ((17f * _e66) * _e68));
    let _e72 = Early(uv);
    let _e73 = sum;
    sum = (_e73 + _e72);
    Pick();
    let _e78 = textureSample(g_Several[2], g_Sampler, uv);
    let _e80 = sum;
    sum = (_e80 + (vec4(19f) * _e78));
    let _e82 = sum;
    let _e84 = s_Calls;
    return (_e82 + vec4(_e84));
}

@fragment 
fn main(@location(0) TEXCOORD: vec2<f32>) -> Outputs {
    let _e1 = main_1(TEXCOORD);
    return Outputs(_e1);
}
