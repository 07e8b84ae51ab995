#pragma once
#include "math_lib.bsl"

// Several values in one word, and the bits of numbers.
namespace packing {

enum class Kind : uint { Plain, Striped = 2, Dotted };

// The same 32 bits as a number and as a word.
union Bits {
    float number;
    uint word;
};

struct Flags {
    uint kind : 3;
    uint level : 5;
    uint rest : 24;
};

uint word_of(float x)
{
    Bits bits;
    bits.number = x;
    return bits.word;
}

Flags flags_of(uint word)
{
    Flags flags;
    flags.kind = word & 7u;
    flags.level = (word >> 3u) & 31u;
    flags.rest = word >> 8u;
    return flags;
}

// The last values of a sequence.
template<typename T, int count> struct Ring {
    T items[count];
    int at;

    void put(T item)
    {
        items[at] = item;
        at = (at + 1) % count;
    }

    T sum() const
    {
        T total = items[0];
        for (int i = 1; i < count; i++) [[unroll]] {
            total += items[i];
        }
        return total;
    }
};
template struct Ring<float, 3>;
template struct Ring<float2, 2>;

void checks()
{
    TEST(packing, bits)
    {
        EXPECT_EQ(word_of(1.0f), 0x3f800000u);
        EXPECT_EQ(flags_of(0b1101u).kind, 5u);
        EXPECT_EQ(flags_of(0b1101u).level, 1u);
    }
    TEST(packing, ring)
    {
        Ring<float, 3> ring{};
        ring.put(1.0f);
        ring.put(2.0f);
        ring.put(3.0f);
        ring.put(4.0f);
        EXPECT_NEAR(ring.sum(), 9.0f, 1e-6f);
        Ring<float2, 2> pairs{};
        pairs.put(float2(0.5f, 1.0f));
        EXPECT_EQ(pairs.sum(), float2(0.5f, 1.0f));
        EXPECT_TRUE(pairs.at == 1);
    }
    TEST(math, small_functions)
    {
        EXPECT_NEAR(math::remap(0.5f, 0.0f, 1.0f, 2.0f, 4.0f), 3.0f, 1e-6f);
        EXPECT_LT(math::saturate(-1.0f), 0.5f);
        EXPECT_FALSE(math::square(3.0f) < 8.0f);
    }
}

}
