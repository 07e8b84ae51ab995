float tap(int k) { return float(k); }
float suffix(float w[3]) { float sum = 0.0f; for (int k = -1; k <= 1; k++) [[unroll]] { sum += w[k + 1] * tap(k); } return sum; }
float prefix(float w[3]) { float sum = 0.0f; [[gpu::unroll]] for (int k = -1; k <= 1; k++) { sum += w[k + 1] * tap(k); } return sum; }
float rounds(int n) { float sum = 0.0f; for (int i = 0; i < n; i++) [[unroll_n(2)]] { sum += tap(i); } return sum; }
float capped() { float sum = 0.0f; [[gpu::unroll_define(8)]] for (uint i = 1u; i < 9u; i *= 2u) { sum += float(i); } return sum; }
float guarded(float limit)
{
    float sum = 0.0f;
    int j = 0;
    for (int i = 0; i < 3 && sum < limit; i++, j += 2) [[unroll]] {
        sum += float(i + j);
        for (int k = 0; k < i; k++) { if (k == 1) { break; } sum += 1.0f; }
    }
    return sum;
}
