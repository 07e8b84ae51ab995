struct Cell {
    plain: u32,
    pair: vec2<u32>,
    grid: array<vec2<i32>, 3>,
}

struct Cell_u002e_atomic {
    plain: u32,
    pair: array<atomic<u32>, 2>,
    grid: array<array<atomic<i32>, 2>, 3>,
}

var<workgroup> s_Sums: array<atomic<u32>, 4>;
var<workgroup> s_Cells: array<Cell_u002e_atomic, 2>;
var<workgroup> s_Edges: array<array<atomic<i32>, 3>, 3>;
@group(0) @binding(400) 
var<storage, read_write> g_Out: array<u32>;

fn main_1(lane: u32, group: vec3<u32>) {
    var lane_1: u32;
    var i: u32;
    var cell: Cell;

    lane_1 = lane;
    if any((group != vec3(0u))) {
        return;
    }
    let _e7 = lane_1;
    if (_e7 == 0u) {
        atomicStore((&s_Sums[0]), 1u);
        atomicStore((&s_Sums[1]), 2u);
        atomicStore((&s_Sums[2]), 3u);
        atomicStore((&s_Sums[3]), 4u);
        atomicStore((&s_Sums[0]), 10u);
        atomicStore((&s_Sums[3]), 40u);
        s_Cells[0].plain = 5u;
        atomicStore((&s_Cells[0].pair[0]), 6u);
        atomicStore((&s_Cells[0].pair[1]), 7u);
        atomicStore((&s_Cells[0].grid[0][0]), 8i);
        atomicStore((&s_Cells[0].grid[0][1]), 9i);
        atomicStore((&s_Cells[0].grid[1][0]), 10i);
        atomicStore((&s_Cells[0].grid[1][1]), 11i);
        atomicStore((&s_Cells[0].grid[2][0]), 12i);
        atomicStore((&s_Cells[0].grid[2][1]), 13i);
        s_Cells[1].plain = 5u;
        atomicStore((&s_Cells[1].pair[0]), 6u);
        atomicStore((&s_Cells[1].pair[1]), 7u);
        atomicStore((&s_Cells[1].grid[0][0]), 8i);
        atomicStore((&s_Cells[1].grid[0][1]), 9i);
        atomicStore((&s_Cells[1].grid[1][0]), 10i);
        atomicStore((&s_Cells[1].grid[1][1]), 11i);
        atomicStore((&s_Cells[1].grid[2][0]), 12i);
        atomicStore((&s_Cells[1].grid[2][1]), 13i);
        atomicStore((&s_Cells[1].grid[2][0]), -1i);
        atomicStore((&s_Cells[1].grid[2][1]), -2i);
        i = 0u;
        loop {
            let _e79 = i;
            if (_e79 < 3u) {
            } else {
                break;
            }
            let _e81 = i;
            let _e84 = -(vec3(i32(_e81)));
            let _e86 = i;
            atomicStore((&s_Edges[_e86][0]), _e84.x);
            atomicStore((&s_Edges[_e86][1]), _e84.y);
            atomicStore((&s_Edges[_e86][2]), _e84.z);
            continuing {
                let _e94 = i;
                i = (_e94 + 1u);
            }
        }
    }
    workgroupBarrier();
    let _e97 = lane_1;
    let _e98 = atomicAdd((&s_Sums[1]), _e97);
    let _e99 = lane_1;
    let _e102 = lane_1;
    let _e104 = atomicMax((&s_Sums[(_e99 & 3u)]), (_e102 * 3u));
    let _e105 = lane_1;
    let _e110 = lane_1;
    let _e115 = atomicOr((&s_Cells[(_e105 & 1u)].pair[1]), (1u << (u32(_e110) & 31u)));
    let _e121 = atomicAdd((&s_Cells[1].grid[1][1]), 1i);
    let _e124 = lane_1;
    let _e128 = lane_1;
    let _e131 = atomicMin((&s_Cells[0].grid[(_e124 % 3u)][1]), -(i32(_e128)));
    let _e132 = lane_1;
    let _e137 = atomicAdd((&s_Edges[(_e132 % 3u)][2]), 2i);
    workgroupBarrier();
    let _e138 = lane_1;
    let _e142 = s_Cells[(_e138 & 1u)].plain;
    let _e145 = atomicLoad((&s_Cells[(_e138 & 1u)].pair[0]));
    let _e147 = atomicLoad((&s_Cells[(_e138 & 1u)].pair[1]));
    let _e152 = atomicLoad((&s_Cells[(_e138 & 1u)].grid[0][0]));
    let _e154 = atomicLoad((&s_Cells[(_e138 & 1u)].grid[0][1]));
    let _e158 = atomicLoad((&s_Cells[(_e138 & 1u)].grid[1][0]));
    let _e160 = atomicLoad((&s_Cells[(_e138 & 1u)].grid[1][1]));
    let _e164 = atomicLoad((&s_Cells[(_e138 & 1u)].grid[2][0]));
    let _e166 = atomicLoad((&s_Cells[(_e138 & 1u)].grid[2][1]));
    cell = Cell(_e142, vec2<u32>(_e145, _e147), array<vec2<i32>, 3>(vec2<i32>(_e152, _e154), vec2<i32>(_e158, _e160), vec2<i32>(_e164, _e166)));
    let _e171 = lane_1;
    let _e175 = atomicLoad((&s_Edges[(_e171 % 3u)][0]));
    let _e177 = atomicLoad((&s_Edges[(_e171 % 3u)][1]));
    let _e179 = atomicLoad((&s_Edges[(_e171 % 3u)][2]));
    let _e181 = lane_1;
    if (_e181 < 6u) {
        let _e184 = atomicLoad((&s_Sums[0]));
        let _e186 = atomicLoad((&s_Sums[1]));
        let _e188 = atomicLoad((&s_Sums[2]));
        let _e190 = atomicLoad((&s_Sums[3]));
        let _e193 = cell.pair;
        let _e197 = (vec4<u32>(_e184, _e186, _e188, _e190) + vec4<u32>(_e193, vec2<u32>(vec3<i32>(_e175, _e177, _e179).xz)));
        let _e199 = lane_1;
        let _e201 = ((_e199 * 2u) * 4u);
        g_Out[_e201] = _e197.x;
        g_Out[(_e201 + 1u)] = _e197.y;
        g_Out[(_e201 + 2u)] = _e197.z;
        g_Out[(_e201 + 3u)] = _e197.w;
        let _e214 = lane_1;
        let _e217 = cell.grid[(_e214 % 3u)];
        let _e221 = cell.grid[2].y;
        let _e224 = cell.grid[0].x;
        let _e229 = cell.plain;
        let _e231 = (vec4<u32>(vec4<i32>(_e217, vec2<i32>(_e221, _e224))) + vec4(_e229));
        let _e232 = lane_1;
        let _e235 = (((_e232 * 2u) + 1u) * 4u);
        g_Out[_e235] = _e231.x;
        g_Out[(_e235 + 1u)] = _e231.y;
        g_Out[(_e235 + 2u)] = _e231.z;
        g_Out[(_e235 + 3u)] = _e231.w;
    }
    return;
}

@compute @workgroup_size(16, 1, 1) 
fn main(@builtin(local_invocation_index) LocalInvocationIndex: u32, @builtin(workgroup_id) WorkgroupId: vec3<u32>) {
    main_1(LocalInvocationIndex, WorkgroupId);
    return;
}
