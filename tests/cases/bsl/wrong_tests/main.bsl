float value()
{
    TEST(placement, in_a_function_with_a_value) { EXPECT_EQ(1, 1); }
    return 1.0f;
}

void checks()
{
    EXPECT_EQ(1, 1);
    TEST(placement, outside)
    {
        TEST(placement, inside) { EXPECT_EQ(1, 1); }
        EXPECT_EQ(1);
        EXPECT_EQ(1, float2(1.0f));
        EXPECT_TRUE(float2(1.0f));
    }
}
