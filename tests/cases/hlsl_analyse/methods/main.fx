// stage: compute
// Methods, inheritance, static members, nested types.
struct Shape
{
    float size;
    static const float kUnit = 0.5;
    static int s_Made;
    float Area() { return size * size * kUnit; }
    float Scaled(float by) { return Area() * by + Offset(); }
    float Offset() { return 1; }
    void Grow(float by) { this.size += by; size += 1; }
    static Shape Make(float size) { Shape made; made.size = size; s_Made++; return made; }
};
int Shape::s_Made;

struct Circle : Shape
{
    float radius;
    float Area() { return radius * 3.14; }
    float Both() { return Area() + Shape::Offset() + size; }
    float Later();
};

float Circle::Later() { return radius + size; }

RWStructuredBuffer<Circle> g_Circles : register(u0);
RWStructuredBuffer<float> g_Out : register(u1);

[numthreads(8, 8, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    Circle circle = g_Circles[id.x];
    circle.Grow(2);
    g_Circles[id.x].Grow(1);
    Shape shape = Shape::Make(3);
    g_Out[id.x] = circle.Area() + circle.Both() + circle.Scaled(2) + shape.Scaled(1) + circle.Later() + Shape::kUnit;
}
