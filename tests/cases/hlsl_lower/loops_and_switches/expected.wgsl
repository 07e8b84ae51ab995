@group(0) @binding(100) 
var<storage> F: array<u32>;
@group(0) @binding(101) 
var<storage> I: array<u32>;
@group(0) @binding(400) 
var<storage, read_write> O: array<u32>;
@group(0) @binding(401) 
var<storage, read_write> P: array<u32>;

fn chosen(k: i32, o: ptr<function, vec4<f32>>) -> i32 {
    switch k {
        case 0: {
            let _e4 = (*o).x;
            (*o).x = (_e4 + 1f);
            break;
        }
        case 1, 2: {
            let _e8 = (*o).y;
            (*o).y = (_e8 + 2f);
            if (k == 2i) {
                break;
            }
            let _e14 = (*o).y;
            (*o).y = (_e14 + 5f);
            break;
        }
        default: {
            let _e18 = (*o).z;
            (*o).z = (_e18 + 3f);
            break;
        }
        case 5: {
            let _e22 = (*o).w;
            (*o).w = (_e22 + 4f);
            return 50i;
        }
        case 6: {
            return 60i;
        }
    }
    return k;
}

fn early(v: vec4<f32>) -> f32 {
    var v_1: vec4<f32>;
    var a: i32;
    var b: i32;

    v_1 = v;
    a = 0i;
    loop {
        let _e4 = a;
        if (_e4 < 8i) {
        } else {
            break;
        }
        let _e8 = v_1.x;
        if (_e8 > 0.9f) {
            let _e11 = a;
            return f32(_e11);
        }
        let _e14 = v_1.y;
        if (_e14 > 0.8f) {
            break;
        }
        b = 0i;
        loop {
            let _e18 = b;
            if (_e18 < 3i) {
            } else {
                break;
            }
            let _e21 = b;
            if (_e21 == 1i) {
                continue;
            }
            let _e26 = v_1.x;
            v_1.x = (_e26 + 0.07f);
            let _e29 = v_1.x;
            if (_e29 > 0.85f) {
                let _e32 = a;
                let _e35 = b;
                return f32(((_e32 * 10i) + _e35));
            }
            continuing {
                let _e38 = b;
                b = (_e38 + 1i);
            }
        }
        let _e42 = v_1.y;
        v_1.y = (_e42 + 0.05f);
        let _e44 = a;
        if (_e44 == 6i) {
            return -1f;
        }
        continuing {
            let _e48 = a;
            a = (_e48 + 1i);
        }
    }
    let _e51 = v_1.x;
    let _e53 = v_1.y;
    return (_e51 + _e53);
}

fn main_1(id: vec3<u32>) {
    var o_1: vec4<f32>;
    var p: vec4<i32>;
    var k_1: i32;
    var c: i32;
    var q: i32;
    var a_1: u32;
    var b_1: u32;
    var x: i32;
    var down: u32;

    let _e3 = (id.x & 63u);
    let _e6 = (_e3 * 4u);
    let _e8 = F[_e6];
    let _e12 = F[(_e6 + 1u)];
    let _e16 = F[(_e6 + 2u)];
    let _e20 = F[(_e6 + 3u)];
    let _e22 = bitcast<vec4<f32>>(vec4<u32>(_e8, _e12, _e16, _e20));
    let _e27 = (((_e3 + 5u) & 63u) * 4u);
    let _e29 = I[_e27];
    let _e32 = I[(_e27 + 1u)];
    let _e35 = I[(_e27 + 2u)];
    let _e38 = I[(_e27 + 3u)];
    o_1 = vec4(0f);
    p = vec4(0i);
    k_1 = -1i;
    loop {
        let _e53 = k_1;
        if (_e53 < 8i) {
        } else {
            break;
        }
        let _e56 = k_1;
        if (_e56 == i32((_e3 & 7u))) {
            continue;
        }
        let _e61 = k_1;
        let _e62 = chosen(_e61, (&o_1));
        let _e64 = p.x;
        p.x = (_e64 + _e62);
        let _e67 = o_1.x;
        if (_e67 > 1.5f) {
            break;
        }
        continuing {
            let _e70 = k_1;
            k_1 = (_e70 + 1i);
        }
    }
    let _e75 = chosen(i32((_e3 & 7u)), (&o_1));
    p.y = _e75;
    let _e77 = early(_e22);
    let _e79 = o_1.x;
    o_1.x = (_e79 + _e77);
    let _e82 = early(_e22.wzyx);
    let _e84 = o_1.y;
    o_1.y = (_e84 + _e82);
    c = 0i;
    loop {
        let _e87 = c;
        c = (_e87 + 1i);
        let _e89 = c;
        if (_e89 == 3i) {
            continue;
        }
        let _e92 = c;
        if (_e92 > i32((_e3 & 7u))) {
            break;
        }
        let _e96 = c;
        let _e98 = p.z;
        p.z = (_e98 + _e96);
        continuing {
            let _e100 = c;
            break if !((_e100 < 6i));
        }
    }
    loop {
        let _e104 = c;
        c = (_e104 - 1i);
        if (_e104 < 0i) {
            break;
        }
        let _e108 = p.w;
        p.w = (_e108 + 1i);
    }
    q = 0i;
    loop {
        let _e111 = q;
        if (_e111 < 3i) {
        } else {
            break;
        }
        let _e113 = q;
        if (_e113 == i32((_e3 % 3u))) {
            let _e117 = q;
            let _e120 = o_1.w;
            o_1.w = (_e120 + f32(_e117));
            break;
        }
        let _e123 = o_1.z;
        o_1.z = (_e123 + 1f);
        continuing {
            let _e126 = q;
            q = (_e126 + 1i);
        }
    }
    a_1 = 0u;
    b_1 = 5u;
    loop {
        let _e131 = a_1;
        let _e132 = b_1;
        if (_e131 < _e132) {
        } else {
            break;
        }
        let _e134 = a_1;
        let _e135 = b_1;
        let _e139 = o_1.y;
        o_1.y = (_e139 + f32((_e134 * _e135)));
        continuing {
            let _e141 = a_1;
            a_1 = (_e141 + 1u);
            let _e143 = b_1;
            b_1 = (_e143 - 1u);
        }
    }
    x = 0i;
    loop {
        let _e146 = x;
        if (_e146 < 4i) {
        } else {
            break;
        }
        let _e149 = x;
        switch (_e149 & 3i) {
            case 0: {
                continue;
            }
            case 1: {
                let _e153 = p.x;
                p.x = (_e153 + 100i);
                break;
            }
            case 2: {
                if bool((_e3 & 1u)) {
                    break;
                }
                let _e159 = p.y;
                p.y = (_e159 + 1000i);
                break;
            }
            default: {
                let _e163 = p.z;
                p.z = (_e163 + 10i);
            }
        }
        let _e166 = p.w;
        p.w = (_e166 + 7i);
        continuing {
            let _e168 = x;
            x = (_e168 + 1i);
        }
    }
    down = 8u;
    loop {
        let _e172 = down;
        down = (_e172 - 1u);
        if (_e172 > 0u) {
        } else {
            break;
        }
        let _e175 = down;
        if bool((_e175 & 1u)) {
            continue;
        }
        let _e178 = down;
        let _e181 = p.z;
        p.z = (_e181 + i32(_e178));
    }
    if (id.x < 64u) {
        let _e186 = o_1;
        let _e188 = (_e3 * 4u);
        O[_e188] = bitcast<u32>(_e186.x);
        O[(_e188 + 1u)] = bitcast<u32>(_e186.y);
        O[(_e188 + 2u)] = bitcast<u32>(_e186.z);
        O[(_e188 + 3u)] = bitcast<u32>(_e186.w);
        let _e204 = p;
        let _e206 = (_e3 * 4u);
        P[_e206] = bitcast<u32>(_e204.x);
        P[(_e206 + 1u)] = bitcast<u32>(_e204.y);
        P[(_e206 + 2u)] = bitcast<u32>(_e204.z);
        P[(_e206 + 3u)] = bitcast<u32>(_e204.w);
    }
    return;
}

@compute @workgroup_size(64, 1, 1) 
fn main(@builtin(global_invocation_id) GlobalInvocationId: vec3<u32>) {
    main_1(GlobalInvocationId);
    return;
}
