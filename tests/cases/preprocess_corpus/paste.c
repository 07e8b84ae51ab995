#define cat(a, b) a ## b
#define xcat(a, b) cat(a, b)
#define A 1
#define B 2
#define AB combined
#define A1 not_this
cat(A, B) xcat(A, B) cat(x, 1) cat(1, e) cat(1., 5f) cat(+, +) cat(<, <=) cat(<, <) cat(-, >) cat(., 5) cat(, x) cat(y, )
#define cat3(a,b,c) a##b##c
cat3(1,2,3) cat3(,,) cat3(a,,c) cat3(,b,) cat3(x y, z w, q)
#define hash_hash # ## #
#define mkstr(a) # a
#define in_between(a) mkstr(a)
#define join(c, d) in_between(c hash_hash d)
char p[] = join(x, y);
#define obj a ## b
obj
#define pre(x) g_##x x##_t
pre(A) pre(name) pre()
#define call(name, ...) name##_fn(__VA_ARGS__)
#define foo_fn(x) [x]
call(foo, 1) call(bar, 2, 3)
#define nested cat(ca, t)(A, B)
nested xcat(ca, t)(A, B)
#define self_cat(x) self_##cat(x)
self_cat(1)
#define painted painted cat(pain, ted)
painted
#define args(...) f(1, ## __VA_ARGS__)
args() args(A, B)
#define tail(x, ...) x ## __VA_ARGS__
tail(a) tail(a,b,c) tail(,b) tail(A,B)
