#version 450
// Cases that fall through without doing anything share the next body.
layout(local_size_x = 1) in;
layout(constant_id = 0) const int mode = 1;
layout(binding = 0) buffer Out { int picks[4]; float results[8]; };
const bool off = false;

float of(int what)
{
    float sum = 0.5;
    switch (what) {
    case 0: if (off) return 1.0;
    case 1: { if (off) { return 2.0; } }
    case 2: sum += 1.0;
    case 3: if (off) break; else sum *= 2.0;
    default: sum += 8.0; break;
    case 4: if (off) sum = 0.0;
    }
    return sum;
}

void main()
{
    for (int i = 0; i < 4; ++i) {
        results[i] = of(picks[i]);
    }
    results[4] = of(mode);
    for (int i = 0; i < 3; ++i) {
        results[5 + i] = of(i * 2);
    }
}
