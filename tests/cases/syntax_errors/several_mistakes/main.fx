bool g_bA;
float f(float x) { return x * 2 }
float g(float x)
{
    float a = f(x)
    return a;
}
float4 PS(float4 p : SV_Position) : SV_Target { return g(p.x); }
In VS() { }
