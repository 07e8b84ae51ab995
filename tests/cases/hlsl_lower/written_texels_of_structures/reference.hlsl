RWTexture2D<float4> g_Surface : register(u0);
RWTexture1D<float2> g_Motion : register(u1);
RWTexture3D<uint2> g_Id : register(u2);
RWTexture2DArray<int> g_Counts : register(u3);
Texture2D<float4> g_Before : register(t0);

[numthreads(8, 8, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    float4 surface = g_Before[id.xy];
    surface.w += g_Surface[id.xy].w * 2;
    g_Surface[id.xy] = surface;
    if (id.x == 3)
        g_Surface[id.xy] = float4(0.25, 0.25, 0.25, 0.5);
    if (id.y == 0)
    {
        float2 motion = g_Motion[id.x] + g_Motion[id.x].y;
        g_Motion[id.x] = motion;
    }
    uint2 both = g_Id[id];
    both.x *= 2;
    g_Id[id] = uint2(both.x, both.y + both.x);
    g_Counts[id] = g_Counts[id] + 1;
}
