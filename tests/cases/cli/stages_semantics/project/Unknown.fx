float4 VS(float4 position : POSITION, uint vertex : SV_VertexIndex) : SV_Positoin {
	return position * vertex;
}

float4 PS() : SV_Target {
	return 1;
}
