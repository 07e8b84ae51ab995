// stage: compute
// judged: source
// `[[vk::offset]]` says where a member lies; those behind it follow.
struct S
{
    float a;
    [[vk::offset(32)]] float2 b;
    [[vk::offset(64)]] float3 c;
    float d[2];
};
struct T
{
    [[vk::offset(4)]] float a;
    S s;
    float b;
};
ConstantBuffer<T> g_Constants : register(b0);
StructuredBuffer<T> g_Elements : register(t0);
struct Pushed { float a; [[vk::offset(8)]] float2 b; [[vk::offset(32)]] float4 c; };
[[vk::push_constant]] Pushed g_Pushed;
RWStructuredBuffer<float4> g_Out : register(u0);

[numthreads(4, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    S s = g_Elements[id.x].s;
    S t = g_Constants.s;
    g_Out[id.x * 4] = float4(s.a, s.b, s.c.x) + float4(t.a, t.b, t.c.x);
    g_Out[id.x * 4 + 1] = float4(s.c.yz, s.d[0], s.d[1]) + float4(t.c.yz, t.d[0], t.d[id.x & 1]);
    g_Out[id.x * 4 + 2] = float4(g_Elements[id.x].a, g_Elements[id.x].b, g_Constants.a, g_Constants.b);
    g_Out[id.x * 4 + 3] = g_Pushed.c * g_Pushed.a + g_Pushed.b.xyxy;
}
