#define FADE 0.5

void own_faded(float value, out float result)
{
    result = value * FADE;
}
