struct Part_struct_u0020_at_u0020_6_ {
    second: u32,
    third: vec3<u32>,
}

struct Part_struct_u0020_at_u0020_16_struct_u0020_at_u0020_18_ {
    deep_deeper: u32,
}

struct Part_struct_u0020_at_u0020_16_ {
    unnamed_u0020_0_: Part_struct_u0020_at_u0020_16_struct_u0020_at_u0020_18_,
    last: u32,
}

struct Part {
    first: u32,
    unnamed_u0020_1_: Part_struct_u0020_at_u0020_6_,
    unnamed_u0020_2_: Part_struct_u0020_at_u0020_16_,
}

@group(0) @binding(100) 
var<storage> g_In: array<u32>;
@group(0) @binding(400) 
var<storage, read_write> g_Out: array<u32>;

fn total(part: Part) -> u32 {
    var part_1: Part;

    part_1 = part;
    let _e6 = part_1.unnamed_u0020_1_.third.y;
    part_1.unnamed_u0020_1_.third.y = (_e6 + 1u);
    let _e12 = part_1.unnamed_u0020_2_.unnamed_u0020_0_.deep_deeper;
    part_1.unnamed_u0020_2_.unnamed_u0020_0_.deep_deeper = ((_e12 & 4294967280u) | (9u & 15u));
    let _e18 = part_1.unnamed_u0020_2_.unnamed_u0020_0_.deep_deeper;
    let _e21 = part_1.first;
    let _e24 = part_1.unnamed_u0020_1_.second;
    let _e31 = part_1.unnamed_u0020_1_.third.y;
    let _e38 = part_1.unnamed_u0020_2_.unnamed_u0020_0_.deep_deeper;
    let _e46 = part_1.unnamed_u0020_2_.unnamed_u0020_0_.deep_deeper;
    let _e56 = part_1.unnamed_u0020_2_.last;
    return (((((_e21 + (_e24 * 3u)) + (_e31 * 5u)) + ((_e38 & 15u) * 7u)) + (((_e46 >> 4u) & 4095u) * 11u)) + _e56);
}

fn main_1(id: vec3<u32>) {
    let _e4 = (id.x * 7u);
    let _e6 = g_In[_e4];
    let _e10 = g_In[(_e4 + 1u)];
    let _e14 = g_In[(_e4 + 2u)];
    let _e18 = g_In[(_e4 + 3u)];
    let _e22 = g_In[(_e4 + 4u)];
    let _e28 = g_In[(_e4 + 5u)];
    let _e33 = g_In[(_e4 + 6u)];
    let _e40 = total(Part(_e6, Part_struct_u0020_at_u0020_6_(_e10, vec3<u32>(_e14, _e18, _e22)), Part_struct_u0020_at_u0020_16_(Part_struct_u0020_at_u0020_16_struct_u0020_at_u0020_18_(_e28), _e33)));
    g_Out[((id.x * 4u) >> 2u)] = _e40;
    return;
}

@compute @workgroup_size(8, 1, 1) 
fn main(@builtin(global_invocation_id) GlobalInvocationId: vec3<u32>) {
    main_1(GlobalInvocationId);
    return;
}
