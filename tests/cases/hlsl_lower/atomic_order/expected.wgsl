@group(0) @binding(400) 
var<storage, read_write> g_Words: array<atomic<i32>>;

fn main_1(at: u32) {
    var before: i32;
    var high: u32;
    var before_1: i32;

    let _e8 = atomicMin((&g_Words[0]), (i32(at) - 2i));
    before = _e8;
    let _e12 = (at ^ 4294967280u);
    let _e16 = atomicLoad((&g_Words[1]));
    before_1 = _e16;
    loop {
        let _e17 = before_1;
        if (bitcast<u32>(_e17) >= _e12) {
            break;
        }
        let _e20 = atomicCompareExchangeWeak((&g_Words[1]), _e17, bitcast<i32>(_e12));
        before_1 = _e20.old_value;
        if _e20.exchanged {
            break;
        }
    }
    let _e23 = before_1;
    high = bitcast<u32>(_e23);
    let _e26 = before;
    let _e28 = high;
    let _e32 = atomicAdd((&g_Words[2]), bitcast<i32>((u32(_e26) + _e28)));
    return;
}

@compute @workgroup_size(4, 1, 1) 
fn main(@builtin(local_invocation_index) LocalInvocationIndex: u32) {
    main_1(LocalInvocationIndex);
    return;
}
