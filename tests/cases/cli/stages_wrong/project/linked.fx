struct Vertex {
	float4 position : SV_Position;
	float3 normal : NORMAL;
	float4 color : COLOR;
	float level : LEVEL;
	nointerpolation float4 tint : TINT;
	float2 mask : MASK;
	[[vk::location(6)]] float fog : FOG;
};

Vertex VS(float3 position : POSITION) {
	Vertex o = (Vertex)0;
	o.position = float4(position, 1);
	return o;
}

Vertex FarVS(float3 position : POSITION) {
	Vertex o = VS(position);
	o.position.z = 0;
	return o;
}

struct Pixel {
	float4 normal : NORMAL;
	float4 color : COLOUR;
	int level : LEVEL;
	float4 tint : TINT;
	centroid float2 mask : MASK;
	[[vk::location(5)]] float fog : FOG;
};

float4 PS(Pixel i) : SV_Target {
	return i.normal + i.color * i.level + i.tint + i.mask.xyxy + i.fog;
}

// Two techniques have this mistake.
float4 OtherPS(bool front : SV_IsFrontFace, float4x4 frame : FRAME, float2 uv : TEXCOORD1) : SV_Target {
	return front ? frame[0] : uv.xyxy;
}
