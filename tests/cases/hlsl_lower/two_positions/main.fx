// stage: vertex
struct Vertex { float4 first : SV_Position; float4 second : SV_Position; };
Vertex main()
{
    return (Vertex)0;
}
