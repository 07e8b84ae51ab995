struct Varying {
	float4 position : SV_Position;
	float depth : SV_Depth;
};

Varying VS(float4 position : POSITION, bool front : SV_IsFrontFace) {
	Varying o = { position, front };
	return o;
}

float4 PS(uint3 thread : SV_DispatchThreadID, out float2 uv : TEXCOORD0, out uint samples : SV_SampleIndex) : SV_Target {
	uv = thread.xy;
	samples = 0;
	return 1;
}
