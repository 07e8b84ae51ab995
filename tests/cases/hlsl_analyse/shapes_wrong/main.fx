// Shapes that look alike and do not meet.
struct One { float a; };
float4 main(float4 position : SV_Position, float2 uv : TEXCOORD0) : SV_Target0
{
    float1 single = uv.x;
    float1x2 row = float1x2(1, 2);
    float2x1 column = float2x1(1, 2);
    float2x2 square = float2x2(1, 2, 3, 4);
    int1 index = 1;
    float list[3] = { 1, 2, 3 };
    float a = list[index];
    float b = uv[int2(0, 1)];
    switch (index) { default: break; }
    float2x1 c = row;
    float2x2 d = row ? square : square;
    float2 e = max(uv, row);
    float3 f = cross(single, float3(1, 2, 3));
    One one = (One)1;
    float2 g = (float2)one;
    return row + column;
}
