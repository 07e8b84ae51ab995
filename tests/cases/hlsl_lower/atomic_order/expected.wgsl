@group(0) @binding(400) 
var<storage, read_write> g_Words: array<atomic<i32>>;

fn main_1(at: u32) {
    var before: i32;
    var high: u32;
    var before_1: i32;

    let _e8 = atomicMin((&g_Words[0]), (i32(at) - 2i));
    before = _e8;
    loop {
        let _e15 = atomicLoad((&g_Words[1]));
        before_1 = _e15;
        let _e19 = atomicCompareExchangeWeak((&g_Words[1]), _e15, bitcast<i32>(max(bitcast<u32>(_e15), (at ^ 4294967280u))));
        if _e19.exchanged {
            break;
        }
    }
    let _e21 = before_1;
    high = bitcast<u32>(_e21);
    let _e24 = before;
    let _e26 = high;
    let _e30 = atomicAdd((&g_Words[2]), bitcast<i32>((u32(_e24) + _e26)));
    return;
}

@compute @workgroup_size(4, 1, 1) 
fn main(@builtin(local_invocation_index) LocalInvocationIndex: u32) {
    main_1(LocalInvocationIndex);
    return;
}
