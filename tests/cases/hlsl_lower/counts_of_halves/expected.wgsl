@group(0) @binding(100) 
var<storage> g_One: array<u32>;
@group(0) @binding(400) 
var<storage, read_write> g_Out: array<u32>;
@group(0) @binding(101) 
var<storage> g_Three: array<u32>;
@group(0) @binding(102) 
var<storage> g_Four: array<u32>;

fn main_1() {
    var count: u32;
    var stride: u32;

    count = (arrayLength((&g_One)) * 2u);
    stride = 2u;
    let _e6 = count;
    g_Out[0] = _e6;
    let _e10 = stride;
    g_Out[1] = _e10;
    count = ((arrayLength((&g_Three)) * 2u) / 3u);
    stride = 6u;
    let _e19 = count;
    g_Out[2] = _e19;
    let _e21 = stride;
    g_Out[3] = _e21;
    count = (arrayLength((&g_Four)) / 2u);
    stride = 8u;
    let _e27 = count;
    g_Out[4] = _e27;
    let _e30 = stride;
    g_Out[5] = _e30;
    return;
}

@compute @workgroup_size(1, 1, 1) 
fn main() {
    main_1();
    return;
}
