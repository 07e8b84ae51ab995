#defin A 1
#includ "a"
#!shebang
#error don't  do /* comment */ this
#warning "careful"
#error
#line
#line x
#line 12 13
#line 12 "a" b
here __LINE__ __FILE__
# 77 "marker" 1 3
here __LINE__ __FILE__
_Pragma
_Pragma(1)
__DATE__ __TIME__
#ifdef __DATE__
never
#endif
#if 0
#defin A
don't "
#endif
#define MESSAGE don't
'unterminated
x = "open; MESSAGE
MESSAGE
__has_include
@ ` \ stray
