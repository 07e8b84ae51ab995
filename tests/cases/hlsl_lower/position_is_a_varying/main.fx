// stage: vertex
// Only `SV_Position` is where a vertex is drawn: a hull or geometry shader may ask for `POSITION`.
struct Vertex
{
    float3 position : POSITION;
    float clip : SV_ClipDistance1;
    float3 clips : SV_ClipDistance0;
    float2 more : SV_ClipDistance2;
};
Vertex main(float3 position : POSITION)
{
    Vertex v;
    v.position = position;
    v.clip = 1;
    v.clips = 2;
    v.more = 3;
    return v;
}
