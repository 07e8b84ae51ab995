struct Vertex {
	float4 position : SV_Position;
	float3 normal : NORMAL;
	float2 uv : TEXCOORD0;
	float4 color : COLOR;
};

Vertex VS(float3 position : POSITION, float2 uv : TEXCOORD0) {
	Vertex o = { float4(position, 1), position, uv, float4(1, 1, 1, 1) };
	return o;
}

float4 PS(float2 uv : TEXCOORD0, float3 normal : NORMAL) : SV_Target {
	return float4(uv, normal.xy);
}

// Fewer components than are written.
float4 ColorPS(float3 color : COLOR) : SV_Target {
	return float4(color, 1);
}
