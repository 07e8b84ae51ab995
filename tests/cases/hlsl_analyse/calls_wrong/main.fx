float f(float a, float b) { return a; }
float f(int a) { return a; }
float g(int a, float b) { return 1; }
float g(float a, int b) { return 2; }
void out_of(out float a) { a = 1; }
Texture2D<float4> g_Texture;
SamplerState g_Linear;
SamplerComparisonState g_Shadow;
float4 main(float4 v : A, int i : B) : SV_Target
{
    float a = f(1, 2, 3);
    float b = g(i, i);
    out_of(3);
    out_of(a + 1);
    float c = dot(v);
    float d = cross(v.xyz, g_Linear);
    float4 e = g_Texture.Sample(g_Shadow, v.xy);
    e = g_Texture.Sample(g_Linear);
    float h = v.Length();
    i(3);
    InterlockedAdd(i, 1);
    float m = determinant(v);
    return e;
}
