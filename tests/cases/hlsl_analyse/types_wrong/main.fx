struct S { float a; };
cbuffer Block { float4 g_Value; };
Texture2D g_Texture;
float3x3 g_Matrix;
void Nothing() {}
float4 main(float4 v : A, bool b : B) : SV_Target
{
    S s;
    float4 a = v.xy;
    float c = s;
    s = 1.0;
    float d = Nothing();
    int e = v & 3;
    if (v > 0) a = 1;
    g_Value = v;
    1 + a = v;
    v.xx = 1;
    const float k = 1;
    k = 2;
    float f[3];
    f[5] = 1;
    float g = f;
    a += s + a;
    float4 h = float4(1, 2, 3);
    float3 i = float3(1, 2, 3, 4);
    int j = 3 / 0;
    Texture2D t = g_Texture;
    t = 3;
    float n[v.x];
    return mul(g_Matrix, s);
}
