// stage: compute
RWTexture2D<float4> g_Picture : register(u0);
[[vk::image_format("rgba8")]] RWTexture2D<float4> g_Small : register(u1);
RWTexture2DArray<uint> g_Counts : register(u2);
RWTexture3D<int2> g_Volume : register(u3);
[numthreads(8, 8, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    uint width, height;
    g_Picture.GetDimensions(width, height);
    g_Picture[id.xy].yz = g_Picture[id.yx].xw * width;
    g_Small[id.xy] = float4(id, height);
    InterlockedMax(g_Counts[id], width);
    g_Volume[id] = int2(-1, 1);
}
