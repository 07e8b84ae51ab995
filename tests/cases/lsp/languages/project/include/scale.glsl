float scaled(float value, float amount)
{
    return value * amount;
}
