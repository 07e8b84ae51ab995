__LINE__ __COUNTER__ __COUNTER__
#define here __LINE__
#define at(x) x __LINE__
#define str(x) #x
#define xstr(x) str(x)
#define cat(a, b) a##b
#define xcat(a, b) cat(a, b)
here at(1) at(
  2
) here
at(__LINE__
  __LINE__) xstr(__LINE__) xcat(name_, __LINE__) xcat(name_, __COUNTER__)
#line 100
here
#line 200 "other.c"
here __FILE__
#define number 300
#line number
here
at(
a
)

here \
  here
#line 400 \
  "x\\y.c"
here __FILE__ xstr(__FILE__)
#if __LINE__ == 406 || __COUNTER__ == 3
yes __COUNTER__
#endif
at(at(here
here
)) here
