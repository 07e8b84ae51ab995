bool g_bA;
struct In { float4 p : SV_Position; float3 n : NORMAL; };
float f(float x) { return x * * 2; }
float4 PS(In i) : SV_Target
{
    float a = f(i.n.x);
    if (g_bA) { a += 1; }
    return float4(a, 0, 0, 1);
}
In VS(float3 p : POSITION) { In o; o.p = float4(p, 1); o.n = p; return o; }
