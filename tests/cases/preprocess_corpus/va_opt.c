#define F(a, ...) f(a __VA_OPT__(,) __VA_ARGS__)
#define EMP
F(1) F(1,) F(1,2) F(1,2,3) F(1,EMP) F(,) F()
#define G(X, ...) f(0, X __VA_OPT__(,) __VA_ARGS__)
G(a, b, c) G(a, ) G(a)
#define SDEF(sname, ...) S sname __VA_OPT__(= { __VA_ARGS__ })
SDEF(foo); SDEF(bar, 1, 2);
#define H2(X, Y, ...) __VA_OPT__(X ## Y,) __VA_ARGS__
H2(a, b, c, d) H2(a,b)
#define H3(X, ...) #__VA_OPT__(X##X X##X)
H3(, 0) H3(a,0) H3(a)
#define H4(X, ...) __VA_OPT__(a X ## X) ## b
H4(, 1) H4(q, 1) H4(q)
#define H5A(...) __VA_OPT__()/**/__VA_OPT__()
#define H5B(X) a ## X ## b
#define H5C(X) H5B(X)
H5C(H5A())
#define paren(...) __VA_OPT__((__VA_ARGS__))
paren() paren(1) paren(1,(2,3))
#define V1(x,...) a ## __VA_OPT__(x b) end
#define V2(x,...) __VA_OPT__(b x) ## a end
#define V3(x,...) a ## __VA_OPT__(x ## x b) end
#define V4(x,...) __VA_OPT__(b x##x) ## a end
#define V5(x,...) a ## __VA_OPT__(x) ## c
#define V6(x,...) a ## __VA_OPT__(x##x) ## c
#define E
V1(,1) V2(,1) V3(,1) V4(,1) V5(,1) V6(,1) V1(E,1) V2(E,1) V5(E,1) V1(q,1) V2(q,1) V3(q,1) V4(q,1)
