struct Cell {
    least: i32,
    count: u32,
    weight: f32,
}

struct Cell_u002e_atomic {
    least: atomic<i32>,
    count: atomic<u32>,
    weight: f32,
}

var<workgroup> s_Sum: array<f32, 64>;
var<workgroup> s_Cells: array<Cell_u002e_atomic, 8>;
@group(0) @binding(400) 
var<storage, read_write> g_Out: array<u32>;

fn main_1(index: u32, group: vec3<u32>) {
    var index_1: u32;
    var old: i32;
    var step_: u32;

    index_1 = index;
    let _e3 = index_1;
    let _e6 = index_1;
    s_Sum[_e6] = f32(_e3);
    let _e8 = index_1;
    if (_e8 < 8u) {
        let _e16 = index_1;
        atomicStore((&s_Cells[_e16].least), 1000i);
        atomicStore((&s_Cells[_e16].count), 0u);
        s_Cells[_e16].weight = 0.5f;
    }
    workgroupBarrier();
    let _e22 = index_1;
    let _e27 = index_1;
    let _e29 = atomicMin((&s_Cells[(_e22 & 7u)].least), i32(_e27));
    let _e30 = index_1;
    let _e35 = atomicAdd((&s_Cells[(_e30 & 7u)].count), 1u);
    old = i32(_e35);
    let _e40 = atomicCompareExchangeWeak((&s_Cells[0].count), 8u, 80u);
    old = i32(_e40.old_value);
    workgroupBarrier();
    step_ = 32u;
    loop {
        let _e45 = step_;
        if (_e45 > 0u) {
        } else {
            break;
        }
        let _e47 = index_1;
        let _e48 = step_;
        if (_e47 < _e48) {
            let _e50 = index_1;
            let _e51 = step_;
            let _e54 = s_Sum[(_e50 + _e51)];
            let _e55 = index_1;
            let _e57 = s_Sum[_e55];
            s_Sum[_e55] = (_e57 + _e54);
        }
        workgroupBarrier();
        continuing {
            let _e59 = step_;
            step_ = (_e59 >> 1u);
        }
    }
    let _e61 = index_1;
    let _e65 = atomicLoad((&s_Cells[(_e61 & 7u)].least));
    let _e67 = atomicLoad((&s_Cells[(_e61 & 7u)].count));
    let _e69 = s_Cells[(_e61 & 7u)].weight;
    let _e74 = s_Sum[0];
    let _e84 = index_1;
    g_Out[((group.x * 64u) + _e84)] = bitcast<u32>(i32(((u32(_e65) + _e67) + u32(i32((_e69 * _e74))))));
    return;
}

@compute @workgroup_size(64, 1, 1) 
fn main(@builtin(local_invocation_index) LocalInvocationIndex: u32, @builtin(workgroup_id) WorkgroupId: vec3<u32>) {
    main_1(LocalInvocationIndex, WorkgroupId);
    return;
}
