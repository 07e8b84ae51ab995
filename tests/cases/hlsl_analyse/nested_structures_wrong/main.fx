// version: 2021
struct Outer
{
    float data;
    struct Inner { float own; float Get() { return own + data; } };
    Inner inner;
};
struct Named { typedef float Value, Values[2]; Value value; Values values; };
struct Loop { struct Part { Loop whole; }; Part part; };
float4 main() : SV_Target { Outer outer; Loop loop; Named named; return outer.inner.Get(); }
