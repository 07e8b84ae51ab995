// Members that nothing in a function writes, of structures that are read whole.
struct Surface { float4 colour; float3 normal; float2 uv; };
struct Held { Texture2D texture; float scale; };
Texture2D g_Texture;

Surface returned(float2 uv)
{
	Surface result;
	result.colour = 1.0;
	result.uv.x = uv.x;
	return result;
}

// Nothing of it is written: another warning.
Surface untouched()
{
	Surface result;
	return result;
}

void given(out Surface result, float2 uv)
{
	result.uv = uv;
}

// Written somewhere, in whatever order and on whatever path.
Surface complete(float2 uv)
{
	Surface result;
	if (uv.x > 0.5)
		result.normal = 0.0;
	for (int i = 0; i < 2; i++)
		result.colour[i] = uv.x;
	result.uv = uv;
	return result;
}

void fill(inout float3 normal) { normal = 1.0; }

Surface by_calls(float2 uv)
{
	Surface result;
	result.colour = 0.0;
	result.uv = uv;
	fill(result.normal);
	return result;
}

// Its members are read one by one, and each of these is written.
float parts(float2 uv)
{
	Surface result;
	result.uv = uv;
	return result.uv.x;
}

Surface copied(float2 uv)
{
	Surface first = returned(uv);
	Surface second;
	second.uv = uv;
	second = first;
	return second;
}

// A resource has nothing to write.
Held held()
{
	Held result;
	result.scale = 2.0;
	return result;
}

float4 main(float2 uv : TEXCOORD0) : SV_Target
{
	Surface a = returned(uv), b = untouched(), c = complete(uv), d = by_calls(uv), e = copied(uv), f;
	given(f, uv);
	return a.colour + b.colour + c.colour + d.colour + e.colour + f.colour + parts(uv);
}
