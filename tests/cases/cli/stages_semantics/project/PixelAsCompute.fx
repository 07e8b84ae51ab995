float4 PS(float2 uv : TEXCOORD0) : SV_Target {
	return uv.xyxy;
}
