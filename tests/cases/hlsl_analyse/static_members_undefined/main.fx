// version: 2021
struct S { static uint s_Nowhere; };
float4 main() : SV_Target { S::s_Nowhere += 1; return S::s_Nowhere; }
