#if true && !false && !unknown
true_is_one
#endif
#define ADDED(x) x + 1
#if ADDED(1) == 2 && defined ADDED
function_like
#endif
#elifdef_without_if
#if 0
#elifdef ADDED
elifdef
#else
never
#endif
#if 0
#elifndef ADDED
never
#elifndef OTHER
elifndef
#endif
#if FUNCTION(1)
#endif
#en\
dif x
