// version: 2021
struct Outer
{
    float data;
    struct Inner { float own; float Get() { return own + data; } };
    Inner inner;
};
struct Loop { struct Part { Loop whole; }; Part part; };
float4 main() : SV_Target { Outer outer; Loop loop; return outer.inner.Get(); }
