float twice;
int twice;
struct S { float a; float a; };
float f(float a) { return a; }
float f(float b) { return b; }
float missing(float a);
groupshared float s_Shared = 1;
float open[];
float empty[0];
cbuffer B : register(t0) { float4 g_In; }
cbuffer C { Texture2D g_Texture2; float g_Offset : packoffset(x3); }
cbuffer D { float4 g_Crossing : packoffset(c0.y); float2 g_Half : packoffset(c2.w); double g_Odd : packoffset(c3.y); }
cbuffer E { float g_Array[2] : packoffset(c0.z); float2x1 g_Matrix : packoffset(c4.z); float3 g_Fits : packoffset(c6.y); }
[numthreads(2048, 1, 1)]
void threads() { break; continue; case 3: return; }
int recursion(int n) { return n > 0 ? recursion(n - 1) : missing(0); }
float4 main() : SV_Target
{
    float a = 1;
    float a = 2;
    switch (3) { case 1: case 1: break; }
    return recursion(3);
}
