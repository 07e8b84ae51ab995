// Values of the PSL machine: four lanes as bits, where a lane that is no number is not there.

#ifndef PSL_VALUES_FXH
#define PSL_VALUES_FXH

#include "psl_functions.fxh"

#define kNO_LANE 0xffc00000u

uint PslWidth(uint4 value)
{
    uint width = 0u;
    if (!psl_is_none(value.x)) width++;
    if (!psl_is_none(value.y)) width++;
    if (!psl_is_none(value.z)) width++;
    if (!psl_is_none(value.w)) width++;
    return width;
}

// The value with `missing` in the lanes that are not there.
uint4 PslNumbers(uint4 value, uint missing)
{
    if (psl_is_none(value.x)) value.x = missing;
    if (psl_is_none(value.y)) value.y = missing;
    if (psl_is_none(value.z)) value.z = missing;
    if (psl_is_none(value.w)) value.w = missing;
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
    bool4 none = bool4(psl_is_none(left.x), psl_is_none(left.y), psl_is_none(left.z), psl_is_none(left.w));
    bool4 other = bool4(psl_is_none(right.x), psl_is_none(right.y), psl_is_none(right.z), psl_is_none(right.w));
    float4 a = asfloat(PslNumbers(left, 0u));
    float4 b = asfloat(PslNumbers(right, 0u));
    float4 lacks = max(PslTruth(none), PslTruth(other));
    float4 result = float4(0.0, 0.0, 0.0, 0.0);
    // A number that is no operator gives zeros.
    if (op >= 1u && op <= 4u)
    {
#if kUSED_OPERATORS & 0x2
        if (op == 1u) result = a + b;
#endif
#if kUSED_OPERATORS & 0x4
        if (op == 2u) result = a - b;
#endif
#if kUSED_OPERATORS & 0x8
        if (op == 3u) result = a * b;
#endif
#if kUSED_OPERATORS & 0x10
        if (op == 4u) result = a / b;
#endif
        uint4 bits = asuint(result);
        if (lacks.x != 0.0) bits.x = kNO_LANE;
        if (lacks.y != 0.0) bits.y = kNO_LANE;
        if (lacks.z != 0.0) bits.z = kNO_LANE;
        if (lacks.w != 0.0) bits.w = kNO_LANE;
        return PslCut(bits, width);
    }
#if kUSED_COMPARISONS
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
#endif
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
    if (psl_is_none(value.x)) result.x = kNO_LANE;
    if (psl_is_none(value.y)) result.y = kNO_LANE;
    if (psl_is_none(value.z)) result.z = kNO_LANE;
    if (psl_is_none(value.w)) result.w = kNO_LANE;
    return result;
}

#endif
