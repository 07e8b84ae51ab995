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
    var before: u32;
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
    loop {
        let _e41 = atomicCompareExchangeWeak((&s_Cells[0].count), 8u, 80u);
        before = _e41.old_value;
        if (_e41.exchanged || (_e41.old_value != 8u)) {
            break;
        }
    }
    let _e46 = before;
    old = i32(_e46);
    workgroupBarrier();
    step_ = 32u;
    loop {
        let _e50 = step_;
        if (_e50 > 0u) {
        } else {
            break;
        }
        let _e52 = index_1;
        let _e53 = step_;
        if (_e52 < _e53) {
            let _e55 = index_1;
            let _e56 = step_;
            let _e59 = s_Sum[(_e55 + _e56)];
            let _e60 = index_1;
            let _e62 = s_Sum[_e60];
            s_Sum[_e60] = (_e62 + _e59);
        }
        workgroupBarrier();
        continuing {
            let _e64 = step_;
            step_ = (_e64 >> 1u);
        }
    }
    let _e66 = index_1;
    let _e70 = atomicLoad((&s_Cells[(_e66 & 7u)].least));
    let _e72 = atomicLoad((&s_Cells[(_e66 & 7u)].count));
    let _e74 = s_Cells[(_e66 & 7u)].weight;
    let _e79 = s_Sum[0];
    let _e89 = index_1;
    g_Out[((group.x * 64u) + _e89)] = bitcast<u32>(i32(((u32(_e70) + _e72) + u32(i32((_e74 * _e79))))));
    return;
}

@compute @workgroup_size(64, 1, 1) 
fn main(@builtin(local_invocation_index) LocalInvocationIndex: u32, @builtin(workgroup_id) WorkgroupId: vec3<u32>) {
    main_1(LocalInvocationIndex, WorkgroupId);
    return;
}
