var<private> SubgroupSize_1: u32;
@group(0) @binding(400) 
var<storage, read_write> g_Out: array<u32>;

fn main_1(index: u32) {
    var sums: vec4<u32>;

    let _e5 = subgroupAdd(vec4<u32>(index, 1u, 2u, 3u));
    let _e6 = subgroupExclusiveAdd(index);
    let _e9 = subgroupBroadcastFirst(index);
    sums = ((_e5 + vec4(_e6)) + vec4(_e9));
    let _e14 = subgroupExclusiveAdd(1u);
    if (_e14 == 0u) {
        let _e17 = subgroupBallot((index > 3u));
        let _e19 = SubgroupSize_1;
        let _e22 = sums;
        sums = (_e22 + (_e17 + vec4(_e19)));
    }
    let _e24 = sums;
    let _e25 = quadSwapX(index);
    let _e30 = subgroupAll((index < 40u));
    let _e36 = subgroupExclusiveAdd(u32((index > 2u)));
    let _e38 = (((_e24 + vec4(_e25)) + vec4(u32(_e30))) + vec4(_e36));
    let _e41 = (index * 4u);
    g_Out[_e41] = _e38.x;
    g_Out[(_e41 + 1u)] = _e38.y;
    g_Out[(_e41 + 2u)] = _e38.z;
    g_Out[(_e41 + 3u)] = _e38.w;
    return;
}

@compute @workgroup_size(32, 1, 1) 
fn main(@builtin(subgroup_size) SubgroupSize: u32, @builtin(local_invocation_index) LocalInvocationIndex: u32) {
    SubgroupSize_1 = SubgroupSize;
    main_1(LocalInvocationIndex);
    return;
}
