struct Varying {
	float4 position : SV_Position;
	float clip : SV_ClipDistance;
	uint layer : SV_RenderTargetArrayIndex;
	nointerpolation uint instance : SV_InstanceID;
};

Varying VS(float4 position : POSITION, uint instance : SV_InstanceID, uint vertex : SV_VertexID) {
	Varying o = { position, vertex, instance, instance };
	return o;
}

struct Corner {
	float4 position : SV_Position;
	uint layer : SV_RenderTargetArrayIndex;
	uint primitive : SV_PrimitiveID;
	nointerpolation uint instance : SV_InstanceID;
};

[maxvertexcount(3)]
void GS(triangle Varying corners[3], uint primitive : SV_PrimitiveID, inout TriangleStream<Corner> stream) {
	for (int k = 0; k < 3; k++) {
		Corner o = { corners[k].position, k, primitive, corners[k].instance };
		stream.Append(o);
	}
}

struct Colors {
	float4 color : SV_Target;
	float4 other : SV_Target1;
	float depth : SV_DepthGreaterEqual;
};

// What the hardware makes needs no writer.
Colors PS(
	float4 position : SV_Position,
	bool front : SV_IsFrontFace,
	uint primitive : SV_PrimitiveID,
	uint layer : SV_RenderTargetArrayIndex,
	nointerpolation uint instance : SV_InstanceID
) {
	Colors o = { position, float4(front, primitive, layer, instance), 1 };
	return o;
}
