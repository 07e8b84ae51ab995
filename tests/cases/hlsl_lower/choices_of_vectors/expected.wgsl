@group(0) @binding(100) 
var<storage> F: array<u32>;
@group(0) @binding(101) 
var<storage> I: array<u32>;
@group(0) @binding(400) 
var<storage, read_write> O: array<u32>;
@group(0) @binding(401) 
var<storage, read_write> P: array<u32>;

fn main_1(id: vec3<u32>) {
    var o: vec4<f32>;
    var p: vec4<i32>;
    var q: bool;

    let _e3 = (id.x & 63u);
    let _e6 = (_e3 * 4u);
    let _e8 = F[_e6];
    let _e12 = F[(_e6 + 1u)];
    let _e16 = F[(_e6 + 2u)];
    let _e20 = F[(_e6 + 3u)];
    let _e22 = bitcast<vec4<f32>>(vec4<u32>(_e8, _e12, _e16, _e20));
    let _e26 = (((_e3 + 7u) & 63u) * 4u);
    let _e28 = F[_e26];
    let _e31 = F[(_e26 + 1u)];
    let _e34 = F[(_e26 + 2u)];
    let _e37 = F[(_e26 + 3u)];
    let _e39 = bitcast<vec4<f32>>(vec4<u32>(_e28, _e31, _e34, _e37));
    let _e41 = (_e3 * 4u);
    let _e43 = I[_e41];
    let _e46 = I[(_e41 + 1u)];
    let _e49 = I[(_e41 + 2u)];
    let _e52 = I[(_e41 + 3u)];
    let _e57 = (bitcast<vec4<i32>>(vec4<u32>(_e43, _e46, _e49, _e52)) - vec4(8i));
    let _e61 = (((_e3 + 5u) & 63u) * 4u);
    let _e63 = I[_e61];
    let _e66 = I[(_e61 + 1u)];
    let _e69 = I[(_e61 + 2u)];
    let _e72 = I[(_e61 + 3u)];
    let _e77 = (bitcast<vec4<i32>>(vec4<u32>(_e63, _e66, _e69, _e72)) - vec4(7i));
    o = vec4(0f);
    p = vec4(0i);
    o = select(-(_e39), _e22, (_e22 > _e39));
    p = select((_e77 * vec4(2i)), _e57, (_e57 > vec4(0i)));
    let _e98 = o;
    let _e100 = (_e98.xy + select(_e39.zw, _e22.xy, bool((_e3 & 1u))));
    o.x = _e100.x;
    o.y = _e100.y;
    let _e107 = (_e22.x > 0.5f);
    let _e108 = vec4(_e107);
    let _e117 = o;
    let _e119 = (_e117.zw + select(vec2<f32>(3f, 4f), vec2<f32>(1f, 2f), _e108.xy));
    o.z = _e119.x;
    o.w = _e119.y;
    let _e127 = p;
    p = (_e127 + select(_e57, vec4(7i), (_e57 == _e77)));
    let _e139 = (((_e57.xyz < _e77.xyz) & (_e22.xyz > vec3(0.3f))) | vec3(!(_e107)));
    let _e141 = p;
    let _e143 = (_e141.xyz + vec3<i32>(_e139));
    p.x = _e143.x;
    p.y = _e143.y;
    p.z = _e143.z;
    let _e159 = p.w;
    p.w = (_e159 + ((i32(any(_e139)) * 2i) + (i32(all(_e139)) * 4i)));
    let _e164 = o;
    o = (_e164 * (vec4<f32>(_e108) + vec4(1f)));
    let _e168 = p.x;
    p.x = (_e168 - i32(_e107));
    let _e175 = p.y;
    p.y = (_e175 + (i32(_e107) + i32(_e139.y)));
    let _e184 = p.z;
    p.z = (_e184 + (i32((_e22.x > _e39.x)) << 3u));
    let _e191 = o;
    o = (_e191 + select(vec4(2.5f), _e22, (_e57.x > 3i)));
    let _e201 = o;
    o = (_e201 + select(select(vec4(0f), _e39, (_e22.y > 0.5f)), vec4<f32>(1f, 2f, 3f, 4f), (_e22.x > 0.5f)));
    let _e209 = o;
    let _e211 = (_e209.xyz + select(_e22.xyz, vec3<f32>(_e57.xyz), (_e57.x < 0i)));
    o.x = _e211.x;
    o.y = _e211.y;
    o.z = _e211.z;
    let _e224 = p.x;
    p.x = (_e224 + select(_e57.x, 1i, (_e22.x > 0.5f)));
    let _e230 = o.y;
    o.y = (_e230 + select(2.5f, 1f, (_e22.x > 0.5f)));
    let _e240 = p.y;
    p.y = (_e240 + select(0i, 1i, (select(3u, 4294967295u, bool((_e3 & 1u))) > 10u)));
    q = (_e22.x > 0.5f);
    let _e245 = q;
    q = !(_e245);
    let _e249 = q;
    q = (_e249 | (_e57.x > 0i));
    let _e253 = q;
    q = (_e253 & (_e77.x > 0i));
    let _e255 = q;
    let _e258 = p.w;
    p.w = (_e258 + i32(_e255));
    if (id.x < 64u) {
        let _e263 = o;
        let _e265 = (_e3 * 4u);
        O[_e265] = bitcast<u32>(_e263.x);
        O[(_e265 + 1u)] = bitcast<u32>(_e263.y);
        O[(_e265 + 2u)] = bitcast<u32>(_e263.z);
        O[(_e265 + 3u)] = bitcast<u32>(_e263.w);
        let _e281 = p;
        let _e283 = (_e3 * 4u);
        P[_e283] = bitcast<u32>(_e281.x);
        P[(_e283 + 1u)] = bitcast<u32>(_e281.y);
        P[(_e283 + 2u)] = bitcast<u32>(_e281.z);
        P[(_e283 + 3u)] = bitcast<u32>(_e281.w);
    }
    return;
}

@compute @workgroup_size(64, 1, 1) 
fn main(@builtin(global_invocation_id) GlobalInvocationId: vec3<u32>) {
    main_1(GlobalInvocationId);
    return;
}
