#define two(a, b) <a><b>
#define one(a) <a>
#define none() <>
two(,) one() none() none( ) one((a,b)) two((,),(())) one(one(one(x)))
#define var(...) {__VA_ARGS__}
#define var1(a, ...) {a;__VA_ARGS__}
#define named(a, rest...) {a;rest}
#define gnu(f, ...) g(f, ##__VA_ARGS__)
#define gnu_named(f, args...) g(f , ## args)
var() var(a) var(a,b) var(,) var1(a) var1(a,) var1(a,b,c) named(1,2,3) named(1)
gnu(x) gnu(x,) gnu(x,1) gnu(x,1,2) gnu_named(y) gnu_named(y,z)
#define comma ,
#define id(x) x
one(id(a comma b)) var(comma) gnu(one(1), comma)
#define arg_macro X Y
#define X 1
#define Y 2
one(arg_macro) two(X, Y) one(two(X,Y))
two(one(one)(2), none)
#define lparen (
#define rparen )
#define hold(x) x
hold(one lparen 5 rparen)
hold(hold(one) (6))
one(
#define inside 7
inside
#ifdef inside
yes
#else
no
#endif
#undef inside
) inside
#define swap(a,b) b a
swap(swap(1,2),swap(3,swap(4,5)))
#define only(...) g(f, ##__VA_ARGS__)
#define none_left
gnu(x) gnu(x,) only() only( ) only(none_left) gnu(x,none_left)
