// What has no size.
Texture2D g_Texture;
struct Objects { Texture2D t; float a; };
float4 main() : SV_Target
{
    uint a = sizeof(g_Texture);
    uint b = sizeof(Objects);
    uint c = sizeof(1);
    uint d = sizeof(1.0 + 2);
    uint e = sizeof float;
    uint f = sizeof(float4).x;
    uint g = sizeof("text");
    uint h = sizeof(Nothing);
    uint i = sizeof;
    vector<float, sizeof(Texture2D)> j = 0;
    return a + b + c;
}
