@id(7) override SCALE: f32 = 2.5f;
@id(0) override COUNT: i32 = -3i;
@id(3) override MIRRORED: bool = true;
@id(65535) override MASK: u32 = 4294967295u;

var<private> TWICE: i32;
@group(0) @binding(400) 
var<storage, read_write> g_Words: array<u32>;

fn scaled(x: f32) -> f32 {
    return (x * SCALE);
}

fn main_1() {
    var sum: f32;
    var i: i32;

    let _e1 = scaled(2f);
    let _e3 = TWICE;
    sum = (_e1 + f32(_e3));
    i = COUNT;
    loop {
        let _e9 = i;
        if (_e9 < 0i) {
        } else {
            break;
        }
        let _e12 = i;
        let _e14 = scaled(f32(_e12));
        let _e15 = sum;
        sum = (_e15 + _e14);
        continuing {
            let _e17 = i;
            i = (_e17 + 1i);
        }
    }
    let _e23 = sum;
    let _e25 = sum;
    g_Words[0] = (bitcast<u32>(select(_e25, -(_e23), MIRRORED)) & MASK);
    return;
}

@compute @workgroup_size(1, 1, 1) 
fn main() {
    {
        TWICE = (COUNT * 2i);
    }
    main_1();
    return;
}
