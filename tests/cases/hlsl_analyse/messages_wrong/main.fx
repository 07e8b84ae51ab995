// stage: compute
struct Pair { float a, b; };
static Pair s_Pair;
[numthreads(1, 1, 1)]
void main()
{
    printf();
    printf(1.0);
    printf("%f", s_Pair);
    printf("%f and %d", 1.0);
    printf("a\0b");
    errorf("x");
}
