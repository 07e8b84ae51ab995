#define call(a, b) [a|b]
call (
  1 /* comment
  over lines */ ,
  (2, // more
   3)
)
call
(4,5) call
+ call
#define emp
call emp (1,2)
cal\
l(sp\
liced, 6)
#define long_one first \
  second \
    third
long_one
/\
* split comment *\
/ after
"string with // no comment and /* none */" 'x'
# define spaced_directive 1
 #  define other_directive 2
spaced_directive other_directive
#
#  /* a null directive */
a /* comment */ # not_a_directive
