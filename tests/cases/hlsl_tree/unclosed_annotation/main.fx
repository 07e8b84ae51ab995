// An annotation that is never closed ends with the bracket that holds it.
w A(E<>E<)
float4 B(float2 uv < string a = "b") { return 1; }
texture t < string name = "x"; > = 0;
