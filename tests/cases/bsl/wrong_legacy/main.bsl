SHADER_LIBRARY_CREATE_INFO(known)
SHADER_LIBRARY_CREATE_INFO(unknown)

float use()
{
    float a = push_constant_get(known, y);
    float b = push_constant_get(never, x);
    float c = push_constant_get(known);
    return a + b + c + push_constant_get(known, x);
}
