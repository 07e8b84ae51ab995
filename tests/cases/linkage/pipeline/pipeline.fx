// Each stage lists its values in an order of its own.
struct VertexOut {
	float4 position : SV_Position;
	float3 normal : NORMAL;
	float2 uv : TEXCOORD0;
	float4x4 frame : FRAME;
	float weights[2] : WEIGHT;
	nointerpolation uint id : ID;
};

VertexOut VS(float3 position : POSITION, float2 uv : TEXCOORD0) {
	VertexOut o;
	o.position = float4(position, 1);
	o.normal = position;
	o.uv = uv;
	o.frame = 2;
	o.weights[0] = 0.25;
	o.weights[1] = 0.75;
	o.id = 3;
	return o;
}

// The result comes before or behind `out` parameters, whichever compiler it is.
float3 OtherVS(float3 position : POSITION, out float4 place : SV_Position, out float2 uv : TEXCOORD0) : NORMAL {
	place = float4(position, 1);
	uv = position.xy;
	return position;
}

struct GeometryIn {
	float weight : WEIGHT1;
	float4 row : FRAME2;
	float2 uv : TEXCOORD0;
	float4 position : SV_Position;
	float3 normal : NORMAL;
};

struct GeometryOut {
	float2 uv : TEXCOORD0;
	float3 normal : NORMAL;
	float4 position : SV_Position;
};

[maxvertexcount(3)]
void GS(triangle GeometryIn corners[3], inout TriangleStream<GeometryOut> stream) {
	for (int k = 0; k < 3; k++) {
		GeometryOut o;
		o.position = corners[k].position + corners[k].row * corners[k].weight;
		o.uv = corners[k].uv;
		o.normal = corners[k].normal;
		stream.Append(o);
	}
}

struct Point {
	float3 normal : NORMAL;
	float2 uv : TEXCOORD0;
};

struct PatchConstants {
	float edges[3] : SV_TessFactor;
	float inside : SV_InsideTessFactor;
	float4 tint : TINT;
};

PatchConstants PatchHS(InputPatch<VertexOut, 3> points) {
	PatchConstants o;
	o.edges[0] = o.edges[1] = o.edges[2] = 2;
	o.inside = 2;
	o.tint = points[0].position;
	return o;
}

[domain("tri")]
[partitioning("integer")]
[outputtopology("triangle_cw")]
[outputcontrolpoints(3)]
[patchconstantfunc("PatchHS")]
Point HS(InputPatch<VertexOut, 3> points, uint k : SV_OutputControlPointID) {
	Point o;
	o.normal = points[k].normal;
	o.uv = points[k].uv;
	return o;
}

struct PointIn {
	float2 uv : TEXCOORD0;
	float3 normal : NORMAL;
};

[domain("tri")]
VertexOut DS(PatchConstants constants, float3 at : SV_DomainLocation, const OutputPatch<PointIn, 3> points) {
	VertexOut o = (VertexOut)0;
	o.position = float4(points[0].normal * at.x, 1) + constants.tint;
	o.uv = points[1].uv;
	return o;
}

// The second half of the normal is not read.
float4 PS(float2 uv : TEXCOORD0, float2 normal : NORMAL) : SV_Target {
	return float4(uv, normal);
}
