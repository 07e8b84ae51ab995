struct Holder { Texture2D map; };
[[vk::push_constant]] float4 g_Color;
[[vk::push_constant]] Texture2D g_Map;
[[vk::push_constant]] Holder g_Holder;
float4 main() : SV_Target { return 1; }
