struct Varying {
	float2 uv : TEXCOORD0;
};

Varying VS(float2 uv : TEXCOORD0) {
	Varying o = { uv };
	return o;
}

float4 PS(Varying i) : SV_Target {
	return i.uv.xyxy;
}
