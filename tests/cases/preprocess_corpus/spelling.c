#define m -1
#define plus +
-m +plus plus+ - m m-m x m
#define dot .
dot dot dot 1dot 1 dot 2 dot. .dot
#define lt <
lt lt= lt<= <lt lt:
#define id(x) x
id(a)id(b) id(1)id(2) id(1)2 x id(y)z id(+)id(+) id(/)id(/) id(/)* id("a")"b" id(L)"c"
#define e 1e
e+1 e-1 e +1
#define amp &
amp amp amp& &amp |id(|) !id(=) =id(=) %id(=) :id(:) id(-)> id(#)# ^id(=) *id(/)
id(1.)id(.5) id(..).
