struct S { float x; };
float F(float a) { return a; }
Texture2D T;
bool g_bSkinned;
float4 main() : SV_Target { return F(1) + T.Load(int3(0, 0, 0)) + (g_bSkinned ? 1 : 0); }
