// What no texel holds.
struct Mixed { float a; int b; };
struct Long { float4 a; float b; };
struct Nested { Mixed a; };
struct Fine { float2 a; };
Texture2D<Mixed> g_Mixed;
Texture2D<Long> g_Long;
Texture2D<Nested> g_Nested;
RWTexture2D<Fine> g_Writable;
RWTexture3D<Mixed> g_MixedWritable;
Buffer<Long> g_LongBuffer;
RWBuffer<Fine> g_Values;
Buffer<Fine> g_Read;
void Fill(out float2 value) { value = 0; }
Texture2D<Fine> g_Fine;
float4 main() : SV_Target
{
    float2 plain = g_Fine[uint2(0, 0)].b;
    g_Fine[uint2(0, 0)].a = 1;
    g_Writable[uint2(0, 0)].a = 1;
    g_Writable[uint2(0, 0)].a.x += 1;
    Fill(g_Values[2].a);
    Fine fine = g_Read[1];
    g_Values[2] = fine;
    g_Read[2] = fine;
    g_Writable[uint2(0, 0)] = float4(0, 0, 0, 0);
    return g_Fine[uint2(0, 0)];
}
