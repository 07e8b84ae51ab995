#endif
#else
#if
never
#endif
#if 1 +
never
#elif (1
never
#elif 2 3
never
#elif 1.5
never
#elif "text"
never
#elif 1 = 1
never
#elif 08
never
#elif 12abc
never
#elif 99999999999999999999
never
#elif 'toolong'
never
#elif 1 ? 2
never
#elif defined
never
#elif defined(1)
never
#elif 4 / 0 && 0
never
#else extra
active
#else
never
#elif 1
never
#endif extra
#ifdef
#endif
#ifndef 5
never
#endif
#ifdef A B
#endif
#if 1, 2
comma_is_accepted
#endif
#if 0
#if unclosed inside
