// Values of the PSL machine: four lanes as bits, where a lane that is no number is not there.

#ifndef PSL_VALUES_FXH
#define PSL_VALUES_FXH

#define kNO_LANE 0xffc00000u

// On bits: compilers may assume that floats are numbers.
bool PslIsNone(uint bits)
{
    return (bits & 0x7fffffffu) > 0x7f800000u;
}

uint PslWidth(uint4 value)
{
    uint width = 0u;
    if (!PslIsNone(value.x)) width++;
    if (!PslIsNone(value.y)) width++;
    if (!PslIsNone(value.z)) width++;
    if (!PslIsNone(value.w)) width++;
    return width;
}

// The value with `missing` in the lanes that are not there.
uint4 PslNumbers(uint4 value, uint missing)
{
    if (PslIsNone(value.x)) value.x = missing;
    if (PslIsNone(value.y)) value.y = missing;
    if (PslIsNone(value.z)) value.z = missing;
    if (PslIsNone(value.w)) value.w = missing;
    return value;
}

// The first `width` lanes.
uint4 PslCut(uint4 value, uint width)
{
    if (width < 1u) value.x = kNO_LANE;
    if (width < 2u) value.y = kNO_LANE;
    if (width < 3u) value.z = kNO_LANE;
    if (width < 4u) value.w = kNO_LANE;
    return value;
}

// A lane by its number from 1; none for other numbers.
uint PslSelected(uint4 value, uint lane)
{
    uint bits = kNO_LANE;
    if (lane == 1u) bits = value.x;
    if (lane == 2u) bits = value.y;
    if (lane == 3u) bits = value.z;
    if (lane == 4u) bits = value.w;
    return bits;
}

// An operand of a function: numbers in all lanes, and cast to the widest where the function does that.
float4 PslOperand(uint4 value, bool pads, uint widest, uint missing)
{
    uint width = PslWidth(value);
    uint4 numbers = PslNumbers(value, missing);
    if (pads && width == 1u && widest > 1u)
        numbers = numbers.xxxx;
    return asfloat(numbers);
}

uint PslArity(uint id)
{
    if (id == 0u || id > 75u) return 0u;
    if (id <= 8u || (id >= 10u && id <= 18u) || id == 33u || (id >= 37u && id <= 38u)) return 1u;
    if (id == 9u || (id >= 19u && id <= 21u) || id == 24u || id == 26u || id == 29u) return 2u;
    if (id >= 34u && id <= 36u) return 2u;
    if (id == 39u || id == 72u || id == 73u) return 2u;
    if (id == 22u || id == 23u || id == 25u || id == 27u || id == 40u || id == 74u) return 3u;
    if (id == 28u || id == 75u) return 4u;
    if (id == 41u || id == 45u || (id >= 47u && id <= 49u) || (id >= 66u && id <= 71u)) return 1u;
    return 0u;
}

bool PslPads(uint id)
{
    return (id >= 19u && id <= 25u) || (id >= 34u && id <= 36u) || id == 39u || id == 40u;
}

uint PslResultWidth(uint id, uint first, uint widest)
{
    if (id <= 8u || (id >= 10u && id <= 18u) || id == 37u) return first;
    if (id == 9u || (id >= 19u && id <= 25u) || id == 39u || id == 40u) return widest;
    if (id == 26u || id == 30u || id == 31u || id == 42u) return 2u;
    if (id == 27u || id == 35u || id == 45u || id == 47u) return 3u;
    if (id == 34u || id == 36u || id == 38u || id == 48u || id == 49u) return 1u;
    if (id == 65u || id == 70u || (id >= 72u && id <= 75u)) return 1u;
    return 4u;
}

float4 PslTruth(bool4 is)
{
    return float4(is.x ? 1.0 : 0.0, is.y ? 1.0 : 0.0, is.z ? 1.0 : 0.0, is.w ? 1.0 : 0.0);
}

uint4 PslBinary(uint op, uint4 left, uint4 right)
{
    uint l = PslWidth(left);
    uint r = PslWidth(right);
    if (l == 1u && r != 1u)
        left = PslCut(left.xxxx, r);
    else if (r == 1u && l != 1u)
        right = PslCut(right.xxxx, l);
    uint width = max(l, r);
    bool4 none = bool4(PslIsNone(left.x), PslIsNone(left.y), PslIsNone(left.z), PslIsNone(left.w));
    bool4 other = bool4(PslIsNone(right.x), PslIsNone(right.y), PslIsNone(right.z), PslIsNone(right.w));
    float4 a = asfloat(PslNumbers(left, 0u));
    float4 b = asfloat(PslNumbers(right, 0u));
    float4 lacks = max(PslTruth(none), PslTruth(other));
    float4 result = float4(0.0, 0.0, 0.0, 0.0);
    if (op <= 4u)
    {
        if (op == 1u) result = a + b;
        if (op == 2u) result = a - b;
        if (op == 3u) result = a * b;
        if (op == 4u) result = a / b;
        uint4 bits = asuint(result);
        if (lacks.x != 0.0) bits.x = kNO_LANE;
        if (lacks.y != 0.0) bits.y = kNO_LANE;
        if (lacks.z != 0.0) bits.z = kNO_LANE;
        if (lacks.w != 0.0) bits.w = kNO_LANE;
        return PslCut(bits, width);
    }
    // A lane that is not there compares as false, differs from all, and is true in logic.
    float4 there = 1.0 - lacks;
    float4 left_true = max(PslTruth(a != 0.0), PslTruth(none));
    float4 right_true = max(PslTruth(b != 0.0), PslTruth(other));
    if (op == 5u) result = PslTruth(a < b) * there;
    if (op == 6u) result = PslTruth(a > b) * there;
    if (op == 7u) result = PslTruth(a == b) * there;
    if (op == 8u) result = PslTruth(a <= b) * there;
    if (op == 9u) result = PslTruth(a >= b) * there;
    if (op == 10u) result = max(PslTruth(a != b), lacks);
    if (op == 11u) result = left_true * right_true;
    if (op == 12u) result = max(left_true, right_true);
    return PslCut(asuint(result), width);
}

// 45 and 33 are the codes of `-` and `!`.
uint4 PslUnary(uint op, uint4 value)
{
    uint4 result = value;
    if (op == 45u)
        result = value ^ uint4(0x80000000u, 0x80000000u, 0x80000000u, 0x80000000u);
    if (op == 33u)
        result = asuint(PslTruth((value & 0x7fffffffu) == 0u));
    if (PslIsNone(value.x)) result.x = kNO_LANE;
    if (PslIsNone(value.y)) result.y = kNO_LANE;
    if (PslIsNone(value.z)) result.z = kNO_LANE;
    if (PslIsNone(value.w)) result.w = kNO_LANE;
    return result;
}

float PslPower(float x, float y)
{
    return y == 0.0 ? 1.0 : pow(x, y);
}

float4 PslMath(uint id, float4 a, float4 b, float4 c)
{
    switch (id)
    {
    case 1u: return log(a);
    case 2u: return log2(a);
    case 3u: return sin(a);
    case 4u: return cos(a);
    case 5u: return tan(a);
    case 6u: return asin(a);
    case 7u: return acos(a);
    case 8u: return atan(a);
    case 9u: return float4(PslPower(a.x, b.x), PslPower(a.y, b.y), PslPower(a.z, b.z), PslPower(a.w, b.w));
    case 10u: return exp(a);
    case 11u: return exp2(a);
    case 12u: return sqrt(a);
    case 13u: return rsqrt(a);
    case 14u: return abs(a);
    case 15u: return sign(a);
    case 16u: return floor(a);
    case 17u: return ceil(a);
    case 18u: return a - floor(a);
    case 19u: return a - b * floor(a / b);
    case 20u: return min(a, b);
    case 21u: return max(a, b);
    case 22u: return min(max(a, b), c);
    case 23u: return a + (b - a) * c;
    case 24u: return step(a, b);
    case 25u:
    {
        float4 t = saturate((c - a) / (b - a));
        return t * t * (3.0 - 2.0 * t);
    }
    default: return round(a);
    }
}

float4 PslGeometry(uint id, float4 a, float4 b, float4 c)
{
    switch (id)
    {
    case 34u: return float4(dot(a, b), 0.0, 0.0, 0.0);
    case 35u: return float4(cross(a.xyz, b.xyz), 0.0);
    case 36u: return float4(distance(a, b), 0.0, 0.0, 0.0);
    case 37u: return a / length(a);
    case 38u: return float4(length(a), 0.0, 0.0, 0.0);
    case 39u: return a - 2.0 * dot(a, b) * b;
    default:
    {
        float cosine = dot(b, a);
        float k = 1.0 - c.x * c.x * (1.0 - cosine * cosine);
        if (k < 0.0)
            return float4(0.0, 0.0, 0.0, 0.0);
        return c.x * a - (c.x * cosine + sqrt(k)) * b;
    }
    }
}

#endif
