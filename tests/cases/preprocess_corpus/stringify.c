#define str(x) #x
#define xstr(x) str(x)
#define EMPTY
#define SP a b
str(a+b) str( a + b ) str("q\"\\" '\"' \n) str(a/**/b) str(@ ` $)
xstr(SP) xstr(EMPTY) xstr(x EMPTY y) xstr(xEMPTY) xstr(EMPTY x) xstr(-EMPTY-) xstr(EMPTY - EMPTY-)
#define P(x) -x- x
#define Q(x) x(x)
#define R(x)x
xstr(P(1)) xstr(P( 1 )) xstr(Q(SP)) xstr(R( 2)) xstr(R(R (3))) xstr( P (R(4)))
#define two(a, b) #a #b a##b
two(x  y, z) two(, ) two( "s" , )
#define va(...) #__VA_ARGS__
va() va(a,b) va(a , b) va( SP , "x" ) va(
  lines
  of, text)
#define file_name(x) xstr(x.h)
file_name(dir/name) str(file_name(x))
#define wide(a) str(a) xstr(a)
wide(SP) wide(str(SP)) wide("a" "b")
#define obj # x
obj xstr(obj)
#define fnl() k
xstr(fnl () fnl) xstr(fnl EMPTY ()) xstr(- fnl EMPTY +) xstr(-fnl+)
