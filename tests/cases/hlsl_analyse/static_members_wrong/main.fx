// version: 2021
struct S { static const uint s_Known; static uint s_Nowhere; uint data; };
static const float S::s_Known = 1;
static const uint S::s_Other = 1;
static const uint T::s_Known = 1;
static const uint S::data = 1;
struct U { static const uint s_Known; };
static const uint U::s_Known = 1;
static const uint U::s_Known = 2;
struct V { static uint s_Value = 3; };
float4 main() : SV_Target { return S::s_Known + U::s_Known + V::s_Value + S::s_Other + T::s_Known + S::data; }
