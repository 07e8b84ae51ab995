struct Table_float_4_ {
    all: array<f32, 4>,
}

struct Table_float_3_ {
    a: f32,
    b: f32,
    c: f32,
}

struct Table_float2_4_ {
    both: f32,
}

struct Table_int_3_ {
    unused: u32,
}

struct Declared_uint {
    value: u32,
}

struct Holder {
    value: u32,
}

@group(0) @binding(400) 
var<storage, read_write> g_Out: array<u32>;

fn Kind_uint(a: u32) -> u32 {
    return 1u;
}

fn Kind_float(a_1: f32) -> u32 {
    return 2u;
}

fn Kind_uint2_(a_2: vec2<u32>) -> u32 {
    return (3u + a_2.y);
}

fn One_float() -> f32 {
    return 1f;
}

fn One_uint() -> u32 {
    return 5u;
}

fn Table_float_4_Get(this_: Table_float_4_) -> u32 {
    return (1u + 4u);
}

fn Table_float_3_Get(this_1: Table_float_3_) -> u32 {
    return 3u;
}

fn Table_float2_4_Get(this_2: Table_float2_4_) -> u32 {
    return (7u * 4u);
}

fn Table_int_3_Get(this_3: Table_int_3_) -> u32 {
    return (9u * 100u);
}

fn Pick_float(x: f32) -> u32 {
    return 100u;
}

fn Pick_uint(x_1: u32) -> u32 {
    return 200u;
}

fn Only_uint(a_3: u32) -> u32 {
    return a_3;
}

fn Holder_Scaled_uint(this_4: Holder, by: u32) -> u32 {
    return (by * this_4.value);
}

fn Holder_Scaled_float(this_5: Holder, by_1: f32) -> f32 {
    return (by_1 * f32(this_5.value));
}

fn Holder_Times_4_(this_6: Holder) -> u32 {
    return (this_6.value * 4u);
}

fn main_1(id: vec3<u32>) {
    var plain: Table_float_4_;
    var three: Table_float_3_;
    var pair: Table_float2_4_;
    var whole: Table_int_3_;
    var declared: Declared_uint;
    var holder: Holder;

    let _e3 = (id.x * 8u);
    let _e5 = Kind_uint(1u);
    let _e7 = Kind_float(1f);
    let _e12 = Kind_uint2_(id.xy);
    let _e16 = Kind_float(1f);
    g_Out[_e3] = (((_e5 + (_e7 * 10u)) + (_e12 * 100u)) + (_e16 * 1000u));
    let _e22 = One_float();
    let _e24 = One_uint();
    g_Out[(_e3 + 1u)] = (u32(_e22) + (_e24 * 10u));
    let _e33 = plain;
    let _e34 = Table_float_4_Get(_e33);
    let _e35 = three;
    let _e36 = Table_float_3_Get(_e35);
    let _e39 = pair;
    let _e40 = Table_float2_4_Get(_e39);
    g_Out[(_e3 + 2u)] = ((_e34 + (_e36 * 10u)) + (_e40 * 100u));
    let _e46 = whole;
    let _e47 = Table_int_3_Get(_e46);
    g_Out[(_e3 + 3u)] = ((_e47 + 9u) + 1u);
    declared.value = id.x;
    let _e58 = declared.value;
    g_Out[(_e3 + 4u)] = (_e58 + u32(120i));
    let _e65 = Pick_float(1f);
    let _e67 = Pick_uint(id.x);
    let _e70 = Only_uint(id.x);
    g_Out[(_e3 + 5u)] = ((_e65 + _e67) + _e70);
    holder.value = (3u + id.x);
    let _e79 = holder;
    let _e80 = Holder_Scaled_uint(_e79, 2u);
    let _e81 = holder;
    let _e83 = Holder_Scaled_float(_e81, 4f);
    let _e86 = holder;
    let _e87 = Holder_Times_4_(_e86);
    g_Out[(_e3 + 6u)] = ((_e80 + u32(_e83)) + _e87);
    return;
}

@compute @workgroup_size(4, 1, 1) 
fn main(@builtin(global_invocation_id) GlobalInvocationId: vec3<u32>) {
    main_1(GlobalInvocationId);
    return;
}
