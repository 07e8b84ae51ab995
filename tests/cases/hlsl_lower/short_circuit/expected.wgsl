struct Outputs {
    @location(0) SV_TARGET: vec4<f32>,
}

@group(0) @binding(401) 
var<storage, read_write> g_Counts: array<atomic<u32>>;

fn count(at: u32) -> u32 {
    var before: u32;

    let _e5 = atomicAdd((&g_Counts[at]), 1u);
    before = _e5;
    let _e6 = before;
    return _e6;
}

fn main_1(index: u32) -> vec4<f32> {
    var and: bool;
    var chosen: vec4<f32>;

    let _e2 = (index > 3u);
    and = _e2;
    if _e2 {
        let _e4 = count(index);
        and = (_e4 > 2u);
    }
    let _e7 = and;
    let _e12 = (_e7 || ((index & 1u) != 0u));
    if _e12 {
        let _e14 = count(0u);
        chosen = vec4(f32(_e14));
    } else {
        chosen = vec4<f32>(1f, 2f, 3f, 4f);
    }
    let _e22 = chosen;
    return select((_e22 * vec4(2f)), _e22, vec4<bool>(_e7, _e12, true, false));
}

@fragment 
fn main(@location(0) @interpolate(flat) INDEX: u32) -> Outputs {
    let _e1 = main_1(INDEX);
    return Outputs(_e1);
}
