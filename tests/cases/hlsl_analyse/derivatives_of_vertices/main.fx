// stage: vertex
Texture2D g_Height;
SamplerState g_Sampler;

// Reached by the entry point.
float height(float2 at) {
	return g_Height.Sample(g_Sampler, at).x;
}

float4 main(float4 position : POSITION) : SV_Position {
	float slope = ddx(position.x) + fwidth(position.y);
	float level = g_Height.CalculateLevelOfDetail(g_Sampler, position.xy);
	float fine = g_Height.SampleLevel(g_Sampler, position.xy, 0).x;
	float given = g_Height.SampleGrad(g_Sampler, position.xy, 0, 0).x;
	return position + height(position.xy) + slope + level + fine + given;
}
