var<private> SubgroupInvocationId: u32;
var<private> SubgroupSize_1: u32;
@group(0) @binding(400) 
var<storage, read_write> g_Out: array<u32>;

fn main_1(index: u32) {
    var sums: vec4<u32>;

    let _e5 = subgroupAdd(vec4<u32>(index, 1u, 2u, 3u));
    let _e6 = subgroupExclusiveAdd(index);
    let _e9 = subgroupBroadcastFirst(index);
    sums = ((_e5 + vec4(_e6)) + vec4(_e9));
    let _e14 = SubgroupInvocationId;
    let _e15 = subgroupBroadcastFirst(_e14);
    if (_e14 == _e15) {
        let _e18 = subgroupBallot((index > 3u));
        let _e20 = SubgroupSize_1;
        let _e23 = sums;
        sums = (_e23 + (_e18 + vec4(_e20)));
    }
    let _e25 = sums;
    let _e26 = quadSwapX(index);
    let _e31 = subgroupAll((index < 40u));
    let _e37 = subgroupExclusiveAdd(u32((index > 2u)));
    let _e39 = (((_e25 + vec4(_e26)) + vec4(u32(_e31))) + vec4(_e37));
    let _e42 = (index * 4u);
    g_Out[_e42] = _e39.x;
    g_Out[(_e42 + 1u)] = _e39.y;
    g_Out[(_e42 + 2u)] = _e39.z;
    g_Out[(_e42 + 3u)] = _e39.w;
    return;
}

@compute @workgroup_size(32, 1, 1) 
fn main(@builtin(subgroup_size) SubgroupSize: u32, @builtin(subgroup_invocation_id) SubgroupLocalInvocationId: u32, @builtin(local_invocation_index) LocalInvocationIndex: u32) {
    SubgroupSize_1 = SubgroupSize;
    SubgroupInvocationId = SubgroupLocalInvocationId;
    main_1(LocalInvocationIndex);
    return;
}
