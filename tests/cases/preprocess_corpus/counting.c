/* Repetition by rescanning, as macro libraries do it. */
#define EVAL(...) EVAL1(EVAL1(EVAL1(__VA_ARGS__)))
#define EVAL1(...) EVAL2(EVAL2(EVAL2(__VA_ARGS__)))
#define EVAL2(...) __VA_ARGS__
#define CAT(a, ...) PRIM_CAT(a, __VA_ARGS__)
#define PRIM_CAT(a, ...) a ## __VA_ARGS__
#define DEC(x) PRIM_CAT(DEC_, x)
#define DEC_0 0
#define DEC_1 0
#define DEC_2 1
#define DEC_3 2
#define DEC_4 3
#define DEC_5 4
#define CHECK_N(x, n, ...) n
#define CHECK(...) CHECK_N(__VA_ARGS__, 0,)
#define PROBE(x) x, 1,
#define NOT(x) CHECK(PRIM_CAT(NOT_, x))
#define NOT_0 PROBE(~)
#define COMPL(b) PRIM_CAT(COMPL_, b)
#define COMPL_0 1
#define COMPL_1 0
#define BOOL(x) COMPL(NOT(x))
#define IIF(c) PRIM_CAT(IIF_, c)
#define IIF_0(t, ...) __VA_ARGS__
#define IIF_1(t, ...) t
#define IF(c) IIF(BOOL(c))
#define EAT(...)
#define EXPAND(...) __VA_ARGS__
#define WHEN(c) IF(c)(EXPAND, EAT)
#define EMPTY()
#define DEFER(id) id EMPTY()
#define OBSTRUCT(...) __VA_ARGS__ DEFER(EMPTY)()
#define REPEAT(count, macro, ...) WHEN(count) ( OBSTRUCT(REPEAT_INDIRECT) () ( DEC(count), macro, __VA_ARGS__ ) OBSTRUCT(macro) ( DEC(count), __VA_ARGS__ ) )
#define REPEAT_INDIRECT() REPEAT
#define M(i, _) light[i];
EVAL(REPEAT(5, M, ~))
#define LIST(X) X(albedo, 0) X(normal, 1) X(depth, 2)
#define DECLARE(name, slot) Texture2D g_##name : register(t##slot);
#define NAMES(name, slot) #name,
LIST(DECLARE) { LIST(NAMES) }
#define COUNT_N(a,b,c,d,e,n,...) n
#define COUNT(...) COUNT_N(__VA_ARGS__,5,4,3,2,1,0)
COUNT(a) COUNT(a,b) COUNT(a,b,c,d,e)
