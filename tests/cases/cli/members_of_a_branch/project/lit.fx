bool g_bTint;
struct Varyings
{
	float4 position : SV_Position;
	float4 tint : COLOR0;
	float2 uv : TEXCOORD0;
};

// A branch leaves `tint` out, which is no mistake; `uv` is forgotten in every variant.
Varyings LitVS(float4 position : POSITION, float4 tint : COLOR0)
{
	Varyings output;
	output.position = position;
	if (g_bTint)
		output.tint = tint;
	return output;
}

float4 LitPS(Varyings input) : SV_Target
{
	float4 colour = float4(input.uv, 0, 1);
	if (g_bTint)
		colour *= input.tint;
	return colour;
}
