// Overloads, prototypes, defaults, references, evaluation order.
float later(float x);
float over(float x) { return x; }
float over(int x) { return float(x); }
float over(float3 x) { return x.x; }
void set(float &out_value, const float3 &v) { out_value = v.x; }
void fill(float (&a)[3]) { a[0] = 1.0f; a[1] = a[0]; }
float with_defaults(float a, float b = 2.0f, int c = 3) { return a + b + float(c); }
float later(float x) { return over(x) + with_defaults(x) + with_defaults(x, 1.0f); }
float use()
{
    float a[3] = {1.0f, 2.0f};
    fill(a);
    float r = 0;
    set(r, float3(1.0f, 2.0f, 3.0f));
    float3 v = {1.0f, 2.0f, 3.0f};
    float &y = v.y;
    y += 2.0f;
    const int at = 1;
    float &second = a[at];
    second = later(r);
    int i = 3;
    r += over(i) + over(v) + float(i) / 2.0f - -1.0f;
    i = i << 1 | 4;
    i++;
    uint u = 7u & ~1u;
    bool b = (i > 3 && u != 0u) || !(r < 1.0f);
    auto [p, q, s] = v;
    auto w = v.zyx().xy();
    r += b ? p : q;
    r += s + w.x;
    switch (i) {
        case 0:
        case 1: r = 1.0f; [[fallthrough]];
        case 2: r = 2.0f; break;
        default: r = 3.0f;
    }
    do {
        r -= 1.0f;
        if (r < -3.0f) { break; }
    } while (r > 0.0f);
    while (i) { i--; }
    return r;
}
