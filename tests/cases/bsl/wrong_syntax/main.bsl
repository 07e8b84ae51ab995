float casts(float x) { return (float)x; }
float pointer(float x) { float *p = x; return 1.0f; }
float two(float x) { float a = ; return x }
float lambda(float x) { auto f = [](float y) { return y; }; return x; }
void jump() { goto end; }
void allocate() { new float; }
struct Base { float a; };
struct Derived : Base { float b; };
struct Made { Made(float x) { } float a; };
struct Gone { ~Gone() { } float a; };
struct Forward;
struct Added { float a; Added operator+(Added other) { return other; } };
struct Virtual { virtual float f(); };
float operator*(Base a, Base b) { return 1.0f; }
[[no_such]] void attributed() { }
void placed() { [[unroll]] while (true) { } }
void braces(bool b) { if (b) return; for (;;) break; while (b) b = false; do b = true; while (b); }
void _under() { }
const float result() { return 1.0f; }
const float global_constant = 1.0f;
constexpr float not_static = 1.0f;
float variable = 2.0f;
constexpr static float order = 1.0f;
}
void literals() { float a = 1f; int b = 08; float c = 1.0h; int d = 'a'; }
void strings() { auto s = "text"; }
void words(float vec3, float sampler) { float gl_Position = 1.0f; int sample = 2; float discard = 3.0f; }
TEST(a, b) { }
float test_in_float() { TEST(s, n) { } return 1.0f; }
void last() { int a = 1; }
