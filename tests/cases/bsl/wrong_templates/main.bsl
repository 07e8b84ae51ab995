template<typename T = float> T defaulted(T x) { return x; }
template<typename... T> void variadic(T x) { }
template<template<typename> typename T> void nested(T x) { }
template<typename T> struct P { T a; };
template<typename T> struct P<T> { T b; };
template<typename T> using Alias = P<T>;
template<typename T, int n> T sized(T x) { T wrong = nothing; return x * float(n); }
template float sized<float, 2>(float x);
template float sized<float, 2>(float x);
template float sized(float x);
template<> float sized(float x) { return x; }
template float sized<float>(float x);
template float sized<2, float>(float x);
template float sized<float, 1.5f>(float x);
template float unknown<float>(float x);
template struct Unknown<float>;
template float P<int>::f<int>(int x);
template struct P;
template struct P<float>;
template struct P<float>;
template<typename T> T twice(T x) { return x; }
template<typename T> T twice(T x) { return x; }
template float twice<float>(float x) { return x; }
void use(int i)
{
    P<int> a;
    P b;
    twice(1);
    sized<float, 3>(1.0f);
    sized<float, 2>(1.0f);
    sized<float, i>(1.0f);
}
