Buffer<float4> g_Points : register(t0);
Buffer<uint2> g_Pairs : register(t1);
Buffer<float> g_Weights : register(t2);
Texture1D<float4> g_Line : register(t3);
RWBuffer<float4> g_Out : register(u0);
RWBuffer<int> g_Counts : register(u1);
RWTexture1D<float4> g_Written : register(u2);
RWBuffer<uint2> g_Sizes : register(u3);

float Sum(Buffer<float> of, uint count)
{
    float sum = 0;
    for (uint at = 0; at < count; at++)
        sum += of[at];
    return sum;
}

[numthreads(8, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    uint2 pair = g_Pairs[id.x] % 16;
    float4 point4 = g_Points[id.x] + g_Points.Load(pair.x).wzyx + g_Line.Load(int2(id.x, 0)) + g_Line[pair.y];
    g_Out[id.x] = point4 * Sum(g_Weights, 3);
    g_Out[id.x] = g_Out[id.x] + float4(1, 0, 2, 0);
    g_Written[id.x] = g_Out[id.x].wzyx;
    g_Counts[id.x] -= int(id.x) * 3;
    if (id.x > 5)
        InterlockedAdd(g_Counts[id.x], 100);
    uint points, out4;
    g_Points.GetDimensions(points);
    g_Out.GetDimensions(out4);
    g_Sizes[id.x] = uint2(points, out4);
}
