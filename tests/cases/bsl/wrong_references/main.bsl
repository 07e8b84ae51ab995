float f(float x) { return x; }
struct S { float a; };
S make() { return S{}; }
void write(float &x) { x = 1.0f; }
float &result(float x) { return x; }
void use(float a[4], int i)
{
    float &one = make().a;
    float &two = a[i++];
    float &three = a[i];
    const int j = 1;
    const int &r = j;
    float &four = a[r];
    float &five = 1.0f + 2.0f;
    const float &six = 1.0f + 2.0f;
    int &seven = a[0];
    float &eight;
    float nine = 1.0f, &ten = a[0];
    float &good = a[j + 1];
    { float good = 1.0f; }
    write(1.0f);
    write(j);
    write(good);
    float &assigned = a[i = 2];
    float &called = a[int(f(1.0f))];
}
float &global = 1.0f;
