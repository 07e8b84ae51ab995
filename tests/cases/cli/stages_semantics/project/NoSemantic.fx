struct Varying {
	float4 position : SV_Position;
	float2 uv;
};

Varying VS(float4 position) {
	Varying o = { position, position.xy };
	return o;
}

float4 PS(Varying i) {
	return i.uv.xyxy;
}
