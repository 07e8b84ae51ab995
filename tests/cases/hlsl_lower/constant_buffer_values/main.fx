// A buffer of constants stands for what it holds: copied, assigned, returned, passed, and by its members.
struct Inner { float4 color; float2 scale[2]; };
struct Material { Inner inner; float3 tint; };
ConstantBuffer<Material> g_Material : register(b0);
ConstantBuffer<Material> g_Materials[2] : register(b1);
Material Copied() { return g_Material; }
float3 Tint(Material of) { return of.tint; }
float3 OfBuffer(ConstantBuffer<Material> of)
{
    Material copy = of;
    return copy.tint;
}
float4 main(float2 uv : TEXCOORD0) : SV_Target
{
    ConstantBuffer<Material> local = g_Material;
    Material copy = local;
    Material later;
    later = g_Materials[1];
    Inner inner = g_Material.inner;
    float4 color = copy.inner.color * later.inner.color + inner.color * Copied().inner.color;
    return color + float4(Tint(g_Material) + OfBuffer(g_Material), inner.scale[1].x);
}
