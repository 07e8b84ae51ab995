void checks(float x)
{
    TEST(numbers, comparisons)
    {
        EXPECT_EQ(1 + 1, 2);
        EXPECT_NE(x, 2.0f);
        EXPECT_LT(x, 3.0f);
        EXPECT_LE(x, 3.0f);
        EXPECT_GT(x, -3.0f);
        EXPECT_GE(x, -3.0f);
        EXPECT_TRUE(x > 0.0f);
        EXPECT_FALSE(x < 0.0f);
        EXPECT_NEAR(x, 1.0f, 0.5f);
    }
    TEST(numbers, vectors)
    {
        float2 v = float2(x, 2.0f);
        EXPECT_EQ(v, float2(1.0f, 2.0f));
        EXPECT_NE(v, float2(2.0f));
        EXPECT_NEAR(v.yx, float2(2.0f, 1.0f), 1e-5f);
    }
}

struct Data {
    [[storage(0, write)]] float (&results)[];
};

[[compute, local_size(1)]] void checks_cs([[resource_table]] Data &srt)
{
    checks(1.0f);
    srt.results[0] = 1.0f;
}
PipelineCompute run(checks_cs);
