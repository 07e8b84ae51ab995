struct Stack_float_4_ {
    items: array<f32, 4>,
    count: u32,
}

struct Holder {
    s: Stack_float_4_,
}

struct Stack_int2_2_ {
    items: array<vec2<i32>, 2>,
    count: u32,
}

@group(0) @binding(400) 
var<storage, read_write> o: array<u32>;

fn Stack_float_4_push(this_: ptr<function, Stack_float_4_>, value: f32) {
    let _e3 = (*this_).count;
    if (_e3 < 4u) {
        let _e8 = (*this_).count;
        (*this_).count = (_e8 + 1u);
        (*this_).items[_e8] = value;
    }
    return;
}

fn Stack_int2_2_push(this_1: ptr<function, Stack_int2_2_>, value_1: vec2<i32>) {
    let _e3 = (*this_1).count;
    if (_e3 < 2u) {
        let _e8 = (*this_1).count;
        (*this_1).count = (_e8 + 1u);
        (*this_1).items[_e8] = value_1;
    }
    return;
}

fn Stack_float_4_twice(value_2: f32) -> f32 {
    return ((value_2 * 2f) + 4f);
}

fn Stack_float_4_add(this_2: Stack_float_4_, from_: u32) -> f32 {
    var this_3: Stack_float_4_;
    var all_: f32;
    var i: u32;

    this_3 = this_2;
    all_ = 0f;
    i = from_;
    loop {
        let _e6 = i;
        let _e8 = this_3.count;
        if (_e6 < _e8) {
        } else {
            break;
        }
        let _e11 = i;
        let _e13 = this_3.items[_e11];
        let _e14 = Stack_float_4_twice(_e13);
        let _e15 = all_;
        all_ = (_e15 + _e14);
        continuing {
            let _e17 = i;
            i = (_e17 + 1u);
        }
    }
    let _e20 = all_;
    return _e20;
}

fn Stack_float_4_sum(this_4: Stack_float_4_) -> f32 {
    let _e2 = Stack_float_4_add(this_4, 0u);
    return _e2;
}

fn Stack_int2_2_twice(value_3: vec2<i32>) -> vec2<i32> {
    return ((value_3 * vec2(2i)) + vec2(2i));
}

fn Stack_int2_2_add(this_5: Stack_int2_2_, from_1: u32) -> vec2<i32> {
    var this_6: Stack_int2_2_;
    var all_1: vec2<i32>;
    var i_1: u32;

    this_6 = this_5;
    all_1 = vec2(0i);
    i_1 = from_1;
    loop {
        let _e7 = i_1;
        let _e9 = this_6.count;
        if (_e7 < _e9) {
        } else {
            break;
        }
        let _e12 = i_1;
        let _e14 = this_6.items[_e12];
        let _e15 = Stack_int2_2_twice(_e14);
        let _e16 = all_1;
        all_1 = (_e16 + _e15);
        continuing {
            let _e18 = i_1;
            i_1 = (_e18 + 1u);
        }
    }
    let _e21 = all_1;
    return _e21;
}

fn Stack_int2_2_sum(this_7: Stack_int2_2_) -> vec2<i32> {
    let _e2 = Stack_int2_2_add(this_7, 0u);
    return _e2;
}

fn Stack_float_7_twice(value_4: f32) -> f32 {
    return ((value_4 * 2f) + 7f);
}

fn main_1() {
    var h: Holder;
    var this_8: Stack_float_4_;
    var this_9: Stack_float_4_;
    var t: Stack_int2_2_;

    h.s.count = 0u;
    let _e6 = h.s;
    this_8 = _e6;
    let _e10 = o[20];
    Stack_float_4_push((&this_8), bitcast<f32>(_e10));
    let _e12 = this_8;
    h.s = _e12;
    let _e15 = h.s;
    this_9 = _e15;
    let _e17 = o[21];
    Stack_float_4_push((&this_9), bitcast<f32>(_e17));
    let _e19 = this_9;
    h.s = _e19;
    t.count = 0u;
    Stack_int2_2_push((&t), vec2<i32>(1i, 2i));
    let _e27 = o[24];
    let _e30 = o[25];
    Stack_int2_2_push((&t), vec2<i32>(vec2<f32>(bitcast<f32>(_e27), bitcast<f32>(_e30))));
    Stack_int2_2_push((&t), vec2(4i));
    let _e37 = h.s;
    let _e38 = Stack_float_4_sum(_e37);
    o[0] = bitcast<u32>(_e38);
    o[1] = bitcast<u32>(_e38);
    o[2] = bitcast<u32>(_e38);
    o[3] = bitcast<u32>(_e38);
    let _e48 = t;
    let _e49 = Stack_int2_2_sum(_e48);
    let _e52 = Stack_float_7_twice(3f);
    let _e54 = vec4<f32>(vec2<f32>(_e49), _e52, f32(5u));
    o[4] = bitcast<u32>(_e54.x);
    o[5] = bitcast<u32>(_e54.y);
    o[6] = bitcast<u32>(_e54.z);
    o[7] = bitcast<u32>(_e54.w);
    return;
}

@compute @workgroup_size(1, 1, 1) 
fn main() {
    main_1();
    return;
}
