bool g_bSkinned;
bool g_bShadow;
float2 Cut(float4 at) { return at; }
float4 Main() : SV_Target { return Cut(g_bSkinned ? 1.0 : 0.5).xyxy; }
