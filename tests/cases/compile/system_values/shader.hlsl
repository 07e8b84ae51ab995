//! vertex VSMain
//! pixel PSMain
struct Mid { float4 position : SV_Position; nointerpolation uint instance : INSTANCE; noperspective float2 uv : TEXCOORD0; centroid float3 n : NORMAL; };

Mid VSMain(uint vertex : SV_VertexID, uint instance : SV_InstanceID)
{
    Mid o;
    o.uv = float2((vertex << 1) & 2, vertex & 2);
    o.position = float4(o.uv * float2(2, -2) + float2(-1, 1), 0, 1);
    o.instance = instance;
    o.n = float3(o.uv, 1);
    return o;
}

struct Targets { float4 albedo : SV_Target0; float4 normal : SV_Target1; uint id : SV_Target2; float depth : SV_Depth; };

Targets PSMain(Mid i, bool front : SV_IsFrontFace)
{
    Targets o;
    o.albedo = float4(i.uv, front ? 1 : 0, 1);
    o.normal = float4(normalize(i.n), fwidth(i.uv.x));
    o.id = i.instance;
    o.depth = i.position.z * 0.5f;
    return o;
}
