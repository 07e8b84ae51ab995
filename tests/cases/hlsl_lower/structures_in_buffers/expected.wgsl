struct Inner {
    a: vec3<f32>,
    b: u32,
    c: vec2<f32>,
    m: mat3x2<f32>,
    r: mat2x3<f32>,
    d: bool,
    e: array<f32, 3>,
    h: vec2<i32>,
}

struct Outer {
    x: Inner,
    y: f32,
    z: array<Inner, 2>,
}

struct Bone {
    m: mat3x4<f32>,
}

@group(0) @binding(100) 
var<storage> F: array<u32>;
@group(0) @binding(101) 
var<storage> I: array<u32>;
@group(0) @binding(102) 
var<storage> S: array<u32>;
@group(0) @binding(104) 
var<storage> V: array<u32>;
@group(0) @binding(103) 
var<storage> Bones: array<u32>;
@group(0) @binding(105) 
var<storage> M: array<u32>;
@group(0) @binding(402) 
var<storage, read_write> W: array<u32>;
@group(0) @binding(403) 
var<storage, read_write> X: array<u32>;
@group(0) @binding(400) 
var<storage, read_write> O: array<u32>;
@group(0) @binding(401) 
var<storage, read_write> P: array<u32>;

fn main_1(id: vec3<u32>) {
    var o: vec4<f32>;
    var p: vec4<i32>;
    var b: Outer;
    var k: i32;

    let _e3 = (id.x & 63u);
    let _e6 = (_e3 * 4u);
    let _e8 = F[_e6];
    let _e12 = F[(_e6 + 1u)];
    let _e16 = F[(_e6 + 2u)];
    let _e20 = F[(_e6 + 3u)];
    let _e22 = bitcast<vec4<f32>>(vec4<u32>(_e8, _e12, _e16, _e20));
    let _e24 = (_e3 * 4u);
    let _e26 = I[_e24];
    let _e29 = I[(_e24 + 1u)];
    let _e32 = I[(_e24 + 2u)];
    let _e35 = I[(_e24 + 3u)];
    o = vec4(0f);
    p = vec4(0i);
    let _e49 = (_e3 * 73u);
    let _e51 = S[_e49];
    let _e54 = S[(_e49 + 1u)];
    let _e57 = S[(_e49 + 2u)];
    let _e62 = S[(_e49 + 3u)];
    let _e65 = S[(_e49 + 4u)];
    let _e69 = S[(_e49 + 5u)];
    let _e75 = S[(_e49 + 6u)];
    let _e79 = S[(_e49 + 7u)];
    let _e83 = S[(_e49 + 8u)];
    let _e89 = S[(_e49 + 9u)];
    let _e93 = S[(_e49 + 10u)];
    let _e97 = S[(_e49 + 11u)];
    let _e105 = S[(_e49 + 12u)];
    let _e109 = S[(_e49 + 13u)];
    let _e113 = S[(_e49 + 14u)];
    let _e119 = S[(_e49 + 15u)];
    let _e123 = S[(_e49 + 16u)];
    let _e127 = S[(_e49 + 17u)];
    let _e134 = S[(_e49 + 18u)];
    let _e140 = S[(_e49 + 19u)];
    let _e145 = S[(_e49 + 20u)];
    let _e150 = S[(_e49 + 21u)];
    let _e156 = S[(_e49 + 22u)];
    let _e160 = S[(_e49 + 23u)];
    let _e167 = S[(_e49 + 24u)];
    let _e172 = S[(_e49 + 25u)];
    let _e176 = S[(_e49 + 26u)];
    let _e180 = S[(_e49 + 27u)];
    let _e186 = S[(_e49 + 28u)];
    let _e190 = S[(_e49 + 29u)];
    let _e194 = S[(_e49 + 30u)];
    let _e200 = S[(_e49 + 31u)];
    let _e204 = S[(_e49 + 32u)];
    let _e208 = S[(_e49 + 33u)];
    let _e214 = S[(_e49 + 34u)];
    let _e218 = S[(_e49 + 35u)];
    let _e222 = S[(_e49 + 36u)];
    let _e230 = S[(_e49 + 37u)];
    let _e234 = S[(_e49 + 38u)];
    let _e238 = S[(_e49 + 39u)];
    let _e244 = S[(_e49 + 40u)];
    let _e248 = S[(_e49 + 41u)];
    let _e252 = S[(_e49 + 42u)];
    let _e259 = S[(_e49 + 43u)];
    let _e264 = S[(_e49 + 44u)];
    let _e269 = S[(_e49 + 45u)];
    let _e274 = S[(_e49 + 46u)];
    let _e280 = S[(_e49 + 47u)];
    let _e284 = S[(_e49 + 48u)];
    let _e291 = S[(_e49 + 49u)];
    let _e295 = S[(_e49 + 50u)];
    let _e299 = S[(_e49 + 51u)];
    let _e305 = S[(_e49 + 52u)];
    let _e309 = S[(_e49 + 53u)];
    let _e313 = S[(_e49 + 54u)];
    let _e319 = S[(_e49 + 55u)];
    let _e323 = S[(_e49 + 56u)];
    let _e327 = S[(_e49 + 57u)];
    let _e333 = S[(_e49 + 58u)];
    let _e337 = S[(_e49 + 59u)];
    let _e341 = S[(_e49 + 60u)];
    let _e349 = S[(_e49 + 61u)];
    let _e353 = S[(_e49 + 62u)];
    let _e356 = S[(_e49 + 63u)];
    let _e362 = S[(_e49 + 64u)];
    let _e366 = S[(_e49 + 65u)];
    let _e370 = S[(_e49 + 66u)];
    let _e377 = S[(_e49 + 67u)];
    let _e382 = S[(_e49 + 68u)];
    let _e387 = S[(_e49 + 69u)];
    let _e392 = S[(_e49 + 70u)];
    let _e398 = S[(_e49 + 71u)];
    let _e402 = S[(_e49 + 72u)];
    b = Outer(Inner(bitcast<vec3<f32>>(vec3<u32>(_e51, _e54, _e57)), _e62, bitcast<vec2<f32>>(vec2<u32>(_e65, _e69)), transpose(mat2x3<f32>(bitcast<vec3<f32>>(vec3<u32>(_e75, _e79, _e83)), bitcast<vec3<f32>>(vec3<u32>(_e89, _e93, _e97)))), mat2x3<f32>(bitcast<vec3<f32>>(vec3<u32>(_e105, _e109, _e113)), bitcast<vec3<f32>>(vec3<u32>(_e119, _e123, _e127))), (_e134 != 0u), array<f32, 3>(bitcast<f32>(_e140), bitcast<f32>(_e145), bitcast<f32>(_e150)), bitcast<vec2<i32>>(vec2<u32>(_e156, _e160))), bitcast<f32>(_e167), array<Inner, 2>(Inner(bitcast<vec3<f32>>(vec3<u32>(_e172, _e176, _e180)), _e186, bitcast<vec2<f32>>(vec2<u32>(_e190, _e194)), transpose(mat2x3<f32>(bitcast<vec3<f32>>(vec3<u32>(_e200, _e204, _e208)), bitcast<vec3<f32>>(vec3<u32>(_e214, _e218, _e222)))), mat2x3<f32>(bitcast<vec3<f32>>(vec3<u32>(_e230, _e234, _e238)), bitcast<vec3<f32>>(vec3<u32>(_e244, _e248, _e252))), (_e259 != 0u), array<f32, 3>(bitcast<f32>(_e264), bitcast<f32>(_e269), bitcast<f32>(_e274)), bitcast<vec2<i32>>(vec2<u32>(_e280, _e284))), Inner(bitcast<vec3<f32>>(vec3<u32>(_e291, _e295, _e299)), _e305, bitcast<vec2<f32>>(vec2<u32>(_e309, _e313)), transpose(mat2x3<f32>(bitcast<vec3<f32>>(vec3<u32>(_e319, _e323, _e327)), bitcast<vec3<f32>>(vec3<u32>(_e333, _e337, _e341)))), mat2x3<f32>(bitcast<vec3<f32>>(vec3<u32>(_e349, _e353, _e356)), bitcast<vec3<f32>>(vec3<u32>(_e362, _e366, _e370))), (_e377 != 0u), array<f32, 3>(bitcast<f32>(_e382), bitcast<f32>(_e387), bitcast<f32>(_e392)), bitcast<vec2<i32>>(vec2<u32>(_e398, _e402)))));
    let _e411 = b.x.a;
    let _e413 = (_e3 * 3u);
    let _e415 = V[_e413];
    let _e418 = V[(_e413 + 1u)];
    let _e421 = V[(_e413 + 2u)];
    let _e428 = b.x.r[1];
    let _e430 = o;
    let _e432 = (_e430.xyz + ((_e411 + bitcast<vec3<f32>>(vec3<u32>(_e415, _e418, _e421))) + _e428));
    o.x = _e432.x;
    o.y = _e432.y;
    o.z = _e432.z;
    let _e441 = b.x.b;
    let _e443 = p.x;
    p.x = i32((u32(_e443) + _e441));
    let _e449 = b.x.c;
    let _e453 = b.x.m[2];
    let _e455 = o;
    let _e457 = (_e455.xy + (_e449 + _e453));
    o.x = _e457.x;
    o.y = _e457.y;
    let _e464 = b.x.d;
    let _e467 = p.y;
    p.y = (_e467 + i32(_e464));
    let _e473 = b.x.e[(_e3 % 3u)];
    let _e475 = o.z;
    o.z = (_e475 + _e473);
    let _e480 = b.z[1].h;
    let _e481 = p;
    let _e483 = (_e481.zw + _e480);
    p.z = _e483.x;
    p.w = _e483.y;
    let _e489 = b.y;
    let _e491 = o.w;
    o.w = (_e491 + _e489);
    let _e499 = S[(((_e3 * 73u) + ((_e3 & 1u) * 24u)) + 46u)];
    let _e506 = S[((((_e3 * 3u) & 63u) * 73u) + 57u)];
    let _e510 = o.x;
    o.x = (_e510 + (bitcast<f32>(_e499) + bitcast<f32>(_e506)));
    k = 0i;
    loop {
        let _e513 = k;
        if (_e513 < 4i) {
        } else {
            break;
        }
        let _e517 = k;
        let _e522 = (u32(((bitcast<vec4<i32>>(vec4<u32>(_e26, _e29, _e32, _e35)) - vec4(8i))[u32(_e517)] + 8i)) * 12u);
        let _e524 = Bones[_e522];
        let _e527 = Bones[(_e522 + 1u)];
        let _e530 = Bones[(_e522 + 2u)];
        let _e533 = Bones[(_e522 + 3u)];
        let _e538 = Bones[(_e522 + 4u)];
        let _e541 = Bones[(_e522 + 5u)];
        let _e544 = Bones[(_e522 + 6u)];
        let _e547 = Bones[(_e522 + 7u)];
        let _e552 = Bones[(_e522 + 8u)];
        let _e555 = Bones[(_e522 + 9u)];
        let _e558 = Bones[(_e522 + 10u)];
        let _e561 = Bones[(_e522 + 11u)];
        let _e569 = k;
        let _e573 = o;
        let _e575 = (_e573.xyz + ((vec4<f32>(_e22.xyz, 1f) * mat3x4<f32>(bitcast<vec4<f32>>(vec4<u32>(_e524, _e527, _e530, _e533)), bitcast<vec4<f32>>(vec4<u32>(_e538, _e541, _e544, _e547)), bitcast<vec4<f32>>(vec4<u32>(_e552, _e555, _e558, _e561)))) * _e22[u32(_e569)]));
        o.x = _e575.x;
        o.y = _e575.y;
        o.z = _e575.z;
        continuing {
            let _e582 = k;
            k = (_e582 + 1i);
        }
    }
    let _e587 = ((_e3 & 7u) * 12u);
    let _e589 = M[_e587];
    let _e592 = M[(_e587 + 1u)];
    let _e595 = M[(_e587 + 2u)];
    let _e600 = M[(_e587 + 3u)];
    let _e603 = M[(_e587 + 4u)];
    let _e606 = M[(_e587 + 5u)];
    let _e611 = M[(_e587 + 6u)];
    let _e614 = M[(_e587 + 7u)];
    let _e617 = M[(_e587 + 8u)];
    let _e622 = M[(_e587 + 9u)];
    let _e625 = M[(_e587 + 10u)];
    let _e628 = M[(_e587 + 11u)];
    let _e631 = mat4x3<f32>(bitcast<vec3<f32>>(vec3<u32>(_e589, _e592, _e595)), bitcast<vec3<f32>>(vec3<u32>(_e600, _e603, _e606)), bitcast<vec3<f32>>(vec3<u32>(_e611, _e614, _e617)), bitcast<vec3<f32>>(vec3<u32>(_e622, _e625, _e628)));
    let _e634 = o;
    let _e636 = (_e634.xyz + (_e631 * _e22));
    o.x = _e636.x;
    o.y = _e636.y;
    o.z = _e636.z;
    let _e643 = _e22.xy;
    b.z[(_e3 & 1u)].a.y = _e643.x;
    b.z[(_e3 & 1u)].a.z = _e643.y;
    b.x.m[1][1] = 7f;
    let _e659 = b.y;
    b.y = (_e659 * 2f);
    let _e663 = b.x.d;
    b.x.d = !(_e663);
    b.z[0].e[(_e3 % 3u)] = _e22.x;
    if (id.x < 64u) {
        let _e675 = b;
        let _e677 = (_e3 * 73u);
        W[_e677] = bitcast<u32>(_e675.x.a.x);
        W[(_e677 + 1u)] = bitcast<u32>(_e675.x.a.y);
        W[(_e677 + 2u)] = bitcast<u32>(_e675.x.a.z);
        W[(_e677 + 3u)] = _e675.x.b;
        W[(_e677 + 4u)] = bitcast<u32>(_e675.x.c.x);
        W[(_e677 + 5u)] = bitcast<u32>(_e675.x.c.y);
        W[(_e677 + 6u)] = bitcast<u32>(_e675.x.m[0].x);
        W[(_e677 + 9u)] = bitcast<u32>(_e675.x.m[0].y);
        W[(_e677 + 7u)] = bitcast<u32>(_e675.x.m[1].x);
        W[(_e677 + 10u)] = bitcast<u32>(_e675.x.m[1].y);
        W[(_e677 + 8u)] = bitcast<u32>(_e675.x.m[2].x);
        W[(_e677 + 11u)] = bitcast<u32>(_e675.x.m[2].y);
        W[(_e677 + 12u)] = bitcast<u32>(_e675.x.r[0].x);
        W[(_e677 + 13u)] = bitcast<u32>(_e675.x.r[0].y);
        W[(_e677 + 14u)] = bitcast<u32>(_e675.x.r[0].z);
        W[(_e677 + 15u)] = bitcast<u32>(_e675.x.r[1].x);
        W[(_e677 + 16u)] = bitcast<u32>(_e675.x.r[1].y);
        W[(_e677 + 17u)] = bitcast<u32>(_e675.x.r[1].z);
        W[(_e677 + 18u)] = u32(_e675.x.d);
        W[(_e677 + 19u)] = bitcast<u32>(_e675.x.e[0]);
        W[(_e677 + 20u)] = bitcast<u32>(_e675.x.e[1]);
        W[(_e677 + 21u)] = bitcast<u32>(_e675.x.e[2]);
        W[(_e677 + 22u)] = bitcast<u32>(_e675.x.h.x);
        W[(_e677 + 23u)] = bitcast<u32>(_e675.x.h.y);
        W[(_e677 + 24u)] = bitcast<u32>(_e675.y);
        W[(_e677 + 25u)] = bitcast<u32>(_e675.z[0].a.x);
        W[(_e677 + 26u)] = bitcast<u32>(_e675.z[0].a.y);
        W[(_e677 + 27u)] = bitcast<u32>(_e675.z[0].a.z);
        W[(_e677 + 28u)] = _e675.z[0].b;
        W[(_e677 + 29u)] = bitcast<u32>(_e675.z[0].c.x);
        W[(_e677 + 30u)] = bitcast<u32>(_e675.z[0].c.y);
        W[(_e677 + 31u)] = bitcast<u32>(_e675.z[0].m[0].x);
        W[(_e677 + 34u)] = bitcast<u32>(_e675.z[0].m[0].y);
        W[(_e677 + 32u)] = bitcast<u32>(_e675.z[0].m[1].x);
        W[(_e677 + 35u)] = bitcast<u32>(_e675.z[0].m[1].y);
        W[(_e677 + 33u)] = bitcast<u32>(_e675.z[0].m[2].x);
        W[(_e677 + 36u)] = bitcast<u32>(_e675.z[0].m[2].y);
        W[(_e677 + 37u)] = bitcast<u32>(_e675.z[0].r[0].x);
        W[(_e677 + 38u)] = bitcast<u32>(_e675.z[0].r[0].y);
        W[(_e677 + 39u)] = bitcast<u32>(_e675.z[0].r[0].z);
        W[(_e677 + 40u)] = bitcast<u32>(_e675.z[0].r[1].x);
        W[(_e677 + 41u)] = bitcast<u32>(_e675.z[0].r[1].y);
        W[(_e677 + 42u)] = bitcast<u32>(_e675.z[0].r[1].z);
        W[(_e677 + 43u)] = u32(_e675.z[0].d);
        W[(_e677 + 44u)] = bitcast<u32>(_e675.z[0].e[0]);
        W[(_e677 + 45u)] = bitcast<u32>(_e675.z[0].e[1]);
        W[(_e677 + 46u)] = bitcast<u32>(_e675.z[0].e[2]);
        W[(_e677 + 47u)] = bitcast<u32>(_e675.z[0].h.x);
        W[(_e677 + 48u)] = bitcast<u32>(_e675.z[0].h.y);
        W[(_e677 + 49u)] = bitcast<u32>(_e675.z[1].a.x);
        W[(_e677 + 50u)] = bitcast<u32>(_e675.z[1].a.y);
        W[(_e677 + 51u)] = bitcast<u32>(_e675.z[1].a.z);
        W[(_e677 + 52u)] = _e675.z[1].b;
        W[(_e677 + 53u)] = bitcast<u32>(_e675.z[1].c.x);
        W[(_e677 + 54u)] = bitcast<u32>(_e675.z[1].c.y);
        W[(_e677 + 55u)] = bitcast<u32>(_e675.z[1].m[0].x);
        W[(_e677 + 58u)] = bitcast<u32>(_e675.z[1].m[0].y);
        W[(_e677 + 56u)] = bitcast<u32>(_e675.z[1].m[1].x);
        W[(_e677 + 59u)] = bitcast<u32>(_e675.z[1].m[1].y);
        W[(_e677 + 57u)] = bitcast<u32>(_e675.z[1].m[2].x);
        W[(_e677 + 60u)] = bitcast<u32>(_e675.z[1].m[2].y);
        W[(_e677 + 61u)] = bitcast<u32>(_e675.z[1].r[0].x);
        W[(_e677 + 62u)] = bitcast<u32>(_e675.z[1].r[0].y);
        W[(_e677 + 63u)] = bitcast<u32>(_e675.z[1].r[0].z);
        W[(_e677 + 64u)] = bitcast<u32>(_e675.z[1].r[1].x);
        W[(_e677 + 65u)] = bitcast<u32>(_e675.z[1].r[1].y);
        W[(_e677 + 66u)] = bitcast<u32>(_e675.z[1].r[1].z);
        W[(_e677 + 67u)] = u32(_e675.z[1].d);
        W[(_e677 + 68u)] = bitcast<u32>(_e675.z[1].e[0]);
        W[(_e677 + 69u)] = bitcast<u32>(_e675.z[1].e[1]);
        W[(_e677 + 70u)] = bitcast<u32>(_e675.z[1].e[2]);
        W[(_e677 + 71u)] = bitcast<u32>(_e675.z[1].h.x);
        W[(_e677 + 72u)] = bitcast<u32>(_e675.z[1].h.y);
        W[((_e3 * 73u) + 23u)] = bitcast<u32>(5i);
        let _e1008 = (_e3 * 73u);
        let _e1011 = W[(_e1008 + 29u)];
        let _e1014 = W[(_e1008 + 30u)];
        let _e1018 = (bitcast<vec2<f32>>(vec2<u32>(_e1011, _e1014)) + vec2(1f));
        let _e1019 = (_e3 * 73u);
        W[(_e1019 + 53u)] = bitcast<u32>(_e1018.x);
        W[(_e1019 + 54u)] = bitcast<u32>(_e1018.y);
        W[((_e3 * 73u) + 14u)] = bitcast<u32>(8f);
        let _e1033 = _e22.xy;
        let _e1035 = (_e3 * 3u);
        X[(_e1035 + 2u)] = bitcast<u32>(_e1033.x);
        X[_e1035] = bitcast<u32>(_e1033.y);
        let _e1043 = (_e3 * 3u);
        let _e1046 = X[(_e1043 + 1u)];
        X[(_e1043 + 1u)] = bitcast<u32>((bitcast<f32>(_e1046) + 1f));
    }
    if (id.x < 64u) {
        let _e1054 = o;
        let _e1056 = (_e3 * 4u);
        O[_e1056] = bitcast<u32>(_e1054.x);
        O[(_e1056 + 1u)] = bitcast<u32>(_e1054.y);
        O[(_e1056 + 2u)] = bitcast<u32>(_e1054.z);
        O[(_e1056 + 3u)] = bitcast<u32>(_e1054.w);
        let _e1072 = p;
        let _e1074 = (_e3 * 4u);
        P[_e1074] = bitcast<u32>(_e1072.x);
        P[(_e1074 + 1u)] = bitcast<u32>(_e1072.y);
        P[(_e1074 + 2u)] = bitcast<u32>(_e1072.z);
        P[(_e1074 + 3u)] = bitcast<u32>(_e1072.w);
    }
    return;
}

@compute @workgroup_size(64, 1, 1) 
fn main(@builtin(global_invocation_id) GlobalInvocationId: vec3<u32>) {
    main_1(GlobalInvocationId);
    return;
}
