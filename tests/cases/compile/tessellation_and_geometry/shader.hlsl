//! hull HSMain
//! domain DSMain
//! geometry GSMain
struct Point { float4 position : SV_Position; float2 uv : TEXCOORD0; };
struct Factors { float edges[3] : SV_TessFactor; float inside : SV_InsideTessFactor; };
Factors PatchConstant(InputPatch<Point, 3> patch) { Factors f; f.edges[0] = f.edges[1] = f.edges[2] = 4; f.inside = 4; return f; }
[domain("tri")] [partitioning("fractional_odd")] [outputtopology("triangle_cw")] [outputcontrolpoints(3)] [patchconstantfunc("PatchConstant")]
Point HSMain(InputPatch<Point, 3> patch, uint id : SV_OutputControlPointID) { return patch[id]; }
[domain("tri")]
Point DSMain(Factors f, float3 w : SV_DomainLocation, const OutputPatch<Point, 3> patch)
{
    Point p;
    p.position = patch[0].position * w.x + patch[1].position * w.y + patch[2].position * w.z;
    p.uv = patch[0].uv * w.x + patch[1].uv * w.y + patch[2].uv * w.z;
    return p;
}
[maxvertexcount(3)]
void GSMain(triangle Point corners[3], inout TriangleStream<Point> stream)
{
    for (int i = 0; i < 3; ++i)
        stream.Append(corners[i]);
    stream.RestartStrip();
}
