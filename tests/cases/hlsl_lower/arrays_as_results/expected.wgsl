@group(0) @binding(100) 
var<storage> g_In: array<u32>;
@group(0) @binding(400) 
var<storage, read_write> g_Out: array<u32>;

fn three(first: u32) -> array<f32, 3> {
    var all_: array<f32, 3>;
    var i: u32;

    i = 0u;
    loop {
        let _e4 = i;
        if (_e4 < 3u) {
        } else {
            break;
        }
        let _e8 = i;
        let _e11 = g_In[(first + _e8)];
        let _e13 = i;
        all_[_e13] = bitcast<f32>(_e11);
        continuing {
            let _e15 = i;
            i = (_e15 + 1u);
        }
    }
    let _e18 = all_;
    return _e18;
}

fn main_1() {
    let _e1 = three(1u);
    let _e3 = three(0u);
    let _e11 = (vec3<f32>(_e3[0], _e3[1], _e3[2]) + vec3(_e1[2]));
    g_Out[0] = bitcast<u32>(_e11.x);
    g_Out[1] = bitcast<u32>(_e11.y);
    g_Out[2] = bitcast<u32>(_e11.z);
    let _e22 = three(2u);
    g_Out[3] = bitcast<u32>(_e22[1]);
    g_Out[4] = bitcast<u32>(_e22[1]);
    g_Out[5] = bitcast<u32>(_e22[1]);
    return;
}

@compute @workgroup_size(1, 1, 1) 
fn main() {
    main_1();
    return;
}
