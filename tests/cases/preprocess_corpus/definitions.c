#define same(a, b) a + b
#define same(a, b) a + b
#define same( a , b ) a   +  b
#undef never_defined
#define empty
#define not_function (x) x
#define keyword(if, else) if else
#define EQ = =
[empty] [not_function] keyword(1,2) EQ
#undef same
same(1,2)
#define same 3
same
#define paren_body() ()
#define call_result() paren_body
call_result()() call_result () () paren_body ()
#define if(x) when (x)
if (1) while
#define $dollar 5
$dollar a$b
#define long_name_0123456789_abcdefghijklmnopqrstuvwxyz_ABCDEFGHIJKLMNOPQRSTUVWXYZ ok
long_name_0123456789_abcdefghijklmnopqrstuvwxyz_ABCDEFGHIJKLMNOPQRSTUVWXYZ
