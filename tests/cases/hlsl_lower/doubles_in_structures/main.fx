// Structures with 64-bit floats: MSL, WGSL and GLSL ES have none, also where only other members are read.
struct Wide { double first; double2 second; float4 color; };
struct Holder { Wide wide[2]; float4 tint; };
cbuffer View { Wide g_Wide; };
StructuredBuffer<Holder> g_Held;
float4 main() : SV_Target
{
    Holder held = g_Held[1];
    return g_Wide.color + held.wide[0].color * held.tint;
}
