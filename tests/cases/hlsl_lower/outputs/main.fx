struct Out { float4 color[2] : SV_Target0; float depth : SV_DepthGreaterEqual; uint coverage : SV_Coverage; };
struct Lights { float3 direction; centroid float2 at; };
[earlydepthstencil]
Out main(Lights lights : LIGHT, noperspective float3x2 basis : BASIS, uint sampled : SV_SampleIndex, uint covered : SV_Coverage)
{
    Out output;
    output.color[0] = float4(lights.direction, basis[2].y);
    output.color[1] = float4(lights.at, sampled, 1);
    output.depth = 0.5;
    output.coverage = covered & 1;
    return output;
}
