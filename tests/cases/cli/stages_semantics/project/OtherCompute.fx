float4 VS(float4 position : POSITION) : SV_Position {
	return position;
}

[numthreads(8, 8, 1)]
void BlurCS(uint3 thread : SV_DispatchThreadID) {}
