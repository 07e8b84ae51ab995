// A geometry shader in the file concerns no other stage.
struct Corner { float4 position : SV_Position; };
[maxvertexcount(1)]
void expand(point Corner corners[1], inout PointStream<Corner> stream)
{
    stream.Append(corners[0]);
}
float4 main() : SV_Target
{
    return 1;
}
