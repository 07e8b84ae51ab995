struct Outside {
    unused: u32,
}

struct Node_Link {
    step: u32,
}

struct Node {
    value: u32,
    link: Node_Link,
}

var<private> Outside_s_Changed: u32 = 5u;
@group(0) @binding(400) 
var<storage, read_write> g_Out: array<u32>;

fn Outside_Add(this_: Outside, x: u32) -> u32 {
    let _e3 = Outside_s_Changed;
    Outside_s_Changed = (_e3 + x);
    return 5u;
}

fn Noise_Hash(x_1: u32) -> u32 {
    return (x_1 * 3u);
}

fn Node_Link_Next(this_1: Node_Link, from_: Node) -> Node {
    var next: Node;

    next = from_;
    let _e5 = next.value;
    next.value = (_e5 + this_1.step);
    let _e7 = next;
    return _e7;
}

fn Node_Link_Size(this_2: Node_Link) -> u32 {
    return (8u + this_2.step);
}

fn main_1(id: vec3<u32>) {
    var outside: Outside;
    var node: Node;

    let _e2 = outside;
    let _e4 = Outside_Add(_e2, id.x);
    let _e6 = Outside_s_Changed;
    let _e12 = Noise_Hash(id.x);
    node.value = _e12;
    node.link.step = 97u;
    let _e18 = node.link;
    let _e19 = node;
    let _e20 = Node_Link_Next(_e18, _e19);
    let _e26 = node.link;
    let _e27 = Node_Link_Size(_e26);
    g_Out[id.x] = (((((_e4 + (_e6 * 2u)) + (_e20.value * 256u)) + _e27) + 4u) + 7u);
    return;
}

@compute @workgroup_size(8, 1, 1) 
fn main(@builtin(global_invocation_id) GlobalInvocationId: vec3<u32>) {
    main_1(GlobalInvocationId);
    return;
}
