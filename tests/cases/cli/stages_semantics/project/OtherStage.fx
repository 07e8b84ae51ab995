struct Varying {
	float4 position : SV_Position;
	float2 uv : TEXCOORD0;
};

Varying MeshVS(float4 position : POSITION, float2 uv : TEXCOORD0) {
	Varying o = { position, uv };
	return o;
}
