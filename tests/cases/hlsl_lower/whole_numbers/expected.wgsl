@group(0) @binding(100) 
var<storage> F: array<u32>;
@group(0) @binding(101) 
var<storage> I: array<u32>;
@group(0) @binding(400) 
var<storage, read_write> O: array<u32>;
@group(0) @binding(401) 
var<storage, read_write> P: array<u32>;

fn main_1(id: vec3<u32>) {
    var f: vec4<f32>;
    var o: vec4<f32>;
    var p: vec4<i32>;

    let _e3 = (id.x & 63u);
    let _e6 = (_e3 * 4u);
    let _e8 = F[_e6];
    let _e12 = F[(_e6 + 1u)];
    let _e16 = F[(_e6 + 2u)];
    let _e20 = F[(_e6 + 3u)];
    f = bitcast<vec4<f32>>(vec4<u32>(_e8, _e12, _e16, _e20));
    let _e25 = (_e3 * 4u);
    let _e27 = I[_e25];
    let _e30 = I[(_e25 + 1u)];
    let _e33 = I[(_e25 + 2u)];
    let _e36 = I[(_e25 + 3u)];
    let _e41 = (bitcast<vec4<i32>>(vec4<u32>(_e27, _e30, _e33, _e36)) - vec4(8i));
    let _e45 = (((_e3 + 5u) & 63u) * 4u);
    let _e47 = I[_e45];
    let _e50 = I[(_e45 + 1u)];
    let _e53 = I[(_e45 + 2u)];
    let _e56 = I[(_e45 + 3u)];
    let _e61 = (bitcast<vec4<i32>>(vec4<u32>(_e47, _e50, _e53, _e56)) - vec4(7i));
    let _e62 = vec4<u32>(_e41);
    let _e63 = vec4<u32>(_e61);
    o = vec4(0f);
    p = vec4(0i);
    let _e72 = (_e61 | vec4(1i));
    let _e79 = p;
    p = (_e79 + ((_e41 / _e72) + ((_e41 % _e72) * vec4(3i))));
    let _e85 = ((_e63 & vec4(7u)) + vec4(1u));
    let _e91 = p;
    p = (_e91 + (vec4<i32>((_e62 / _e85)) + vec4<i32>((_e62 % _e85))));
    let _e104 = p.y;
    p.y = (_e104 + ((-7i / i32(((_e3 % 3u) + 1u))) + (-7i % i32(((_e3 % 3u) + 1u)))));
    let _e109 = p.z;
    p.z = (_e109 + (_e41.x >> 1u));
    let _e116 = p.w;
    p.w = (_e116 + (i32((_e62.x >> 1u)) >> 3u));
    let _e126 = p.x;
    p.x = (_e126 + (_e41.x << (u32(i32((_e3 & 31u))) & 31u)));
    let _e135 = p.z;
    p.z = (_e135 + (_e41.x >> (u32(i32((_e3 & 31u))) & 31u)));
    let _e142 = p.w;
    p.w = (_e142 + (~(_e41.x) ^ _e61.y));
    o = (vec4<f32>(_e41) / vec4<f32>(_e72));
    let _e152 = o.x;
    o.x = (_e152 + f32((_e41.x / 2i)));
    let _e159 = o.y;
    o.y = (_e159 + (f32(_e41.x) / 2f));
    let _e164 = o.z;
    o.z = (_e164 + f32(_e62.z));
    let _e167 = f.x;
    let _e174 = p.x;
    p.x = (_e174 + (i32((_e167 * -7.9f)) + -2i));
    let _e193 = p.y;
    p.y = (_e193 + ((((abs(_e61.x) + sign(_e61.y)) + min(_e41.x, _e61.x)) - max(_e41.y, _e61.y)) + clamp(_e61.x, -2i, 3i)));
    let _e223 = p.x;
    p.x = (_e223 + (((i32((_e41.x < _e61.x)) + (i32((u32(_e41.x) < u32(_e61.x))) * 2i)) + (i32((u32(_e41.x) < _e63.x)) * 4i)) + (i32((_e41.x != _e61.x)) * 16i)));
    let _e255 = p.z;
    p.z = i32((u32(_e255) + ((((((u32(firstLeadingBit(_e41.x)) + (u32(firstTrailingBit(_e41.y)) * 3u)) + u32(firstLeadingBit(0i))) + u32(firstLeadingBit(-1i))) + u32(firstLeadingBit(-2i))) + u32(i32(firstLeadingBit((_e3 & 1u))))) + u32(firstLeadingBit((i32((_e3 & 1u)) - 1i))))));
    let _e267 = p.w;
    p.w = i32((u32(_e267) + (countOneBits(_e62.z) + u32(i32(reverseBits(_e62.w))))));
    let _e271 = f;
    let _e277 = o;
    o = (_e277 + bitcast<vec4<f32>>((bitcast<vec4<u32>>(_e271) ^ vec4(2147483648u))));
    let _e280 = f.x;
    let _e290 = o.w;
    o.w = (_e290 + (unpack2x16float(pack2x16float(vec2<f32>(_e280, 0f))).x + unpack2x16float(49152u).x));
    let _e297 = p.y;
    p.y = (_e297 + i32(pack2x16float(vec2<f32>(-1.5f, 0f))));
    if (id.x < 64u) {
        let _e302 = o;
        let _e304 = (_e3 * 4u);
        O[_e304] = bitcast<u32>(_e302.x);
        O[(_e304 + 1u)] = bitcast<u32>(_e302.y);
        O[(_e304 + 2u)] = bitcast<u32>(_e302.z);
        O[(_e304 + 3u)] = bitcast<u32>(_e302.w);
        let _e320 = p;
        let _e322 = (_e3 * 4u);
        P[_e322] = bitcast<u32>(_e320.x);
        P[(_e322 + 1u)] = bitcast<u32>(_e320.y);
        P[(_e322 + 2u)] = bitcast<u32>(_e320.z);
        P[(_e322 + 3u)] = bitcast<u32>(_e320.w);
    }
    return;
}

@compute @workgroup_size(64, 1, 1) 
fn main(@builtin(global_invocation_id) GlobalInvocationId: vec3<u32>) {
    main_1(GlobalInvocationId);
    return;
}
