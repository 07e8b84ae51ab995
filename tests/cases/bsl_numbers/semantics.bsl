// What the language means, and not what a library computes: each kind is a function of x.
static constexpr int kinds = 30;

enum Plain : int { PlainA = -1, PlainB, PlainC = 10, PlainD };
enum class Mode : uint { First = 3u, Second };

union Word { float f; uint u; int i; };

struct Bits {
    int low : 5;
    uint middle : 7;
    int high : 20;
    uint next : 3;
};

struct Pair {
    float a;
    float b;

    float sum() const { return a + b; }
    Pair swapped() const { return Pair{b, a}; }
    void scale(float by)
    {
        a *= by;
        this->b *= by;
    }
};

struct Counter {
    int n;

    static constexpr int step = 2;
    static int twice(int value) { return value * 2; }
    int next()
    {
        n += step;
        return n;
    }
};

struct Grid {
    Pair cells[2][3];
    float2 offset;
};

namespace outer {
static constexpr float base = 3.0f;
float value(float x) { return x + base; }

namespace inner {
static constexpr float base = 5.0f;
float value(float x, int) { return ::outer::value(x) + base; }
}
}

template<typename T, int n> struct Row {
    T items[n];

    T total() const
    {
        T sum = T(0);
        for (int at = 0; at < n; at++) {
            sum += items[at];
        }
        return sum;
    }
};
template struct Row<float, 3>;
template struct Row<int, 2>;

template<typename T> float weight(T value) { return float(value.total()) * 0.5f; }
template float weight<Row<float, 3>>(Row<float, 3> value);
template float weight<Row<int, 2>>(Row<int, 2> value);

float with_defaults(float a, float b = outer::base, float c = outer::value(1.0f)) { return a * 100.0f + b * 10.0f + c; }

void add_to(float &target, float amount) { target += amount; }

void fill(float (&all)[4], float value)
{
    for (int at = 0; at < 4; at++) {
        all[at] = value + float(at);
    }
}

float first_above(float x)
{
    for (int i = 0; i < 5; i++) {
        for (int j = 0; j < 5; j++) {
            if (float(i * j) > x) {
                return float(i * 10 + j);
            }
        }
    }
    return -1.0f;
}

float chosen(int at, float x)
{
    float sum = 0.0f;
    switch (at) {
        case 0: {
            sum += 1.0f;
            break;
        }
        case PlainB + 1:
            sum += 10.0f;
            [[fallthrough]];
        case 2:
            sum += 100.0f;
            break;
        default:
            sum = x;
    }
    return sum;
}

float number(int kind, float x)
{
    int whole = int(x * 7.0f) - 4;
    float3 v = float3(x, 2.0f * x, 3.0f);
    switch (kind) {
        case 0: {
            Bits bits = Bits{};
            bits.low = whole;
            bits.middle = 100u + uint(whole + 4);
            bits.high = -whole * 1000;
            bits.next = 6u;
            bits.low += 3;
            return float(bits.low) + float(bits.middle) * 2.0f + float(bits.high) + float(bits.next);
        }
        case 1: {
            Word word;
            word.f = x;
            word.u &= 0xffff0000u;
            int kept = word.i >> 16;
            return word.f + float(kept & 0xff);
        }
        case 2: {
            Pair pair = Pair{x, 2.0f};
            auto [p, q] = pair;
            p += 10.0f;
            q *= p;
            return p + q + pair.a + pair.b;
        }
        case 3: {
            Pair all[3] = {{1.0f, 2.0f}, {x, 4.0f}, {}};
            const int at = 1;
            Pair &pair = all[at];
            float &b = pair.b;
            b += x;
            pair.scale(2.0f);
            return all[1].sum() + all[2].sum() + pair.swapped().a;
        }
        case 4: return chosen(whole & 3, x) + chosen(whole, x) * 0.001f;
        case 5: {
            float sum = 0.0f;
            float extra = 1.0f;
            for (int k = 3; k > -3 && sum < x * 4.0f; k -= 2, extra *= 2.0f) [[unroll]] {
                sum += float(k) * 0.5f + extra;
            }
            return sum;
        }
        case 6: return float(whole / 3) + float(whole % 3) * 10.0f + float(whole >> 1) * 100.0f + float(whole << 2);
        case 7: return (whole + 3u < 2u ? 1.0f : 2.0f) + float(uint(whole) / 3u) * 1e-6f + float(7u - uint(whole));
        case 8: {
            Row<float, 3> row = {{x, 2.0f, x * x}};
            Row<int, 2> other = {{whole, 5}};
            return weight(row) + weight<Row<int, 2>>(other) + row.total();
        }
        case 9: {
            int rounds = 0;
            int left = 6;
            do {
                left--;
                if (left == 3) {
                    continue;
                }
                rounds += left;
            } while (left > 0);
            while (whole & 7) {
                whole--;
                rounds++;
            }
            return float(rounds);
        }
        case 10: return with_defaults(x) + with_defaults(x, 1.0f) + with_defaults(x, 1.0f, 2.0f);
        case 11: {
            int3 w = int3(v * 3.0f);
            int3 r = (w % 4) + (w << 1) - (7 / (w + 1)) + (w & int3(1, 2, 3)) + ~w;
            return float(r.x + r.y * 10 + r.z * 100);
        }
        case 12: {
            int i = whole;
            int j = i++ + 2;
            j += --i;
            int all[3] = {1, 2, 3};
            int k = 0;
            all[k++] += 5;
            all[k] = all[k - 1]--;
            return float(j * 1000 + all[0] * 100 + all[1] * 10 + all[2] + k);
        }
        case 13: {
            float3 w = float3(1.0f);
            w.xz = v.zx;
            w.y = w.x = x;
            w.zy *= 2.0f;
            return w.x + w.y * 10.0f + w.z * 100.0f + w.zyx().xy().x;
        }
        case 14: {
            Counter counter = Counter{whole};
            bool never = x > 100.0f && counter.next() > 0;
            bool once = x > 100.0f || counter.next() > 0;
            return float(counter.n) + (never ? 1000.0f : 0.0f) + (once ? 100.0f : 0.0f) + float(Counter::twice(3));
        }
        case 15: {
            int sum = PlainC + PlainD * 2 + PlainA;
            Mode mode = x > 1.0f ? Mode::Second : Mode::First;
            return float(sum) + float(uint(mode)) + (mode == Mode::First ? 0.5f : 0.25f);
        }
        case 16: {
            Grid grid = {.offset = {x, 1.0f}};
            grid.cells[1][2].a = x;
            grid.cells[1][2].b = 4.0f;
            Grid copy = grid;
            add_to(copy.cells[1][2].b, 2.0f);
            add_to(copy.offset.y, x);
            return copy.cells[1][2].sum() + grid.cells[1][2].sum() * 10.0f + copy.offset.y + grid.cells[0][0].a;
        }
        case 17: return outer::inner::value(x, 1) + outer::value(outer::inner::base);
        case 18: {
            float sum = 0.0f;
            for (int k = 0; k < (whole & 3); k++) [[unroll_n(4)]] {
                sum += float(k + 1);
            }
            return sum;
        }
        case 19: return float(0x1F + 017 + 0b101) + 1e-3f + float(~0u >> 28u) + float((whole ^ 5) | 8);
        case 20: return first_above(x * 4.0f);
        case 21: {
            float all[4];
            fill(all, x);
            float other[4] = {all[3], all[2], all[1]};
            other[2] += 1.0f;
            return all[0] + all[2] * 10.0f + other[2] + other[3];
        }
        case 22: {
            float2x2 m = float2x2(1.0f, 2.0f, 3.0f, x);
            float2 w = m * float2(x, 1.0f) + float2(1.0f, x) * m;
            m[1].x *= 2.0f;
            float3x3 big = float3x3(float4x4(x)) * 2.0f;
            return w.x + w.y * 3.0f + m[1][0] + (m * m)[0].y + big[2].z + transpose(m)[0][1];
        }
        case 23: {
            bool3 big = greaterThan(v, float3(1.0f));
            int3 w = int3(-v * 2.5f);
            return (all(big) ? 1.0f : 0.0f) + (any(not(big)) ? 2.0f : 0.0f) + float(w.x * 100 + w.y * 10 + w.z);
        }
        case 24: {
            float integral;
            int exponent;
            float part = modf(x * 3.7f, integral);
            float mantissa = frexp(x + 1.0f, exponent);
            return part + integral * 10.0f + mantissa + float(exponent) * 100.0f + ldexp(0.75f, 3);
        }
        case 25: {
            uint low;
            uint high;
            umulExtended(uint(whole + 5) * 1000003u, 70001u, high, low);
            uint bits = bitfieldInsert(low, high, 3, 9);
            return float(bits >> 8u) + float(bitCount(bits)) + float(findMSB(high + 1u)) + float(bitfieldExtract(whole, 1, 3));
        }
        case 26: return mix(x, 2.0f, 0.25f) + clamp(x, 0.5f, 1.5f) + sign(x - 1.0f) + mod(x, 0.7f) + mod(-x, 0.7f) + fract(-x);
        case 27: return x > 1.0f ? x > 2.0f ? 3.0f : 2.0f : x < 0.5f ? 0.25f : 1.0f;
        case 28: {
            const float3 &w = v;
            float c = 0.0f;
            for (int i = 0, j = 2; i < 3; i++, j--) {
                c += w[i] * float(j + 1);
            }
            return c - w.z;
        }
        default: {
            Pair pairs[] = {{x, 1.0f}, {2.0f, x},};
            float sum = 0.0f;
            for (int at = 0; at < 2; ++at) {
                if (at == 1) {
                    sum += pairs[at].swapped().sum();
                } else if (pairs[at].a < 1.0f) {
                    sum -= 1.0f;
                } else {
                    sum += 0.5f;
                }
            }
            return sum;
        }
    }
}

struct Data {
    [[storage(0, write)]] float (&results)[];
};

[[compute, local_size(64)]] void numbers_cs([[resource_table]] Data &srt, [[global_invocation_id]] const uint3 id)
{
    int at = int(id.x);
    srt.results[at] = number(at % kinds, float(at / kinds) * 0.11f + 0.03f);
}
PipelineCompute numbers(numbers_cs);
