struct Features { [[compilation_constant]] bool fog; [[compilation_constant]] int n; };
float f(float x) { return x; }
void branches([[resource_table]] Features &srt, bool b, int x)
{
    if (b) [[static_branch]] { }
    if (f(1.0f) > 0.0f) [[static_branch]] { }
    if (srt.fog) [[static_branch]] { } else if (b) { }
    if (b) { } else if (srt.fog) [[static_branch]] { }
    if constexpr (true) { } else if (srt.fog) [[static_branch]] { }
    if (srt.fog) [[static_branch]] { } else if constexpr (true) { }
    for (int i = 0; i < 4; i++) [[unroll]] { break; }
    for (int i = 0; i < 4; i++) [[unroll]] { if (b) { continue; } }
    for (float i = 0.0f; i < 4.0f; i++) [[unroll]] { }
    for (int i = 0, j = 0; i < 4; i++) [[unroll]] { }
    for (; x < 4; x++) [[unroll]] { }
    for (int i = x; i < 4; i++) [[unroll]] { }
    for (int i = 0; i < x; i++) [[unroll]] { }
    for (int i = 0; i < 4; x++) [[unroll]] { }
    for (int i = 0; i < 4; i <<= 1) [[unroll]] { }
    for (int i = 0; i < 65; i++) [[unroll]] { }
    [[gpu::unroll_define(3)]] for (int i = 0; i < 4; i++) { }
    for (int i = 0; i < 4; i++) [[unroll_n(x)]] { }
    for (int i = 0; i < 4; i++) [[unroll_n]] { }
    for (int i = 0; i < 4; i++) [[flat]] { }
    for (int i = 0; i < 4; i++) [[unroll]] { i = 2; }
    printf("costarring");
    printf("liquid");
    printf("%5d", 1);
    printf("%d %d", 1);
    printf(x);
    printf("%d", float3(1.0f));
    assert(float3(1.0f));
}
// A label that is no integer is one mistake, and no second `default`.
int labels(int x)
{
    switch (x) {
        case int2(1): return 1;
        case float3(1.0f): return 2;
        case 3: return 3;
        case 1 + 2: return 4;
        default: return 5;
    }
}
// A default's warning is told once, with calls or without.
int never_left_out(int x = 1.5f) { return x; }
int left_out(int x = 2.5f) { return x; }
int calls() { return left_out() + left_out() + never_left_out(1); }
return 1;
