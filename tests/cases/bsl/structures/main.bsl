struct Inner { float a; float2 b[2]; };
struct Outer {
    enum class Mode : int { Off, On };
    struct Part { int x; };
    static constexpr int count = 2;
    Inner inner;
    Part part;
    Mode mode;
    Outer add(float by) const { Outer copy = *this; copy.inner.a += by; return copy; }
    void reset() { inner = Inner{}; part.x = count; }
    float sum() const { return inner.a + later(); }
    float later() const { return inner.b[1].y; }
};
struct Empty {};
Outer make() { return {.inner = {1.0f, {{0, 1}, {2, 3}}}, .mode = Outer::Mode::On}; }
Outer positional() { return Outer{{1.0f}, {2}, Outer::Mode::Off,}; }
float use()
{
    Outer o = make();
    o.reset();
    [[maybe_unused]] Empty e;
    Outer list[] = {make(), positional()};
    float2 c[2] = {{0.0f, 1.0f}, {2.0f, 3.0f}};
    int grid[2][3] = {{1, 2, 3}, {4, 5, 6}};
    make().reset();
    return o.add(1.0f).add(2.0f).sum() + list[1].inner.a + c[1].y + float(grid[1][2]);
}
