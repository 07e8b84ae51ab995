#define
#define 1x
#define defined 1
#define "s"
#define A"text"
#define F(a, a) a
#define G(a b) a
#define H(a
#define I(1) a
#define J(..., a) a
#define K(a) #b
#define L ## a
#define M a ##
#define N() __VA_ARGS__
#define O(a) __VA_OPT__(a)
#define P(...) __VA_OPT__(a
#define Q(...) __VA_OPT__(## a)
#define R(...) __VA_OPT__(__VA_OPT__(a))
#define S(...) __VA_OPT__
#define TWICE(a) a a
#define TWICE(b) b b
#define TWICE(b) b  b
#define __LINE__ 3
#undef
#undef 5
#undef A B
#undef __FILE__
F G H I J K L M N O P Q R S TWICE(x) __LINE__
