struct S {
    x: f32,
}

@group(0) @binding(400) 
var<storage, read_write> o_1: array<u32>;

fn S_operator(this_: S, y: f32) -> f32 {
    return (this_.x * y);
}

fn S_operator_u002b(this_1: S, o: S) -> S {
    var r: S;

    r.x = (this_1.x + o.x);
    let _e7 = r;
    return _e7;
}

fn S_operator_u005b_u005d(this_2: S, i: i32) -> f32 {
    return (this_2.x + f32(i));
}

fn main_1() {
    var s: S;
    var t: S;

    s.x = 3f;
    let _e7 = o_1[4];
    t.x = bitcast<f32>(_e7);
    let _e10 = s;
    let _e12 = S_operator(_e10, 2f);
    o_1[0] = bitcast<u32>(_e12);
    let _e16 = s;
    let _e17 = t;
    let _e18 = S_operator_u002b(_e16, _e17);
    o_1[1] = bitcast<u32>(_e18.x);
    let _e23 = s;
    let _e25 = S_operator_u005b_u005d(_e23, 3i);
    o_1[2] = bitcast<u32>(_e25);
    return;
}

@compute @workgroup_size(1, 1, 1) 
fn main() {
    main_1();
    return;
}
