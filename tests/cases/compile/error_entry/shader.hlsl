//! pixel NoSuchEntry
float4 PSMain(float2 uv : TEXCOORD0) : SV_Target0 { return uv.xyxy; }
