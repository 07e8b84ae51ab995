/* Rescanning together with the rest of the source, nested and mutual recursion. */
#define start 3
#define twice(p) call(start * (p))
#undef start
#define start 2
#define call twice
#define value value[0]
#define through(p) p(other)
#define other 0,1
#define minus(p) p
#define open call(
#define nothing() kind
#define digits(q,r,s) q ## r ## s
#define text(n) # n
through(minus)(call)(start, 5);
value + (call(start)) % open ~ 4)
^through(minus);
digits(1,,5) digits(,2,) digits(,,) digits(9,8,7) digits(,,x)
text(hello "quoted \n" 'c' '\'' a   b) text() text( spaced   out )
#define self self + 1
self self(self)
#define ping pong
#define pong ping
ping pong ping
#define f(x) x f
f(1)(2)(3)
#define g(x) x h
#define h(x) x g
g(1)(2)(3)(4)
#define NIL(xxx) xxx
#define G_0(arg) NIL(G_1)(arg)
#define G_1(arg) NIL(arg)
G_0(42)
#define AA BB
#define BB AA CC
#define CC BB AA
AA BB CC
