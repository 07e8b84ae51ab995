// Each entry point looks at its own few of the forty branches.

bool b00, b01, b02, b03, b04, b05, b06, b07, b08, b09, b10, b11, b12, b13, b14, b15, b16, b17, b18, b19, b20, b21, b22, b23, b24, b25, b26, b27, b28, b29, b30, b31, b32, b33, b34, b35, b36, b37, b38, b39;

cbuffer Camera : register(b0) { float4x4 g_ViewProjection; float4 g_Tint; };

struct Varying { float4 position : SV_Position; float4 color : COLOR; };

Varying Vertex(float3 position : POSITION) {
	Varying v;
	v.position = mul(g_ViewProjection, float4(position, 1));
	if (b20) v.position.z *= 0.5;
	v.color = g_Tint;
	return v;
}

float4 Depth(Varying v) : SV_Target {
	float depth = v.position.z;
	if (b08) clip(v.color.a - 0.5);
	if (b09) depth = 1 - depth;
	return depth;
}

float4 Lit(Varying v) : SV_Target {
	float4 color = v.color;
	if (b01) color *= g_Tint + 1;
	if (b02) color *= g_Tint + 2;
	if (b03) color *= g_Tint + 3;
	if (b04) color *= g_Tint + 4;
	if (b05) color *= g_Tint + 5;
	if (b06) color *= g_Tint + 6;
	if (b07) color *= g_Tint + 7;
	return color;
}

float4 Debug(Varying v) : SV_Target {
	float4 color = v.color;
	if (b10) color *= g_Tint + 10;
	if (b11) color *= g_Tint + 11;
	if (b12) color *= g_Tint + 12;
	if (b13) color *= g_Tint + 13;
	if (b14) color *= g_Tint + 14;
	if (b15) color *= g_Tint + 15;
	return color;
}

// No entry point reaches this.
float4 Unused(Varying v) : SV_Target {
	float4 color = v.color;
	if (b21) color *= g_Tint + 21;
	if (b22) color *= g_Tint + 22;
	if (b23) color *= g_Tint + 23;
	if (b24) color *= g_Tint + 24;
	if (b25) color *= g_Tint + 25;
	if (b26) color *= g_Tint + 26;
	if (b27) color *= g_Tint + 27;
	if (b28) color *= g_Tint + 28;
	if (b29) color *= g_Tint + 29;
	if (b30) color *= g_Tint + 30;
	if (b31) color *= g_Tint + 31;
	if (b32) color *= g_Tint + 32;
	if (b33) color *= g_Tint + 33;
	if (b34) color *= g_Tint + 34;
	if (b35) color *= g_Tint + 35;
	if (b36) color *= g_Tint + 36;
	if (b37) color *= g_Tint + 37;
	if (b38) color *= g_Tint + 38;
	return color;
}
