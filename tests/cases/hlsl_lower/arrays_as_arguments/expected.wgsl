struct Held {
    values: array<f32, 3>,
}

var<workgroup> g_Shared: array<f32, 16>;
var<workgroup> g_Held: array<Held, 4>;
@group(0) @binding(400) 
var<storage, read_write> g_Out: array<u32>;

fn Fill(values: ptr<function, array<f32, 16>>, at: u32) {
    let _e6 = (*values)[at];
    (*values)[at] = (_e6 + f32((at + 1u)));
    return;
}

fn Make(values_1: ptr<function, array<array<f32, 2>, 2>>) {
    (*values_1)[0][0] = 1f;
    (*values_1)[0][1] = 2f;
    (*values_1)[1][0] = 3f;
    (*values_1)[1][1] = 4f;
    return;
}

fn Take(held: ptr<function, Held>, values_2: ptr<function, array<f32, 3>>) {
    let _e3 = (*held).values;
    (*values_2) = _e3;
    (*held).values[1] = 5f;
    return;
}

fn Sum(values_3: array<f32, 16>) -> f32 {
    var values_4: array<f32, 16>;
    var sum: f32;
    var i: i32;

    values_4 = values_3;
    sum = 0f;
    i = 0i;
    loop {
        let _e6 = i;
        if (_e6 < 16i) {
        } else {
            break;
        }
        let _e9 = i;
        let _e12 = values_4[u32(_e9)];
        let _e13 = sum;
        sum = (_e13 + _e12);
        continuing {
            let _e15 = i;
            i = (_e15 + 1i);
        }
    }
    let _e18 = sum;
    return _e18;
}

fn Read(values_5: array<f32, 16>, at_1: u32) -> f32 {
    var values_6: array<f32, 16>;

    values_6 = values_5;
    let _e4 = values_6[at_1];
    return _e4;
}

fn main_1(id: vec3<u32>) {
    var values_7: array<f32, 16>;
    var square: array<array<f32, 2>, 2>;
    var i_1: u32;
    var values_8: array<f32, 16>;
    var taken: array<f32, 3>;
    var held_1: Held;

    values_7 = array<f32, 16>();
    Fill((&values_7), (id.x & 15u));
    Make((&square));
    i_1 = 0u;
    loop {
        let _e9 = i_1;
        if (_e9 < 16u) {
        } else {
            break;
        }
        let _e12 = i_1;
        let _e15 = i_1;
        g_Shared[_e15] = f32(_e12);
        continuing {
            let _e17 = i_1;
            i_1 = (_e17 + 1u);
        }
    }
    let _e21 = g_Shared;
    values_8 = _e21;
    Fill((&values_8), 3u);
    let _e23 = values_8;
    g_Shared = _e23;
    let _e25 = f32(2i);
    g_Held[1] = Held(array<f32, 3>(_e25, _e25, _e25));
    let _e33 = g_Held[1];
    held_1 = _e33;
    Take((&held_1), (&taken));
    let _e34 = held_1;
    g_Held[1] = _e34;
    let _e35 = values_7;
    let _e36 = Sum(_e35);
    let _e39 = square[1][0];
    let _e43 = g_Shared;
    let _e44 = Read(_e43, 3u);
    g_Out[(id.x * 2u)] = bitcast<u32>(((_e36 + (_e39 * 100f)) + (_e44 * 1000f)));
    let _e55 = taken[1];
    let _e59 = g_Held[1].values[1];
    g_Out[((id.x * 2u) + 1u)] = bitcast<u32>((_e55 + (_e59 * 10f)));
    return;
}

@compute @workgroup_size(1, 1, 1) 
fn main(@builtin(global_invocation_id) GlobalInvocationId: vec3<u32>) {
    main_1(GlobalInvocationId);
    return;
}
