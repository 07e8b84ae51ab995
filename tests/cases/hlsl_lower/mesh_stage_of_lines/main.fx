// stage: mesh
struct Vertex
{
    float4 position : SV_Position;
    float2 along : ALONG;
};

[outputtopology("line")]
[numthreads(4, 1, 1)]
void main(uint3 thread : SV_DispatchThreadID, out vertices Vertex vertices[5], out indices uint2 lines[4])
{
    const uint at = thread.x % 4;
    SetMeshOutputCounts(5, 4);
    lines[at] = uint2(at, at + 1);
    [unroll]
    for (uint end = 0; end < 2; ++end)
    {
        if (end == 0 || at == 3)
        {
            Vertex vertex = { float4(at + end, 0, 0.5, 1), float2(end, at) };
            vertices[at + end] = vertex;
        }
    }
}
