// One triangle that covers the screen: no vertex buffer, and no diagonal seam of two.
#ifndef FULLSCREEN_FXH
#define FULLSCREEN_FXH

struct FullscreenVertex
{
    float4 position : SV_Position;
    float2 uv : TEXCOORD0;
};

FullscreenVertex FullscreenVS(uint vertexId : SV_VertexID)
{
    FullscreenVertex output;
    output.uv = float2((float)((vertexId << 1u) & 2u), (float)(vertexId & 2u));
    output.position = float4(output.uv * float2(2.0, -2.0) + float2(-1.0, 1.0), 0.0, 1.0);
    return output;
}

#endif
