struct Base {
    a: f32,
    k: i32,
}

struct Derived {
    a: f32,
    k: i32,
    b: vec3<f32>,
}

@group(0) @binding(100) 
var<storage> F: array<u32>;
@group(0) @binding(0) 
var<uniform> C: array<vec4<u32>, 8>;
@group(0) @binding(102) 
var<storage> T: array<u32>;
@group(0) @binding(402) 
var<storage, read_write> W: array<u32>;
@group(0) @binding(400) 
var<storage, read_write> O: array<u32>;
@group(0) @binding(401) 
var<storage, read_write> P: array<u32>;

fn Base_doubled(this_: Base) -> f32 {
    return (this_.a * 2f);
}

fn Derived_sum(this_1: Derived) -> f32 {
    let _e4 = Base_doubled(Base(this_1.a, this_1.k));
    return ((_e4 + this_1.b.x) + this_1.b.y);
}

fn Base_packed(this_2: Base) -> vec3<f32> {
    let _e1 = Base_doubled(this_2);
    return vec3<f32>(_e1, f32(this_2.k), 1f);
}

fn Derived_all(this_3: Derived) -> f32 {
    let _e1 = Derived_sum(this_3);
    let _e5 = Base_packed(Base(this_3.a, this_3.k));
    return (_e1 + _e5.y);
}

fn Derived_half_of(x: f32) -> f32 {
    return (x / 2f);
}

fn Derived_bump(this_4: ptr<function, Derived>) {
    let _e2 = (*this_4).k;
    (*this_4).k = (_e2 + 1i);
    return;
}

fn Derived_change(this_5: ptr<function, Derived>) {
    (*this_5).a = 3f;
    Derived_bump(this_5);
    return;
}

fn main_1(id: vec3<u32>) {
    var o: vec4<f32>;
    var p: vec4<i32>;
    var own: Derived;
    var this_6: Derived;

    let _e3 = (id.x & 63u);
    let _e6 = (_e3 * 4u);
    let _e8 = F[_e6];
    let _e12 = F[(_e6 + 1u)];
    let _e16 = F[(_e6 + 2u)];
    let _e20 = F[(_e6 + 3u)];
    o = vec4(0f);
    p = vec4(0i);
    let _e32 = C[0].x;
    let _e36 = C[0].y;
    let _e39 = Base_doubled(Base(bitcast<f32>(_e32), bitcast<i32>(_e36)));
    let _e42 = C[1].x;
    let _e46 = C[1].y;
    let _e49 = C[2];
    let _e53 = Derived_all(Derived(bitcast<f32>(_e42), bitcast<i32>(_e46), bitcast<vec3<f32>>(_e49.xyz)));
    let _e57 = C[2].w;
    o.x = ((_e39 + _e53) + bitcast<f32>(_e57));
    let _e62 = ((_e3 & 1u) * 2u);
    let _e66 = C[(_e62 + 3u)].x;
    let _e71 = C[(_e62 + 3u)].y;
    let _e75 = C[(_e62 + 4u)];
    let _e79 = Derived_all(Derived(bitcast<f32>(_e66), bitcast<i32>(_e71), bitcast<vec3<f32>>(_e75.xyz)));
    let _e82 = C[7].y;
    o.y = (_e79 + bitcast<f32>(_e82));
    let _e88 = (_e3 * 5u);
    let _e90 = T[_e88];
    let _e94 = T[(_e88 + 1u)];
    let _e98 = T[(_e88 + 2u)];
    let _e101 = T[(_e88 + 3u)];
    let _e104 = T[(_e88 + 4u)];
    let _e108 = Derived_all(Derived(bitcast<f32>(_e90), bitcast<i32>(_e94), bitcast<vec3<f32>>(vec3<u32>(_e98, _e101, _e104))));
    let _e110 = Derived_half_of(bitcast<vec4<f32>>(vec4<u32>(_e8, _e12, _e16, _e20)).x);
    o.z = (_e108 + _e110);
    let _e113 = (_e3 * 5u);
    let _e115 = T[_e113];
    let _e119 = T[(_e113 + 1u)];
    let _e123 = T[(_e113 + 2u)];
    let _e126 = T[(_e113 + 3u)];
    let _e129 = T[(_e113 + 4u)];
    own = Derived(bitcast<f32>(_e115), bitcast<i32>(_e119), bitcast<vec3<f32>>(vec3<u32>(_e123, _e126, _e129)));
    Derived_change((&own));
    let _e134 = own;
    let _e135 = Derived_all(_e134);
    o.w = _e135;
    let _e138 = own.k;
    p.x = _e138;
    let _e140 = own;
    let _e144 = Base_packed(Base(_e140.a, _e140.k));
    let _e145 = o;
    let _e147 = (_e145.xyz + _e144);
    o.x = _e147.x;
    o.y = _e147.y;
    o.z = _e147.z;
    if (id.x < 64u) {
        let _e158 = (_e3 * 5u);
        let _e161 = W[_e158];
        let _e165 = W[(_e158 + 1u)];
        let _e169 = W[(_e158 + 2u)];
        let _e172 = W[(_e158 + 3u)];
        let _e175 = W[(_e158 + 4u)];
        this_6 = Derived(bitcast<f32>(_e161), bitcast<i32>(_e165), bitcast<vec3<f32>>(vec3<u32>(_e169, _e172, _e175)));
        Derived_change((&this_6));
        let _e179 = this_6;
        W[_e158] = bitcast<u32>(_e179.a);
        W[(_e158 + 1u)] = bitcast<u32>(_e179.k);
        W[(_e158 + 2u)] = bitcast<u32>(_e179.b.x);
        W[(_e158 + 3u)] = bitcast<u32>(_e179.b.y);
        W[(_e158 + 4u)] = bitcast<u32>(_e179.b.z);
        let _e200 = (_e3 * 5u);
        let _e202 = W[_e200];
        let _e206 = W[(_e200 + 1u)];
        let _e210 = W[(_e200 + 2u)];
        let _e213 = W[(_e200 + 3u)];
        let _e216 = W[(_e200 + 4u)];
        let _e220 = Derived_sum(Derived(bitcast<f32>(_e202), bitcast<i32>(_e206), bitcast<vec3<f32>>(vec3<u32>(_e210, _e213, _e216))));
        let _e222 = o.x;
        o.x = (_e222 + _e220);
    }
    if (id.x < 64u) {
        let _e226 = o;
        let _e228 = (_e3 * 4u);
        O[_e228] = bitcast<u32>(_e226.x);
        O[(_e228 + 1u)] = bitcast<u32>(_e226.y);
        O[(_e228 + 2u)] = bitcast<u32>(_e226.z);
        O[(_e228 + 3u)] = bitcast<u32>(_e226.w);
        let _e244 = p;
        let _e246 = (_e3 * 4u);
        P[_e246] = bitcast<u32>(_e244.x);
        P[(_e246 + 1u)] = bitcast<u32>(_e244.y);
        P[(_e246 + 2u)] = bitcast<u32>(_e244.z);
        P[(_e246 + 3u)] = bitcast<u32>(_e244.w);
    }
    return;
}

@compute @workgroup_size(64, 1, 1) 
fn main(@builtin(global_invocation_id) GlobalInvocationId: vec3<u32>) {
    main_1(GlobalInvocationId);
    return;
}
