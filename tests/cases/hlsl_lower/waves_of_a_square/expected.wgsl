var<private> SubgroupInvocationId: u32;
@group(0) @binding(400) 
var<storage, read_write> g_Out: array<u32>;

fn main_1(id: vec3<u32>, local: vec3<u32>, index: u32, group: vec3<u32>) {
    let _e8 = SubgroupInvocationId;
    let _e11 = subgroupExclusiveAdd(1u);
    let _e17 = (_e8 + u32(select(0i, 100i, (_e11 == 0u))));
    let _e21 = (index * 4u);
    g_Out[_e21] = id.x;
    g_Out[(_e21 + 1u)] = local.y;
    g_Out[(_e21 + 2u)] = group.z;
    g_Out[(_e21 + 3u)] = _e17;
    return;
}

@compute @workgroup_size(64, 1, 1) 
fn main(@builtin(subgroup_invocation_id) SubgroupLocalInvocationId: u32, @builtin(local_invocation_index) LocalInvocationIndex: u32, @builtin(workgroup_id) WorkgroupId: vec3<u32>) {
    SubgroupInvocationId = SubgroupLocalInvocationId;
    let _e6 = (LocalInvocationIndex / 8u);
    let _e10 = vec3<u32>((LocalInvocationIndex % 8u), (_e6 % 4u), (_e6 / 4u));
    main_1(((WorkgroupId * vec3<u32>(8u, 4u, 2u)) + _e10), _e10, LocalInvocationIndex, WorkgroupId);
    return;
}
