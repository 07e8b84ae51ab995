@group(0) @binding(100) 
var<storage> F: array<u32>;
@group(0) @binding(400) 
var<storage, read_write> O: array<u32>;
@group(0) @binding(401) 
var<storage, read_write> P: array<u32>;

fn fresnel(c: f32, f0_: vec3<f32>) -> vec3<f32> {
    return (f0_ + ((vec3(1f) - f0_) * pow(saturate((1f - c)), 5f)));
}

fn ggx(nh: f32, r: f32) -> f32 {
    let _e2 = (r * r);
    let _e3 = (_e2 * _e2);
    let _e8 = (((nh * nh) * (_e3 - 1f)) + 1f);
    return (_e3 / ((3.1415927f * _e8) * _e8));
}

fn tonemap(x: vec3<f32>) -> vec3<f32> {
    return saturate(((x * ((vec3(2.51f) * x) + vec3(0.03f))) / ((x * ((vec3(2.43f) * x) + vec3(0.59f))) + vec3(0.14f))));
}

fn srgb(c_1: vec3<f32>) -> vec3<f32> {
    return select(((vec3(1.055f) * pow(abs(c_1), vec3(0.41666666f))) - vec3(0.055f)), (c_1 * vec3(12.92f)), (c_1 <= vec3(0.0031308f)));
}

fn octahedron(n: vec3<f32>) -> vec2<f32> {
    var n_1: vec3<f32>;

    n_1 = n;
    let _e3 = n_1.x;
    let _e6 = n_1.y;
    let _e10 = n_1.z;
    let _e14 = n_1;
    n_1 = (_e14 / vec3(((abs(_e3) + abs(_e6)) + abs(_e10))));
    let _e17 = n_1.z;
    let _e20 = n_1;
    let _e24 = n_1;
    let _e28 = n_1;
    let _e39 = select(((vec2(1f) - abs(_e24.yx)) * vec2<f32>(select(vec2(-1i), vec2(1i), (_e28.xy >= vec2(0f))))), _e20.xy, (_e17 >= 0f));
    n_1.x = _e39.x;
    n_1.y = _e39.y;
    let _e44 = n_1;
    return ((_e44.xy * vec2(0.5f)) + vec2(0.5f));
}

fn basis(n_2: vec3<f32>, t: vec4<f32>) -> mat3x3<f32> {
    let _e5 = (cross(n_2, t.xyz) * t.w);
    let _e6 = t.xyz;
    return mat3x3<f32>(vec3<f32>(_e6.x, _e6.y, _e6.z), vec3<f32>(_e5.x, _e5.y, _e5.z), vec3<f32>(n_2.x, n_2.y, n_2.z));
}

fn noise(p: vec2<f32>) -> f32 {
    return fract((52.982918f * fract(dot(p, vec2<f32>(0.06711056f, 0.00583715f)))));
}

fn pack(c_2: vec4<f32>) -> u32 {
    let _e6 = vec4<u32>(round((saturate(c_2) * vec4(255f))));
    return (((_e6.x | (_e6.y << 8u)) | (_e6.z << 16u)) | (_e6.w << 24u));
}

fn unpack(c_3: u32) -> vec4<f32> {
    return (vec4<f32>(f32((c_3 & 255u)), f32(((c_3 >> 8u) & 255u)), f32(((c_3 >> 16u) & 255u)), f32((c_3 >> 24u))) / vec4(255f));
}

fn main_1(id: vec3<u32>) {
    var o: vec4<f32>;
    var p_1: vec4<i32>;
    var whole: vec4<f32>;

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
    o = vec4(0f);
    p_1 = vec4(0i);
    let _e50 = normalize((_e22.xyz - vec3(0.6f)));
    let _e53 = fresnel(_e22.x, _e39.xyz);
    let _e56 = ggx(_e22.y, _e39.w);
    let _e57 = (_e53 * _e56);
    o.x = _e57.x;
    o.y = _e57.y;
    o.z = _e57.z;
    let _e68 = tonemap((_e22.xyz * vec3(4f)));
    let _e75 = srgb(((_e39.xyz * _e39.w) * vec3(0.1f)));
    let _e77 = o;
    let _e79 = (_e77.xyz + (_e68 + _e75));
    o.x = _e79.x;
    o.y = _e79.y;
    o.z = _e79.z;
    let _e86 = octahedron(_e50);
    let _e87 = o;
    let _e89 = (_e87.xy + _e86);
    o.x = _e89.x;
    o.y = _e89.y;
    let _e94 = basis(_e50, _e39);
    let _e96 = o;
    let _e98 = (_e96.xyz + (_e94 * _e50));
    o.x = _e98.x;
    o.y = _e98.y;
    o.z = _e98.z;
    let _e115 = noise((vec2<f32>(id.xy) + _e22.xy));
    o.w = (dot(_e22.xyz, vec3<f32>(0.2126f, 0.7152f, 0.0722f)) + _e115);
    let _e118 = pack(_e22);
    p_1.x = i32(_e118);
    let _e122 = p_1.x;
    let _e124 = unpack(u32(_e122));
    let _e125 = o;
    o = (_e125 + _e124);
    let _e128 = normalize(_e39.xyz);
    let _e131 = dot(_e128, _e50);
    let _e136 = (1f - ((0.8f * 0.8f) * (1f - (_e131 * _e131))));
    let _e146 = _e39.xyz;
    let _e162 = o;
    let _e164 = (_e162.xyz + (((select(((_e50 * 0.8f) - (_e128 * ((0.8f * _e131) + sqrt(_e136)))), vec3(0f), (_e136 < 0f)) + (_e50 - (_e146 * (2f * dot(_e146, _e50))))) + fract((_e50 * vec3(7f)))) + vec3<f32>(vec3<i32>(sign(_e50)))));
    o.x = _e164.x;
    o.y = _e164.y;
    o.z = _e164.z;
    let _e174 = vec3<f32>(0.9f, 0.1f, 0f);
    let _e177 = vec3<f32>(-0.2f, 0.98f, 0f);
    let _e179 = dot(_e177, _e174);
    let _e184 = (1f - ((1.9f * 1.9f) * (1f - (_e179 * _e179))));
    let _e197 = o.w;
    o.w = (_e197 + (fract(-1.25f) + length(select(((_e174 * 1.9f) - (_e177 * ((1.9f * _e179) + sqrt(_e184)))), vec3(0f), (_e184 < 0f)))));
    let _e204 = ((_e22 * vec4(3f)) - vec4(1f));
    let _e205 = trunc(_e204);
    whole = _e205;
    let _e207 = whole;
    let _e228 = o;
    o = (_e228 + (((((_e204 - _e205) + _e207) + smoothstep(vec4(-0.3f), vec4(0.3f), (_e22 - vec4(0.6f)))) + mix(_e22, _e39, vec4(0.25f))) + atan2((_e22 - vec4(0.6f)), (_e39 - vec4(0.5f)))));
    let _e232 = o;
    o = (_e232 + ((_e22 * _e39) + _e22));
    if (id.x < 64u) {
        let _e237 = o;
        let _e239 = (_e3 * 4u);
        O[_e239] = bitcast<u32>(_e237.x);
        O[(_e239 + 1u)] = bitcast<u32>(_e237.y);
        O[(_e239 + 2u)] = bitcast<u32>(_e237.z);
        O[(_e239 + 3u)] = bitcast<u32>(_e237.w);
        let _e255 = p_1;
        let _e257 = (_e3 * 4u);
        P[_e257] = bitcast<u32>(_e255.x);
        P[(_e257 + 1u)] = bitcast<u32>(_e255.y);
        P[(_e257 + 2u)] = bitcast<u32>(_e255.z);
        P[(_e257 + 3u)] = bitcast<u32>(_e255.w);
    }
    return;
}

@compute @workgroup_size(64, 1, 1) 
fn main(@builtin(global_invocation_id) GlobalInvocationId: vec3<u32>) {
    main_1(GlobalInvocationId);
    return;
}
