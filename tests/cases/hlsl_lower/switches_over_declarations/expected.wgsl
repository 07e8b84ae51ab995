@group(0) @binding(100) 
var<storage> g_In: array<u32>;
@group(0) @binding(400) 
var<storage, read_write> g_Out: array<u32>;

fn main_1(id: vec3<u32>) {
    var value: i32;

    let _e5 = g_In[id.x];
    value = (bitcast<i32>(_e5) & 3i);
    let _e10 = value;
    switch _e10 {
        case 0: {
            let _e12 = value;
            value = (_e12 + 10i);
            let _e14 = value;
            g_Out[id.x] = bitcast<u32>(_e14);
            break;
        }
        case 1: {
            let _e19 = value;
            g_Out[id.x] = bitcast<u32>((_e19 * 2i));
            let _e25 = value;
            let _e28 = g_Out[id.x];
            g_Out[id.x] = bitcast<u32>((bitcast<i32>(_e28) + _e25));
            break;
        }
        default: {
            let _e33 = value;
            let _e36 = g_Out[id.x];
            g_Out[id.x] = bitcast<u32>((bitcast<i32>(_e36) + _e33));
            break;
        }
    }
    g_Out[(id.x + 8u)] = bitcast<u32>(5i);
    return;
}

@compute @workgroup_size(8, 1, 1) 
fn main(@builtin(global_invocation_id) GlobalInvocationId: vec3<u32>) {
    main_1(GlobalInvocationId);
    return;
}
