// stage: compute
// judged: hlsl source
// Of a vector or matrix of doubles and a literal, the literal is a double.
StructuredBuffer<double2x2> g_In : register(t0);
RWStructuredBuffer<double> g_Out : register(u0);
RWStructuredBuffer<double2x2> g_Matrices : register(u1);

[numthreads(8,1,1)]
void main(uint3 id : SV_DispatchThreadID)
{
    double a = id.x;
    double2x2 m = { a + 0.1, 2.0, a * -3.5, 4.25 };
    double2x2 n = transpose(m) * 0.3 + m;
    double2 v = mul(m, double2(a, 1.7)) + mul(double2(0.3, a), n);
    g_Matrices[id.x] = mul(m, n);
    g_Out[id.x * 4] = v.x;
    g_Out[id.x * 4 + 1] = v.y;
    g_Out[id.x * 4 + 2] = n[1][0];
    g_Out[id.x * 4 + 3] = v.x / v.y;
}
