/* BSL as C++: types and functions with which a shader is a translation unit of C++20.
 *
 *     g++ -std=c++20 -Wall -Wno-attributes -include bsl.hh shader.bsl
 *
 * Functions without resources give the numbers of the shader. Samplers and images read zero and take nothing. */
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <tuple>
#include <type_traits>

#define GPU_SHADER 1
#define GPU_VULKAN 1

typedef unsigned int uint;
typedef unsigned char uchar;
typedef unsigned short ushort;
typedef float half;

/* A component selection as a member: `v.xy`. */
template<typename V, typename T, int N, int... I> struct Swizzle {
    T data[N];
    operator V() const { return V(data[I]...); }
    V operator()() const { return *this; }
    Swizzle &operator=(const V &v) { int at = 0; ((data[I] = v[at++]), ...); return *this; }
    Swizzle &operator=(const Swizzle &v) { return *this = V(v); }
    Swizzle &operator+=(const V &v) { return *this = V(*this) + v; }
    Swizzle &operator-=(const V &v) { return *this = V(*this) - v; }
    Swizzle &operator*=(const V &v) { return *this = V(*this) * v; }
    Swizzle &operator/=(const V &v) { return *this = V(*this) / v; }
    Swizzle &operator%=(const V &v) { return *this = V(*this) % v; }
    Swizzle &operator&=(const V &v) { return *this = V(*this) & v; }
    Swizzle &operator|=(const V &v) { return *this = V(*this) | v; }
    Swizzle &operator^=(const V &v) { return *this = V(*this) ^ v; }
    Swizzle &operator<<=(const V &v) { return *this = V(*this) << v; }
    Swizzle &operator>>=(const V &v) { return *this = V(*this) >> v; }
    Swizzle &operator+=(T s) { return *this += V(s); }
    Swizzle &operator-=(T s) { return *this -= V(s); }
    Swizzle &operator*=(T s) { return *this *= V(s); }
    Swizzle &operator/=(T s) { return *this /= V(s); }
    Swizzle &operator%=(T s) { return *this %= V(s); }
    Swizzle &operator&=(T s) { return *this &= V(s); }
    Swizzle &operator|=(T s) { return *this |= V(s); }
    Swizzle &operator^=(T s) { return *this ^= V(s); }
    Swizzle &operator<<=(T s) { return *this <<= V(s); }
    Swizzle &operator>>=(T s) { return *this >>= V(s); }
    T operator[](int i) const { return V(*this)[i]; }
    const T &get(int i) const { return data[i]; }
};

template<typename T, int N> struct vec;

#define BSL_VECTOR_OPERATORS(N) \
    constexpr T &operator[](int i) { return data[i]; } \
    constexpr const T &operator[](int i) const { return data[i]; } \
    constexpr vec() = default; \
    constexpr vec(const vec &v) = default; \
    constexpr vec &operator=(const vec &v) { for (int i = 0; i < N; i++) { data[i] = v.data[i]; } return *this; } \
    explicit constexpr vec(T s) : data{} { for (int i = 0; i < N; i++) { data[i] = s; } } \
    template<typename U> requires (!std::is_same_v<U, T>) explicit constexpr vec(const vec<U, N> &v) : data{} \
    { for (int i = 0; i < N; i++) { data[i] = T(v[i]); } } \
    template<typename V, typename U, int M, int... I> requires (sizeof...(I) == N && !std::is_same_v<U, T>) \
    explicit vec(const Swizzle<V, U, M, I...> &v) : vec(V(v)) {} \
    BSL_VECTOR_BINARY(N, +) BSL_VECTOR_BINARY(N, -) BSL_VECTOR_BINARY(N, *) BSL_VECTOR_BINARY(N, /) \
    BSL_VECTOR_INTEGER(N, %) BSL_VECTOR_INTEGER(N, &) BSL_VECTOR_INTEGER(N, |) BSL_VECTOR_INTEGER(N, ^) \
    BSL_VECTOR_INTEGER(N, <<) BSL_VECTOR_INTEGER(N, >>) \
    friend constexpr vec operator-(const vec &a) { vec r(T(0)); for (int i = 0; i < N; i++) { r[i] = -a[i]; } return r; } \
    friend constexpr vec operator+(const vec &a) { return a; } \
    friend constexpr vec operator!(const vec &a) { vec r(T(0)); for (int i = 0; i < N; i++) { r[i] = !a[i]; } return r; } \
    constexpr vec &operator++() { return *this += T(1); } \
    constexpr vec &operator--() { return *this -= T(1); } \
    constexpr vec operator++(int) { vec r(*this); *this += T(1); return r; } \
    constexpr vec operator--(int) { vec r(*this); *this -= T(1); return r; } \
    friend constexpr vec operator~(const vec &a) { vec r(T(0)); for (int i = 0; i < N; i++) { r[i] = ~a[i]; } return r; }
#define BSL_VECTOR_BINARY(N, O) \
    friend constexpr vec operator O(const vec &a, const vec &b) { vec r(T(0)); for (int i = 0; i < N; i++) { r[i] = a[i] O b[i]; } return r; } \
    friend constexpr vec operator O(const vec &a, T b) { vec r(T(0)); for (int i = 0; i < N; i++) { r[i] = a[i] O b; } return r; } \
    friend constexpr vec operator O(T a, const vec &b) { vec r(T(0)); for (int i = 0; i < N; i++) { r[i] = a O b[i]; } return r; } \
    constexpr vec &operator O##=(const vec &b) { return *this = *this O b; } \
    constexpr vec &operator O##=(T b) { return *this = *this O b; }
#define BSL_VECTOR_INTEGER(N, O) BSL_VECTOR_BINARY(N, O)

template<typename T> struct vec<T, 2> {
    static constexpr int N = 2;
    union {
        T data[2];
        struct { T x, y; };
        struct { T r, g; };
        Swizzle<vec<T, 2>, T, 2, 0, 0> xx; Swizzle<vec<T, 2>, T, 2, 0, 1> xy; Swizzle<vec<T, 2>, T, 2, 1, 0> yx; Swizzle<vec<T, 2>, T, 2, 1, 1> yy;
        Swizzle<vec<T, 3>, T, 2, 0, 0, 0> xxx; Swizzle<vec<T, 3>, T, 2, 0, 0, 1> xxy; Swizzle<vec<T, 3>, T, 2, 0, 1, 0> xyx; Swizzle<vec<T, 3>, T, 2, 0, 1, 1> xyy; Swizzle<vec<T, 3>, T, 2, 1, 0, 0> yxx; Swizzle<vec<T, 3>, T, 2, 1, 0, 1> yxy; Swizzle<vec<T, 3>, T, 2, 1, 1, 0> yyx; Swizzle<vec<T, 3>, T, 2, 1, 1, 1> yyy;
        Swizzle<vec<T, 4>, T, 2, 0, 0, 0, 0> xxxx; Swizzle<vec<T, 4>, T, 2, 0, 0, 0, 1> xxxy; Swizzle<vec<T, 4>, T, 2, 0, 0, 1, 0> xxyx; Swizzle<vec<T, 4>, T, 2, 0, 0, 1, 1> xxyy; Swizzle<vec<T, 4>, T, 2, 0, 1, 0, 0> xyxx; Swizzle<vec<T, 4>, T, 2, 0, 1, 0, 1> xyxy; Swizzle<vec<T, 4>, T, 2, 0, 1, 1, 0> xyyx; Swizzle<vec<T, 4>, T, 2, 0, 1, 1, 1> xyyy; Swizzle<vec<T, 4>, T, 2, 1, 0, 0, 0> yxxx; Swizzle<vec<T, 4>, T, 2, 1, 0, 0, 1> yxxy; Swizzle<vec<T, 4>, T, 2, 1, 0, 1, 0> yxyx; Swizzle<vec<T, 4>, T, 2, 1, 0, 1, 1> yxyy; Swizzle<vec<T, 4>, T, 2, 1, 1, 0, 0> yyxx; Swizzle<vec<T, 4>, T, 2, 1, 1, 0, 1> yyxy; Swizzle<vec<T, 4>, T, 2, 1, 1, 1, 0> yyyx; Swizzle<vec<T, 4>, T, 2, 1, 1, 1, 1> yyyy;
        Swizzle<vec<T, 2>, T, 2, 0, 0> rr; Swizzle<vec<T, 2>, T, 2, 0, 1> rg; Swizzle<vec<T, 2>, T, 2, 1, 0> gr; Swizzle<vec<T, 2>, T, 2, 1, 1> gg;
        Swizzle<vec<T, 3>, T, 2, 0, 0, 0> rrr; Swizzle<vec<T, 3>, T, 2, 0, 0, 1> rrg; Swizzle<vec<T, 3>, T, 2, 0, 1, 0> rgr; Swizzle<vec<T, 3>, T, 2, 0, 1, 1> rgg; Swizzle<vec<T, 3>, T, 2, 1, 0, 0> grr; Swizzle<vec<T, 3>, T, 2, 1, 0, 1> grg; Swizzle<vec<T, 3>, T, 2, 1, 1, 0> ggr; Swizzle<vec<T, 3>, T, 2, 1, 1, 1> ggg;
        Swizzle<vec<T, 4>, T, 2, 0, 0, 0, 0> rrrr; Swizzle<vec<T, 4>, T, 2, 0, 0, 0, 1> rrrg; Swizzle<vec<T, 4>, T, 2, 0, 0, 1, 0> rrgr; Swizzle<vec<T, 4>, T, 2, 0, 0, 1, 1> rrgg; Swizzle<vec<T, 4>, T, 2, 0, 1, 0, 0> rgrr; Swizzle<vec<T, 4>, T, 2, 0, 1, 0, 1> rgrg; Swizzle<vec<T, 4>, T, 2, 0, 1, 1, 0> rggr; Swizzle<vec<T, 4>, T, 2, 0, 1, 1, 1> rggg; Swizzle<vec<T, 4>, T, 2, 1, 0, 0, 0> grrr; Swizzle<vec<T, 4>, T, 2, 1, 0, 0, 1> grrg; Swizzle<vec<T, 4>, T, 2, 1, 0, 1, 0> grgr; Swizzle<vec<T, 4>, T, 2, 1, 0, 1, 1> grgg; Swizzle<vec<T, 4>, T, 2, 1, 1, 0, 0> ggrr; Swizzle<vec<T, 4>, T, 2, 1, 1, 0, 1> ggrg; Swizzle<vec<T, 4>, T, 2, 1, 1, 1, 0> gggr; Swizzle<vec<T, 4>, T, 2, 1, 1, 1, 1> gggg;
    };
    constexpr vec(T a, T b) : data{a, b} {}
    BSL_VECTOR_OPERATORS(2)
};

template<typename T> struct vec<T, 3> {
    static constexpr int N = 3;
    union {
        T data[3];
        struct { T x, y, z; };
        struct { T r, g, b; };
        Swizzle<vec<T, 2>, T, 3, 0, 0> xx; Swizzle<vec<T, 2>, T, 3, 0, 1> xy; Swizzle<vec<T, 2>, T, 3, 0, 2> xz; Swizzle<vec<T, 2>, T, 3, 1, 0> yx; Swizzle<vec<T, 2>, T, 3, 1, 1> yy; Swizzle<vec<T, 2>, T, 3, 1, 2> yz; Swizzle<vec<T, 2>, T, 3, 2, 0> zx; Swizzle<vec<T, 2>, T, 3, 2, 1> zy; Swizzle<vec<T, 2>, T, 3, 2, 2> zz;
        Swizzle<vec<T, 3>, T, 3, 0, 0, 0> xxx; Swizzle<vec<T, 3>, T, 3, 0, 0, 1> xxy; Swizzle<vec<T, 3>, T, 3, 0, 0, 2> xxz; Swizzle<vec<T, 3>, T, 3, 0, 1, 0> xyx; Swizzle<vec<T, 3>, T, 3, 0, 1, 1> xyy; Swizzle<vec<T, 3>, T, 3, 0, 1, 2> xyz; Swizzle<vec<T, 3>, T, 3, 0, 2, 0> xzx; Swizzle<vec<T, 3>, T, 3, 0, 2, 1> xzy; Swizzle<vec<T, 3>, T, 3, 0, 2, 2> xzz; Swizzle<vec<T, 3>, T, 3, 1, 0, 0> yxx; Swizzle<vec<T, 3>, T, 3, 1, 0, 1> yxy; Swizzle<vec<T, 3>, T, 3, 1, 0, 2> yxz; Swizzle<vec<T, 3>, T, 3, 1, 1, 0> yyx; Swizzle<vec<T, 3>, T, 3, 1, 1, 1> yyy; Swizzle<vec<T, 3>, T, 3, 1, 1, 2> yyz; Swizzle<vec<T, 3>, T, 3, 1, 2, 0> yzx; Swizzle<vec<T, 3>, T, 3, 1, 2, 1> yzy; Swizzle<vec<T, 3>, T, 3, 1, 2, 2> yzz; Swizzle<vec<T, 3>, T, 3, 2, 0, 0> zxx; Swizzle<vec<T, 3>, T, 3, 2, 0, 1> zxy; Swizzle<vec<T, 3>, T, 3, 2, 0, 2> zxz; Swizzle<vec<T, 3>, T, 3, 2, 1, 0> zyx; Swizzle<vec<T, 3>, T, 3, 2, 1, 1> zyy; Swizzle<vec<T, 3>, T, 3, 2, 1, 2> zyz; Swizzle<vec<T, 3>, T, 3, 2, 2, 0> zzx; Swizzle<vec<T, 3>, T, 3, 2, 2, 1> zzy; Swizzle<vec<T, 3>, T, 3, 2, 2, 2> zzz;
        Swizzle<vec<T, 4>, T, 3, 0, 0, 0, 0> xxxx; Swizzle<vec<T, 4>, T, 3, 0, 0, 0, 1> xxxy; Swizzle<vec<T, 4>, T, 3, 0, 0, 0, 2> xxxz; Swizzle<vec<T, 4>, T, 3, 0, 0, 1, 0> xxyx; Swizzle<vec<T, 4>, T, 3, 0, 0, 1, 1> xxyy; Swizzle<vec<T, 4>, T, 3, 0, 0, 1, 2> xxyz; Swizzle<vec<T, 4>, T, 3, 0, 0, 2, 0> xxzx; Swizzle<vec<T, 4>, T, 3, 0, 0, 2, 1> xxzy; Swizzle<vec<T, 4>, T, 3, 0, 0, 2, 2> xxzz; Swizzle<vec<T, 4>, T, 3, 0, 1, 0, 0> xyxx; Swizzle<vec<T, 4>, T, 3, 0, 1, 0, 1> xyxy; Swizzle<vec<T, 4>, T, 3, 0, 1, 0, 2> xyxz; Swizzle<vec<T, 4>, T, 3, 0, 1, 1, 0> xyyx; Swizzle<vec<T, 4>, T, 3, 0, 1, 1, 1> xyyy; Swizzle<vec<T, 4>, T, 3, 0, 1, 1, 2> xyyz; Swizzle<vec<T, 4>, T, 3, 0, 1, 2, 0> xyzx; Swizzle<vec<T, 4>, T, 3, 0, 1, 2, 1> xyzy; Swizzle<vec<T, 4>, T, 3, 0, 1, 2, 2> xyzz; Swizzle<vec<T, 4>, T, 3, 0, 2, 0, 0> xzxx; Swizzle<vec<T, 4>, T, 3, 0, 2, 0, 1> xzxy; Swizzle<vec<T, 4>, T, 3, 0, 2, 0, 2> xzxz; Swizzle<vec<T, 4>, T, 3, 0, 2, 1, 0> xzyx; Swizzle<vec<T, 4>, T, 3, 0, 2, 1, 1> xzyy; Swizzle<vec<T, 4>, T, 3, 0, 2, 1, 2> xzyz; Swizzle<vec<T, 4>, T, 3, 0, 2, 2, 0> xzzx; Swizzle<vec<T, 4>, T, 3, 0, 2, 2, 1> xzzy; Swizzle<vec<T, 4>, T, 3, 0, 2, 2, 2> xzzz; Swizzle<vec<T, 4>, T, 3, 1, 0, 0, 0> yxxx; Swizzle<vec<T, 4>, T, 3, 1, 0, 0, 1> yxxy; Swizzle<vec<T, 4>, T, 3, 1, 0, 0, 2> yxxz; Swizzle<vec<T, 4>, T, 3, 1, 0, 1, 0> yxyx; Swizzle<vec<T, 4>, T, 3, 1, 0, 1, 1> yxyy; Swizzle<vec<T, 4>, T, 3, 1, 0, 1, 2> yxyz; Swizzle<vec<T, 4>, T, 3, 1, 0, 2, 0> yxzx; Swizzle<vec<T, 4>, T, 3, 1, 0, 2, 1> yxzy; Swizzle<vec<T, 4>, T, 3, 1, 0, 2, 2> yxzz; Swizzle<vec<T, 4>, T, 3, 1, 1, 0, 0> yyxx; Swizzle<vec<T, 4>, T, 3, 1, 1, 0, 1> yyxy; Swizzle<vec<T, 4>, T, 3, 1, 1, 0, 2> yyxz; Swizzle<vec<T, 4>, T, 3, 1, 1, 1, 0> yyyx; Swizzle<vec<T, 4>, T, 3, 1, 1, 1, 1> yyyy; Swizzle<vec<T, 4>, T, 3, 1, 1, 1, 2> yyyz; Swizzle<vec<T, 4>, T, 3, 1, 1, 2, 0> yyzx; Swizzle<vec<T, 4>, T, 3, 1, 1, 2, 1> yyzy; Swizzle<vec<T, 4>, T, 3, 1, 1, 2, 2> yyzz; Swizzle<vec<T, 4>, T, 3, 1, 2, 0, 0> yzxx; Swizzle<vec<T, 4>, T, 3, 1, 2, 0, 1> yzxy; Swizzle<vec<T, 4>, T, 3, 1, 2, 0, 2> yzxz; Swizzle<vec<T, 4>, T, 3, 1, 2, 1, 0> yzyx; Swizzle<vec<T, 4>, T, 3, 1, 2, 1, 1> yzyy; Swizzle<vec<T, 4>, T, 3, 1, 2, 1, 2> yzyz; Swizzle<vec<T, 4>, T, 3, 1, 2, 2, 0> yzzx; Swizzle<vec<T, 4>, T, 3, 1, 2, 2, 1> yzzy; Swizzle<vec<T, 4>, T, 3, 1, 2, 2, 2> yzzz; Swizzle<vec<T, 4>, T, 3, 2, 0, 0, 0> zxxx; Swizzle<vec<T, 4>, T, 3, 2, 0, 0, 1> zxxy; Swizzle<vec<T, 4>, T, 3, 2, 0, 0, 2> zxxz; Swizzle<vec<T, 4>, T, 3, 2, 0, 1, 0> zxyx; Swizzle<vec<T, 4>, T, 3, 2, 0, 1, 1> zxyy; Swizzle<vec<T, 4>, T, 3, 2, 0, 1, 2> zxyz; Swizzle<vec<T, 4>, T, 3, 2, 0, 2, 0> zxzx; Swizzle<vec<T, 4>, T, 3, 2, 0, 2, 1> zxzy; Swizzle<vec<T, 4>, T, 3, 2, 0, 2, 2> zxzz; Swizzle<vec<T, 4>, T, 3, 2, 1, 0, 0> zyxx; Swizzle<vec<T, 4>, T, 3, 2, 1, 0, 1> zyxy; Swizzle<vec<T, 4>, T, 3, 2, 1, 0, 2> zyxz; Swizzle<vec<T, 4>, T, 3, 2, 1, 1, 0> zyyx; Swizzle<vec<T, 4>, T, 3, 2, 1, 1, 1> zyyy; Swizzle<vec<T, 4>, T, 3, 2, 1, 1, 2> zyyz; Swizzle<vec<T, 4>, T, 3, 2, 1, 2, 0> zyzx; Swizzle<vec<T, 4>, T, 3, 2, 1, 2, 1> zyzy; Swizzle<vec<T, 4>, T, 3, 2, 1, 2, 2> zyzz; Swizzle<vec<T, 4>, T, 3, 2, 2, 0, 0> zzxx; Swizzle<vec<T, 4>, T, 3, 2, 2, 0, 1> zzxy; Swizzle<vec<T, 4>, T, 3, 2, 2, 0, 2> zzxz; Swizzle<vec<T, 4>, T, 3, 2, 2, 1, 0> zzyx; Swizzle<vec<T, 4>, T, 3, 2, 2, 1, 1> zzyy; Swizzle<vec<T, 4>, T, 3, 2, 2, 1, 2> zzyz; Swizzle<vec<T, 4>, T, 3, 2, 2, 2, 0> zzzx; Swizzle<vec<T, 4>, T, 3, 2, 2, 2, 1> zzzy; Swizzle<vec<T, 4>, T, 3, 2, 2, 2, 2> zzzz;
        Swizzle<vec<T, 2>, T, 3, 0, 0> rr; Swizzle<vec<T, 2>, T, 3, 0, 1> rg; Swizzle<vec<T, 2>, T, 3, 0, 2> rb; Swizzle<vec<T, 2>, T, 3, 1, 0> gr; Swizzle<vec<T, 2>, T, 3, 1, 1> gg; Swizzle<vec<T, 2>, T, 3, 1, 2> gb; Swizzle<vec<T, 2>, T, 3, 2, 0> br; Swizzle<vec<T, 2>, T, 3, 2, 1> bg; Swizzle<vec<T, 2>, T, 3, 2, 2> bb;
        Swizzle<vec<T, 3>, T, 3, 0, 0, 0> rrr; Swizzle<vec<T, 3>, T, 3, 0, 0, 1> rrg; Swizzle<vec<T, 3>, T, 3, 0, 0, 2> rrb; Swizzle<vec<T, 3>, T, 3, 0, 1, 0> rgr; Swizzle<vec<T, 3>, T, 3, 0, 1, 1> rgg; Swizzle<vec<T, 3>, T, 3, 0, 1, 2> rgb; Swizzle<vec<T, 3>, T, 3, 0, 2, 0> rbr; Swizzle<vec<T, 3>, T, 3, 0, 2, 1> rbg; Swizzle<vec<T, 3>, T, 3, 0, 2, 2> rbb; Swizzle<vec<T, 3>, T, 3, 1, 0, 0> grr; Swizzle<vec<T, 3>, T, 3, 1, 0, 1> grg; Swizzle<vec<T, 3>, T, 3, 1, 0, 2> grb; Swizzle<vec<T, 3>, T, 3, 1, 1, 0> ggr; Swizzle<vec<T, 3>, T, 3, 1, 1, 1> ggg; Swizzle<vec<T, 3>, T, 3, 1, 1, 2> ggb; Swizzle<vec<T, 3>, T, 3, 1, 2, 0> gbr; Swizzle<vec<T, 3>, T, 3, 1, 2, 1> gbg; Swizzle<vec<T, 3>, T, 3, 1, 2, 2> gbb; Swizzle<vec<T, 3>, T, 3, 2, 0, 0> brr; Swizzle<vec<T, 3>, T, 3, 2, 0, 1> brg; Swizzle<vec<T, 3>, T, 3, 2, 0, 2> brb; Swizzle<vec<T, 3>, T, 3, 2, 1, 0> bgr; Swizzle<vec<T, 3>, T, 3, 2, 1, 1> bgg; Swizzle<vec<T, 3>, T, 3, 2, 1, 2> bgb; Swizzle<vec<T, 3>, T, 3, 2, 2, 0> bbr; Swizzle<vec<T, 3>, T, 3, 2, 2, 1> bbg; Swizzle<vec<T, 3>, T, 3, 2, 2, 2> bbb;
        Swizzle<vec<T, 4>, T, 3, 0, 0, 0, 0> rrrr; Swizzle<vec<T, 4>, T, 3, 0, 0, 0, 1> rrrg; Swizzle<vec<T, 4>, T, 3, 0, 0, 0, 2> rrrb; Swizzle<vec<T, 4>, T, 3, 0, 0, 1, 0> rrgr; Swizzle<vec<T, 4>, T, 3, 0, 0, 1, 1> rrgg; Swizzle<vec<T, 4>, T, 3, 0, 0, 1, 2> rrgb; Swizzle<vec<T, 4>, T, 3, 0, 0, 2, 0> rrbr; Swizzle<vec<T, 4>, T, 3, 0, 0, 2, 1> rrbg; Swizzle<vec<T, 4>, T, 3, 0, 0, 2, 2> rrbb; Swizzle<vec<T, 4>, T, 3, 0, 1, 0, 0> rgrr; Swizzle<vec<T, 4>, T, 3, 0, 1, 0, 1> rgrg; Swizzle<vec<T, 4>, T, 3, 0, 1, 0, 2> rgrb; Swizzle<vec<T, 4>, T, 3, 0, 1, 1, 0> rggr; Swizzle<vec<T, 4>, T, 3, 0, 1, 1, 1> rggg; Swizzle<vec<T, 4>, T, 3, 0, 1, 1, 2> rggb; Swizzle<vec<T, 4>, T, 3, 0, 1, 2, 0> rgbr; Swizzle<vec<T, 4>, T, 3, 0, 1, 2, 1> rgbg; Swizzle<vec<T, 4>, T, 3, 0, 1, 2, 2> rgbb; Swizzle<vec<T, 4>, T, 3, 0, 2, 0, 0> rbrr; Swizzle<vec<T, 4>, T, 3, 0, 2, 0, 1> rbrg; Swizzle<vec<T, 4>, T, 3, 0, 2, 0, 2> rbrb; Swizzle<vec<T, 4>, T, 3, 0, 2, 1, 0> rbgr; Swizzle<vec<T, 4>, T, 3, 0, 2, 1, 1> rbgg; Swizzle<vec<T, 4>, T, 3, 0, 2, 1, 2> rbgb; Swizzle<vec<T, 4>, T, 3, 0, 2, 2, 0> rbbr; Swizzle<vec<T, 4>, T, 3, 0, 2, 2, 1> rbbg; Swizzle<vec<T, 4>, T, 3, 0, 2, 2, 2> rbbb; Swizzle<vec<T, 4>, T, 3, 1, 0, 0, 0> grrr; Swizzle<vec<T, 4>, T, 3, 1, 0, 0, 1> grrg; Swizzle<vec<T, 4>, T, 3, 1, 0, 0, 2> grrb; Swizzle<vec<T, 4>, T, 3, 1, 0, 1, 0> grgr; Swizzle<vec<T, 4>, T, 3, 1, 0, 1, 1> grgg; Swizzle<vec<T, 4>, T, 3, 1, 0, 1, 2> grgb; Swizzle<vec<T, 4>, T, 3, 1, 0, 2, 0> grbr; Swizzle<vec<T, 4>, T, 3, 1, 0, 2, 1> grbg; Swizzle<vec<T, 4>, T, 3, 1, 0, 2, 2> grbb; Swizzle<vec<T, 4>, T, 3, 1, 1, 0, 0> ggrr; Swizzle<vec<T, 4>, T, 3, 1, 1, 0, 1> ggrg; Swizzle<vec<T, 4>, T, 3, 1, 1, 0, 2> ggrb; Swizzle<vec<T, 4>, T, 3, 1, 1, 1, 0> gggr; Swizzle<vec<T, 4>, T, 3, 1, 1, 1, 1> gggg; Swizzle<vec<T, 4>, T, 3, 1, 1, 1, 2> gggb; Swizzle<vec<T, 4>, T, 3, 1, 1, 2, 0> ggbr; Swizzle<vec<T, 4>, T, 3, 1, 1, 2, 1> ggbg; Swizzle<vec<T, 4>, T, 3, 1, 1, 2, 2> ggbb; Swizzle<vec<T, 4>, T, 3, 1, 2, 0, 0> gbrr; Swizzle<vec<T, 4>, T, 3, 1, 2, 0, 1> gbrg; Swizzle<vec<T, 4>, T, 3, 1, 2, 0, 2> gbrb; Swizzle<vec<T, 4>, T, 3, 1, 2, 1, 0> gbgr; Swizzle<vec<T, 4>, T, 3, 1, 2, 1, 1> gbgg; Swizzle<vec<T, 4>, T, 3, 1, 2, 1, 2> gbgb; Swizzle<vec<T, 4>, T, 3, 1, 2, 2, 0> gbbr; Swizzle<vec<T, 4>, T, 3, 1, 2, 2, 1> gbbg; Swizzle<vec<T, 4>, T, 3, 1, 2, 2, 2> gbbb; Swizzle<vec<T, 4>, T, 3, 2, 0, 0, 0> brrr; Swizzle<vec<T, 4>, T, 3, 2, 0, 0, 1> brrg; Swizzle<vec<T, 4>, T, 3, 2, 0, 0, 2> brrb; Swizzle<vec<T, 4>, T, 3, 2, 0, 1, 0> brgr; Swizzle<vec<T, 4>, T, 3, 2, 0, 1, 1> brgg; Swizzle<vec<T, 4>, T, 3, 2, 0, 1, 2> brgb; Swizzle<vec<T, 4>, T, 3, 2, 0, 2, 0> brbr; Swizzle<vec<T, 4>, T, 3, 2, 0, 2, 1> brbg; Swizzle<vec<T, 4>, T, 3, 2, 0, 2, 2> brbb; Swizzle<vec<T, 4>, T, 3, 2, 1, 0, 0> bgrr; Swizzle<vec<T, 4>, T, 3, 2, 1, 0, 1> bgrg; Swizzle<vec<T, 4>, T, 3, 2, 1, 0, 2> bgrb; Swizzle<vec<T, 4>, T, 3, 2, 1, 1, 0> bggr; Swizzle<vec<T, 4>, T, 3, 2, 1, 1, 1> bggg; Swizzle<vec<T, 4>, T, 3, 2, 1, 1, 2> bggb; Swizzle<vec<T, 4>, T, 3, 2, 1, 2, 0> bgbr; Swizzle<vec<T, 4>, T, 3, 2, 1, 2, 1> bgbg; Swizzle<vec<T, 4>, T, 3, 2, 1, 2, 2> bgbb; Swizzle<vec<T, 4>, T, 3, 2, 2, 0, 0> bbrr; Swizzle<vec<T, 4>, T, 3, 2, 2, 0, 1> bbrg; Swizzle<vec<T, 4>, T, 3, 2, 2, 0, 2> bbrb; Swizzle<vec<T, 4>, T, 3, 2, 2, 1, 0> bbgr; Swizzle<vec<T, 4>, T, 3, 2, 2, 1, 1> bbgg; Swizzle<vec<T, 4>, T, 3, 2, 2, 1, 2> bbgb; Swizzle<vec<T, 4>, T, 3, 2, 2, 2, 0> bbbr; Swizzle<vec<T, 4>, T, 3, 2, 2, 2, 1> bbbg; Swizzle<vec<T, 4>, T, 3, 2, 2, 2, 2> bbbb;
    };
    constexpr vec(T a, T b, T c) : data{a, b, c} {}
    constexpr vec(const vec<T, 2> &a, T b) : data{a[0], a[1], b} {}
    constexpr vec(T a, const vec<T, 2> &b) : data{a, b[0], b[1]} {}
    BSL_VECTOR_OPERATORS(3)
};

template<typename T> struct vec<T, 4> {
    static constexpr int N = 4;
    union {
        T data[4];
        struct { T x, y, z, w; };
        struct { T r, g, b, a; };
        Swizzle<vec<T, 2>, T, 4, 0, 0> xx; Swizzle<vec<T, 2>, T, 4, 0, 1> xy; Swizzle<vec<T, 2>, T, 4, 0, 2> xz; Swizzle<vec<T, 2>, T, 4, 0, 3> xw; Swizzle<vec<T, 2>, T, 4, 1, 0> yx; Swizzle<vec<T, 2>, T, 4, 1, 1> yy; Swizzle<vec<T, 2>, T, 4, 1, 2> yz; Swizzle<vec<T, 2>, T, 4, 1, 3> yw; Swizzle<vec<T, 2>, T, 4, 2, 0> zx; Swizzle<vec<T, 2>, T, 4, 2, 1> zy; Swizzle<vec<T, 2>, T, 4, 2, 2> zz; Swizzle<vec<T, 2>, T, 4, 2, 3> zw; Swizzle<vec<T, 2>, T, 4, 3, 0> wx; Swizzle<vec<T, 2>, T, 4, 3, 1> wy; Swizzle<vec<T, 2>, T, 4, 3, 2> wz; Swizzle<vec<T, 2>, T, 4, 3, 3> ww;
        Swizzle<vec<T, 3>, T, 4, 0, 0, 0> xxx; Swizzle<vec<T, 3>, T, 4, 0, 0, 1> xxy; Swizzle<vec<T, 3>, T, 4, 0, 0, 2> xxz; Swizzle<vec<T, 3>, T, 4, 0, 0, 3> xxw; Swizzle<vec<T, 3>, T, 4, 0, 1, 0> xyx; Swizzle<vec<T, 3>, T, 4, 0, 1, 1> xyy; Swizzle<vec<T, 3>, T, 4, 0, 1, 2> xyz; Swizzle<vec<T, 3>, T, 4, 0, 1, 3> xyw; Swizzle<vec<T, 3>, T, 4, 0, 2, 0> xzx; Swizzle<vec<T, 3>, T, 4, 0, 2, 1> xzy; Swizzle<vec<T, 3>, T, 4, 0, 2, 2> xzz; Swizzle<vec<T, 3>, T, 4, 0, 2, 3> xzw; Swizzle<vec<T, 3>, T, 4, 0, 3, 0> xwx; Swizzle<vec<T, 3>, T, 4, 0, 3, 1> xwy; Swizzle<vec<T, 3>, T, 4, 0, 3, 2> xwz; Swizzle<vec<T, 3>, T, 4, 0, 3, 3> xww; Swizzle<vec<T, 3>, T, 4, 1, 0, 0> yxx; Swizzle<vec<T, 3>, T, 4, 1, 0, 1> yxy; Swizzle<vec<T, 3>, T, 4, 1, 0, 2> yxz; Swizzle<vec<T, 3>, T, 4, 1, 0, 3> yxw; Swizzle<vec<T, 3>, T, 4, 1, 1, 0> yyx; Swizzle<vec<T, 3>, T, 4, 1, 1, 1> yyy; Swizzle<vec<T, 3>, T, 4, 1, 1, 2> yyz; Swizzle<vec<T, 3>, T, 4, 1, 1, 3> yyw; Swizzle<vec<T, 3>, T, 4, 1, 2, 0> yzx; Swizzle<vec<T, 3>, T, 4, 1, 2, 1> yzy; Swizzle<vec<T, 3>, T, 4, 1, 2, 2> yzz; Swizzle<vec<T, 3>, T, 4, 1, 2, 3> yzw; Swizzle<vec<T, 3>, T, 4, 1, 3, 0> ywx; Swizzle<vec<T, 3>, T, 4, 1, 3, 1> ywy; Swizzle<vec<T, 3>, T, 4, 1, 3, 2> ywz; Swizzle<vec<T, 3>, T, 4, 1, 3, 3> yww; Swizzle<vec<T, 3>, T, 4, 2, 0, 0> zxx; Swizzle<vec<T, 3>, T, 4, 2, 0, 1> zxy; Swizzle<vec<T, 3>, T, 4, 2, 0, 2> zxz; Swizzle<vec<T, 3>, T, 4, 2, 0, 3> zxw; Swizzle<vec<T, 3>, T, 4, 2, 1, 0> zyx; Swizzle<vec<T, 3>, T, 4, 2, 1, 1> zyy; Swizzle<vec<T, 3>, T, 4, 2, 1, 2> zyz; Swizzle<vec<T, 3>, T, 4, 2, 1, 3> zyw; Swizzle<vec<T, 3>, T, 4, 2, 2, 0> zzx; Swizzle<vec<T, 3>, T, 4, 2, 2, 1> zzy; Swizzle<vec<T, 3>, T, 4, 2, 2, 2> zzz; Swizzle<vec<T, 3>, T, 4, 2, 2, 3> zzw; Swizzle<vec<T, 3>, T, 4, 2, 3, 0> zwx; Swizzle<vec<T, 3>, T, 4, 2, 3, 1> zwy; Swizzle<vec<T, 3>, T, 4, 2, 3, 2> zwz; Swizzle<vec<T, 3>, T, 4, 2, 3, 3> zww; Swizzle<vec<T, 3>, T, 4, 3, 0, 0> wxx; Swizzle<vec<T, 3>, T, 4, 3, 0, 1> wxy; Swizzle<vec<T, 3>, T, 4, 3, 0, 2> wxz; Swizzle<vec<T, 3>, T, 4, 3, 0, 3> wxw; Swizzle<vec<T, 3>, T, 4, 3, 1, 0> wyx; Swizzle<vec<T, 3>, T, 4, 3, 1, 1> wyy; Swizzle<vec<T, 3>, T, 4, 3, 1, 2> wyz; Swizzle<vec<T, 3>, T, 4, 3, 1, 3> wyw; Swizzle<vec<T, 3>, T, 4, 3, 2, 0> wzx; Swizzle<vec<T, 3>, T, 4, 3, 2, 1> wzy; Swizzle<vec<T, 3>, T, 4, 3, 2, 2> wzz; Swizzle<vec<T, 3>, T, 4, 3, 2, 3> wzw; Swizzle<vec<T, 3>, T, 4, 3, 3, 0> wwx; Swizzle<vec<T, 3>, T, 4, 3, 3, 1> wwy; Swizzle<vec<T, 3>, T, 4, 3, 3, 2> wwz; Swizzle<vec<T, 3>, T, 4, 3, 3, 3> www;
        Swizzle<vec<T, 4>, T, 4, 0, 0, 0, 0> xxxx; Swizzle<vec<T, 4>, T, 4, 0, 0, 0, 1> xxxy; Swizzle<vec<T, 4>, T, 4, 0, 0, 0, 2> xxxz; Swizzle<vec<T, 4>, T, 4, 0, 0, 0, 3> xxxw; Swizzle<vec<T, 4>, T, 4, 0, 0, 1, 0> xxyx; Swizzle<vec<T, 4>, T, 4, 0, 0, 1, 1> xxyy; Swizzle<vec<T, 4>, T, 4, 0, 0, 1, 2> xxyz; Swizzle<vec<T, 4>, T, 4, 0, 0, 1, 3> xxyw; Swizzle<vec<T, 4>, T, 4, 0, 0, 2, 0> xxzx; Swizzle<vec<T, 4>, T, 4, 0, 0, 2, 1> xxzy; Swizzle<vec<T, 4>, T, 4, 0, 0, 2, 2> xxzz; Swizzle<vec<T, 4>, T, 4, 0, 0, 2, 3> xxzw; Swizzle<vec<T, 4>, T, 4, 0, 0, 3, 0> xxwx; Swizzle<vec<T, 4>, T, 4, 0, 0, 3, 1> xxwy; Swizzle<vec<T, 4>, T, 4, 0, 0, 3, 2> xxwz; Swizzle<vec<T, 4>, T, 4, 0, 0, 3, 3> xxww; Swizzle<vec<T, 4>, T, 4, 0, 1, 0, 0> xyxx; Swizzle<vec<T, 4>, T, 4, 0, 1, 0, 1> xyxy; Swizzle<vec<T, 4>, T, 4, 0, 1, 0, 2> xyxz; Swizzle<vec<T, 4>, T, 4, 0, 1, 0, 3> xyxw; Swizzle<vec<T, 4>, T, 4, 0, 1, 1, 0> xyyx; Swizzle<vec<T, 4>, T, 4, 0, 1, 1, 1> xyyy; Swizzle<vec<T, 4>, T, 4, 0, 1, 1, 2> xyyz; Swizzle<vec<T, 4>, T, 4, 0, 1, 1, 3> xyyw; Swizzle<vec<T, 4>, T, 4, 0, 1, 2, 0> xyzx; Swizzle<vec<T, 4>, T, 4, 0, 1, 2, 1> xyzy; Swizzle<vec<T, 4>, T, 4, 0, 1, 2, 2> xyzz; Swizzle<vec<T, 4>, T, 4, 0, 1, 2, 3> xyzw; Swizzle<vec<T, 4>, T, 4, 0, 1, 3, 0> xywx; Swizzle<vec<T, 4>, T, 4, 0, 1, 3, 1> xywy; Swizzle<vec<T, 4>, T, 4, 0, 1, 3, 2> xywz; Swizzle<vec<T, 4>, T, 4, 0, 1, 3, 3> xyww; Swizzle<vec<T, 4>, T, 4, 0, 2, 0, 0> xzxx; Swizzle<vec<T, 4>, T, 4, 0, 2, 0, 1> xzxy; Swizzle<vec<T, 4>, T, 4, 0, 2, 0, 2> xzxz; Swizzle<vec<T, 4>, T, 4, 0, 2, 0, 3> xzxw; Swizzle<vec<T, 4>, T, 4, 0, 2, 1, 0> xzyx; Swizzle<vec<T, 4>, T, 4, 0, 2, 1, 1> xzyy; Swizzle<vec<T, 4>, T, 4, 0, 2, 1, 2> xzyz; Swizzle<vec<T, 4>, T, 4, 0, 2, 1, 3> xzyw; Swizzle<vec<T, 4>, T, 4, 0, 2, 2, 0> xzzx; Swizzle<vec<T, 4>, T, 4, 0, 2, 2, 1> xzzy; Swizzle<vec<T, 4>, T, 4, 0, 2, 2, 2> xzzz; Swizzle<vec<T, 4>, T, 4, 0, 2, 2, 3> xzzw; Swizzle<vec<T, 4>, T, 4, 0, 2, 3, 0> xzwx; Swizzle<vec<T, 4>, T, 4, 0, 2, 3, 1> xzwy; Swizzle<vec<T, 4>, T, 4, 0, 2, 3, 2> xzwz; Swizzle<vec<T, 4>, T, 4, 0, 2, 3, 3> xzww; Swizzle<vec<T, 4>, T, 4, 0, 3, 0, 0> xwxx; Swizzle<vec<T, 4>, T, 4, 0, 3, 0, 1> xwxy; Swizzle<vec<T, 4>, T, 4, 0, 3, 0, 2> xwxz; Swizzle<vec<T, 4>, T, 4, 0, 3, 0, 3> xwxw; Swizzle<vec<T, 4>, T, 4, 0, 3, 1, 0> xwyx; Swizzle<vec<T, 4>, T, 4, 0, 3, 1, 1> xwyy; Swizzle<vec<T, 4>, T, 4, 0, 3, 1, 2> xwyz; Swizzle<vec<T, 4>, T, 4, 0, 3, 1, 3> xwyw; Swizzle<vec<T, 4>, T, 4, 0, 3, 2, 0> xwzx; Swizzle<vec<T, 4>, T, 4, 0, 3, 2, 1> xwzy; Swizzle<vec<T, 4>, T, 4, 0, 3, 2, 2> xwzz; Swizzle<vec<T, 4>, T, 4, 0, 3, 2, 3> xwzw; Swizzle<vec<T, 4>, T, 4, 0, 3, 3, 0> xwwx; Swizzle<vec<T, 4>, T, 4, 0, 3, 3, 1> xwwy; Swizzle<vec<T, 4>, T, 4, 0, 3, 3, 2> xwwz; Swizzle<vec<T, 4>, T, 4, 0, 3, 3, 3> xwww; Swizzle<vec<T, 4>, T, 4, 1, 0, 0, 0> yxxx; Swizzle<vec<T, 4>, T, 4, 1, 0, 0, 1> yxxy; Swizzle<vec<T, 4>, T, 4, 1, 0, 0, 2> yxxz; Swizzle<vec<T, 4>, T, 4, 1, 0, 0, 3> yxxw; Swizzle<vec<T, 4>, T, 4, 1, 0, 1, 0> yxyx; Swizzle<vec<T, 4>, T, 4, 1, 0, 1, 1> yxyy; Swizzle<vec<T, 4>, T, 4, 1, 0, 1, 2> yxyz; Swizzle<vec<T, 4>, T, 4, 1, 0, 1, 3> yxyw; Swizzle<vec<T, 4>, T, 4, 1, 0, 2, 0> yxzx; Swizzle<vec<T, 4>, T, 4, 1, 0, 2, 1> yxzy; Swizzle<vec<T, 4>, T, 4, 1, 0, 2, 2> yxzz; Swizzle<vec<T, 4>, T, 4, 1, 0, 2, 3> yxzw; Swizzle<vec<T, 4>, T, 4, 1, 0, 3, 0> yxwx; Swizzle<vec<T, 4>, T, 4, 1, 0, 3, 1> yxwy; Swizzle<vec<T, 4>, T, 4, 1, 0, 3, 2> yxwz; Swizzle<vec<T, 4>, T, 4, 1, 0, 3, 3> yxww; Swizzle<vec<T, 4>, T, 4, 1, 1, 0, 0> yyxx; Swizzle<vec<T, 4>, T, 4, 1, 1, 0, 1> yyxy; Swizzle<vec<T, 4>, T, 4, 1, 1, 0, 2> yyxz; Swizzle<vec<T, 4>, T, 4, 1, 1, 0, 3> yyxw; Swizzle<vec<T, 4>, T, 4, 1, 1, 1, 0> yyyx; Swizzle<vec<T, 4>, T, 4, 1, 1, 1, 1> yyyy; Swizzle<vec<T, 4>, T, 4, 1, 1, 1, 2> yyyz; Swizzle<vec<T, 4>, T, 4, 1, 1, 1, 3> yyyw; Swizzle<vec<T, 4>, T, 4, 1, 1, 2, 0> yyzx; Swizzle<vec<T, 4>, T, 4, 1, 1, 2, 1> yyzy; Swizzle<vec<T, 4>, T, 4, 1, 1, 2, 2> yyzz; Swizzle<vec<T, 4>, T, 4, 1, 1, 2, 3> yyzw; Swizzle<vec<T, 4>, T, 4, 1, 1, 3, 0> yywx; Swizzle<vec<T, 4>, T, 4, 1, 1, 3, 1> yywy; Swizzle<vec<T, 4>, T, 4, 1, 1, 3, 2> yywz; Swizzle<vec<T, 4>, T, 4, 1, 1, 3, 3> yyww; Swizzle<vec<T, 4>, T, 4, 1, 2, 0, 0> yzxx; Swizzle<vec<T, 4>, T, 4, 1, 2, 0, 1> yzxy; Swizzle<vec<T, 4>, T, 4, 1, 2, 0, 2> yzxz; Swizzle<vec<T, 4>, T, 4, 1, 2, 0, 3> yzxw; Swizzle<vec<T, 4>, T, 4, 1, 2, 1, 0> yzyx; Swizzle<vec<T, 4>, T, 4, 1, 2, 1, 1> yzyy; Swizzle<vec<T, 4>, T, 4, 1, 2, 1, 2> yzyz; Swizzle<vec<T, 4>, T, 4, 1, 2, 1, 3> yzyw; Swizzle<vec<T, 4>, T, 4, 1, 2, 2, 0> yzzx; Swizzle<vec<T, 4>, T, 4, 1, 2, 2, 1> yzzy; Swizzle<vec<T, 4>, T, 4, 1, 2, 2, 2> yzzz; Swizzle<vec<T, 4>, T, 4, 1, 2, 2, 3> yzzw; Swizzle<vec<T, 4>, T, 4, 1, 2, 3, 0> yzwx; Swizzle<vec<T, 4>, T, 4, 1, 2, 3, 1> yzwy; Swizzle<vec<T, 4>, T, 4, 1, 2, 3, 2> yzwz; Swizzle<vec<T, 4>, T, 4, 1, 2, 3, 3> yzww; Swizzle<vec<T, 4>, T, 4, 1, 3, 0, 0> ywxx; Swizzle<vec<T, 4>, T, 4, 1, 3, 0, 1> ywxy; Swizzle<vec<T, 4>, T, 4, 1, 3, 0, 2> ywxz; Swizzle<vec<T, 4>, T, 4, 1, 3, 0, 3> ywxw; Swizzle<vec<T, 4>, T, 4, 1, 3, 1, 0> ywyx; Swizzle<vec<T, 4>, T, 4, 1, 3, 1, 1> ywyy; Swizzle<vec<T, 4>, T, 4, 1, 3, 1, 2> ywyz; Swizzle<vec<T, 4>, T, 4, 1, 3, 1, 3> ywyw; Swizzle<vec<T, 4>, T, 4, 1, 3, 2, 0> ywzx; Swizzle<vec<T, 4>, T, 4, 1, 3, 2, 1> ywzy; Swizzle<vec<T, 4>, T, 4, 1, 3, 2, 2> ywzz; Swizzle<vec<T, 4>, T, 4, 1, 3, 2, 3> ywzw; Swizzle<vec<T, 4>, T, 4, 1, 3, 3, 0> ywwx; Swizzle<vec<T, 4>, T, 4, 1, 3, 3, 1> ywwy; Swizzle<vec<T, 4>, T, 4, 1, 3, 3, 2> ywwz; Swizzle<vec<T, 4>, T, 4, 1, 3, 3, 3> ywww; Swizzle<vec<T, 4>, T, 4, 2, 0, 0, 0> zxxx; Swizzle<vec<T, 4>, T, 4, 2, 0, 0, 1> zxxy; Swizzle<vec<T, 4>, T, 4, 2, 0, 0, 2> zxxz; Swizzle<vec<T, 4>, T, 4, 2, 0, 0, 3> zxxw; Swizzle<vec<T, 4>, T, 4, 2, 0, 1, 0> zxyx; Swizzle<vec<T, 4>, T, 4, 2, 0, 1, 1> zxyy; Swizzle<vec<T, 4>, T, 4, 2, 0, 1, 2> zxyz; Swizzle<vec<T, 4>, T, 4, 2, 0, 1, 3> zxyw; Swizzle<vec<T, 4>, T, 4, 2, 0, 2, 0> zxzx; Swizzle<vec<T, 4>, T, 4, 2, 0, 2, 1> zxzy; Swizzle<vec<T, 4>, T, 4, 2, 0, 2, 2> zxzz; Swizzle<vec<T, 4>, T, 4, 2, 0, 2, 3> zxzw; Swizzle<vec<T, 4>, T, 4, 2, 0, 3, 0> zxwx; Swizzle<vec<T, 4>, T, 4, 2, 0, 3, 1> zxwy; Swizzle<vec<T, 4>, T, 4, 2, 0, 3, 2> zxwz; Swizzle<vec<T, 4>, T, 4, 2, 0, 3, 3> zxww; Swizzle<vec<T, 4>, T, 4, 2, 1, 0, 0> zyxx; Swizzle<vec<T, 4>, T, 4, 2, 1, 0, 1> zyxy; Swizzle<vec<T, 4>, T, 4, 2, 1, 0, 2> zyxz; Swizzle<vec<T, 4>, T, 4, 2, 1, 0, 3> zyxw; Swizzle<vec<T, 4>, T, 4, 2, 1, 1, 0> zyyx; Swizzle<vec<T, 4>, T, 4, 2, 1, 1, 1> zyyy; Swizzle<vec<T, 4>, T, 4, 2, 1, 1, 2> zyyz; Swizzle<vec<T, 4>, T, 4, 2, 1, 1, 3> zyyw; Swizzle<vec<T, 4>, T, 4, 2, 1, 2, 0> zyzx; Swizzle<vec<T, 4>, T, 4, 2, 1, 2, 1> zyzy; Swizzle<vec<T, 4>, T, 4, 2, 1, 2, 2> zyzz; Swizzle<vec<T, 4>, T, 4, 2, 1, 2, 3> zyzw; Swizzle<vec<T, 4>, T, 4, 2, 1, 3, 0> zywx; Swizzle<vec<T, 4>, T, 4, 2, 1, 3, 1> zywy; Swizzle<vec<T, 4>, T, 4, 2, 1, 3, 2> zywz; Swizzle<vec<T, 4>, T, 4, 2, 1, 3, 3> zyww; Swizzle<vec<T, 4>, T, 4, 2, 2, 0, 0> zzxx; Swizzle<vec<T, 4>, T, 4, 2, 2, 0, 1> zzxy; Swizzle<vec<T, 4>, T, 4, 2, 2, 0, 2> zzxz; Swizzle<vec<T, 4>, T, 4, 2, 2, 0, 3> zzxw; Swizzle<vec<T, 4>, T, 4, 2, 2, 1, 0> zzyx; Swizzle<vec<T, 4>, T, 4, 2, 2, 1, 1> zzyy; Swizzle<vec<T, 4>, T, 4, 2, 2, 1, 2> zzyz; Swizzle<vec<T, 4>, T, 4, 2, 2, 1, 3> zzyw; Swizzle<vec<T, 4>, T, 4, 2, 2, 2, 0> zzzx; Swizzle<vec<T, 4>, T, 4, 2, 2, 2, 1> zzzy; Swizzle<vec<T, 4>, T, 4, 2, 2, 2, 2> zzzz; Swizzle<vec<T, 4>, T, 4, 2, 2, 2, 3> zzzw; Swizzle<vec<T, 4>, T, 4, 2, 2, 3, 0> zzwx; Swizzle<vec<T, 4>, T, 4, 2, 2, 3, 1> zzwy; Swizzle<vec<T, 4>, T, 4, 2, 2, 3, 2> zzwz; Swizzle<vec<T, 4>, T, 4, 2, 2, 3, 3> zzww; Swizzle<vec<T, 4>, T, 4, 2, 3, 0, 0> zwxx; Swizzle<vec<T, 4>, T, 4, 2, 3, 0, 1> zwxy; Swizzle<vec<T, 4>, T, 4, 2, 3, 0, 2> zwxz; Swizzle<vec<T, 4>, T, 4, 2, 3, 0, 3> zwxw; Swizzle<vec<T, 4>, T, 4, 2, 3, 1, 0> zwyx; Swizzle<vec<T, 4>, T, 4, 2, 3, 1, 1> zwyy; Swizzle<vec<T, 4>, T, 4, 2, 3, 1, 2> zwyz; Swizzle<vec<T, 4>, T, 4, 2, 3, 1, 3> zwyw; Swizzle<vec<T, 4>, T, 4, 2, 3, 2, 0> zwzx; Swizzle<vec<T, 4>, T, 4, 2, 3, 2, 1> zwzy; Swizzle<vec<T, 4>, T, 4, 2, 3, 2, 2> zwzz; Swizzle<vec<T, 4>, T, 4, 2, 3, 2, 3> zwzw; Swizzle<vec<T, 4>, T, 4, 2, 3, 3, 0> zwwx; Swizzle<vec<T, 4>, T, 4, 2, 3, 3, 1> zwwy; Swizzle<vec<T, 4>, T, 4, 2, 3, 3, 2> zwwz; Swizzle<vec<T, 4>, T, 4, 2, 3, 3, 3> zwww; Swizzle<vec<T, 4>, T, 4, 3, 0, 0, 0> wxxx; Swizzle<vec<T, 4>, T, 4, 3, 0, 0, 1> wxxy; Swizzle<vec<T, 4>, T, 4, 3, 0, 0, 2> wxxz; Swizzle<vec<T, 4>, T, 4, 3, 0, 0, 3> wxxw; Swizzle<vec<T, 4>, T, 4, 3, 0, 1, 0> wxyx; Swizzle<vec<T, 4>, T, 4, 3, 0, 1, 1> wxyy; Swizzle<vec<T, 4>, T, 4, 3, 0, 1, 2> wxyz; Swizzle<vec<T, 4>, T, 4, 3, 0, 1, 3> wxyw; Swizzle<vec<T, 4>, T, 4, 3, 0, 2, 0> wxzx; Swizzle<vec<T, 4>, T, 4, 3, 0, 2, 1> wxzy; Swizzle<vec<T, 4>, T, 4, 3, 0, 2, 2> wxzz; Swizzle<vec<T, 4>, T, 4, 3, 0, 2, 3> wxzw; Swizzle<vec<T, 4>, T, 4, 3, 0, 3, 0> wxwx; Swizzle<vec<T, 4>, T, 4, 3, 0, 3, 1> wxwy; Swizzle<vec<T, 4>, T, 4, 3, 0, 3, 2> wxwz; Swizzle<vec<T, 4>, T, 4, 3, 0, 3, 3> wxww; Swizzle<vec<T, 4>, T, 4, 3, 1, 0, 0> wyxx; Swizzle<vec<T, 4>, T, 4, 3, 1, 0, 1> wyxy; Swizzle<vec<T, 4>, T, 4, 3, 1, 0, 2> wyxz; Swizzle<vec<T, 4>, T, 4, 3, 1, 0, 3> wyxw; Swizzle<vec<T, 4>, T, 4, 3, 1, 1, 0> wyyx; Swizzle<vec<T, 4>, T, 4, 3, 1, 1, 1> wyyy; Swizzle<vec<T, 4>, T, 4, 3, 1, 1, 2> wyyz; Swizzle<vec<T, 4>, T, 4, 3, 1, 1, 3> wyyw; Swizzle<vec<T, 4>, T, 4, 3, 1, 2, 0> wyzx; Swizzle<vec<T, 4>, T, 4, 3, 1, 2, 1> wyzy; Swizzle<vec<T, 4>, T, 4, 3, 1, 2, 2> wyzz; Swizzle<vec<T, 4>, T, 4, 3, 1, 2, 3> wyzw; Swizzle<vec<T, 4>, T, 4, 3, 1, 3, 0> wywx; Swizzle<vec<T, 4>, T, 4, 3, 1, 3, 1> wywy; Swizzle<vec<T, 4>, T, 4, 3, 1, 3, 2> wywz; Swizzle<vec<T, 4>, T, 4, 3, 1, 3, 3> wyww; Swizzle<vec<T, 4>, T, 4, 3, 2, 0, 0> wzxx; Swizzle<vec<T, 4>, T, 4, 3, 2, 0, 1> wzxy; Swizzle<vec<T, 4>, T, 4, 3, 2, 0, 2> wzxz; Swizzle<vec<T, 4>, T, 4, 3, 2, 0, 3> wzxw; Swizzle<vec<T, 4>, T, 4, 3, 2, 1, 0> wzyx; Swizzle<vec<T, 4>, T, 4, 3, 2, 1, 1> wzyy; Swizzle<vec<T, 4>, T, 4, 3, 2, 1, 2> wzyz; Swizzle<vec<T, 4>, T, 4, 3, 2, 1, 3> wzyw; Swizzle<vec<T, 4>, T, 4, 3, 2, 2, 0> wzzx; Swizzle<vec<T, 4>, T, 4, 3, 2, 2, 1> wzzy; Swizzle<vec<T, 4>, T, 4, 3, 2, 2, 2> wzzz; Swizzle<vec<T, 4>, T, 4, 3, 2, 2, 3> wzzw; Swizzle<vec<T, 4>, T, 4, 3, 2, 3, 0> wzwx; Swizzle<vec<T, 4>, T, 4, 3, 2, 3, 1> wzwy; Swizzle<vec<T, 4>, T, 4, 3, 2, 3, 2> wzwz; Swizzle<vec<T, 4>, T, 4, 3, 2, 3, 3> wzww; Swizzle<vec<T, 4>, T, 4, 3, 3, 0, 0> wwxx; Swizzle<vec<T, 4>, T, 4, 3, 3, 0, 1> wwxy; Swizzle<vec<T, 4>, T, 4, 3, 3, 0, 2> wwxz; Swizzle<vec<T, 4>, T, 4, 3, 3, 0, 3> wwxw; Swizzle<vec<T, 4>, T, 4, 3, 3, 1, 0> wwyx; Swizzle<vec<T, 4>, T, 4, 3, 3, 1, 1> wwyy; Swizzle<vec<T, 4>, T, 4, 3, 3, 1, 2> wwyz; Swizzle<vec<T, 4>, T, 4, 3, 3, 1, 3> wwyw; Swizzle<vec<T, 4>, T, 4, 3, 3, 2, 0> wwzx; Swizzle<vec<T, 4>, T, 4, 3, 3, 2, 1> wwzy; Swizzle<vec<T, 4>, T, 4, 3, 3, 2, 2> wwzz; Swizzle<vec<T, 4>, T, 4, 3, 3, 2, 3> wwzw; Swizzle<vec<T, 4>, T, 4, 3, 3, 3, 0> wwwx; Swizzle<vec<T, 4>, T, 4, 3, 3, 3, 1> wwwy; Swizzle<vec<T, 4>, T, 4, 3, 3, 3, 2> wwwz; Swizzle<vec<T, 4>, T, 4, 3, 3, 3, 3> wwww;
        Swizzle<vec<T, 2>, T, 4, 0, 0> rr; Swizzle<vec<T, 2>, T, 4, 0, 1> rg; Swizzle<vec<T, 2>, T, 4, 0, 2> rb; Swizzle<vec<T, 2>, T, 4, 0, 3> ra; Swizzle<vec<T, 2>, T, 4, 1, 0> gr; Swizzle<vec<T, 2>, T, 4, 1, 1> gg; Swizzle<vec<T, 2>, T, 4, 1, 2> gb; Swizzle<vec<T, 2>, T, 4, 1, 3> ga; Swizzle<vec<T, 2>, T, 4, 2, 0> br; Swizzle<vec<T, 2>, T, 4, 2, 1> bg; Swizzle<vec<T, 2>, T, 4, 2, 2> bb; Swizzle<vec<T, 2>, T, 4, 2, 3> ba; Swizzle<vec<T, 2>, T, 4, 3, 0> ar; Swizzle<vec<T, 2>, T, 4, 3, 1> ag; Swizzle<vec<T, 2>, T, 4, 3, 2> ab; Swizzle<vec<T, 2>, T, 4, 3, 3> aa;
        Swizzle<vec<T, 3>, T, 4, 0, 0, 0> rrr; Swizzle<vec<T, 3>, T, 4, 0, 0, 1> rrg; Swizzle<vec<T, 3>, T, 4, 0, 0, 2> rrb; Swizzle<vec<T, 3>, T, 4, 0, 0, 3> rra; Swizzle<vec<T, 3>, T, 4, 0, 1, 0> rgr; Swizzle<vec<T, 3>, T, 4, 0, 1, 1> rgg; Swizzle<vec<T, 3>, T, 4, 0, 1, 2> rgb; Swizzle<vec<T, 3>, T, 4, 0, 1, 3> rga; Swizzle<vec<T, 3>, T, 4, 0, 2, 0> rbr; Swizzle<vec<T, 3>, T, 4, 0, 2, 1> rbg; Swizzle<vec<T, 3>, T, 4, 0, 2, 2> rbb; Swizzle<vec<T, 3>, T, 4, 0, 2, 3> rba; Swizzle<vec<T, 3>, T, 4, 0, 3, 0> rar; Swizzle<vec<T, 3>, T, 4, 0, 3, 1> rag; Swizzle<vec<T, 3>, T, 4, 0, 3, 2> rab; Swizzle<vec<T, 3>, T, 4, 0, 3, 3> raa; Swizzle<vec<T, 3>, T, 4, 1, 0, 0> grr; Swizzle<vec<T, 3>, T, 4, 1, 0, 1> grg; Swizzle<vec<T, 3>, T, 4, 1, 0, 2> grb; Swizzle<vec<T, 3>, T, 4, 1, 0, 3> gra; Swizzle<vec<T, 3>, T, 4, 1, 1, 0> ggr; Swizzle<vec<T, 3>, T, 4, 1, 1, 1> ggg; Swizzle<vec<T, 3>, T, 4, 1, 1, 2> ggb; Swizzle<vec<T, 3>, T, 4, 1, 1, 3> gga; Swizzle<vec<T, 3>, T, 4, 1, 2, 0> gbr; Swizzle<vec<T, 3>, T, 4, 1, 2, 1> gbg; Swizzle<vec<T, 3>, T, 4, 1, 2, 2> gbb; Swizzle<vec<T, 3>, T, 4, 1, 2, 3> gba; Swizzle<vec<T, 3>, T, 4, 1, 3, 0> gar; Swizzle<vec<T, 3>, T, 4, 1, 3, 1> gag; Swizzle<vec<T, 3>, T, 4, 1, 3, 2> gab; Swizzle<vec<T, 3>, T, 4, 1, 3, 3> gaa; Swizzle<vec<T, 3>, T, 4, 2, 0, 0> brr; Swizzle<vec<T, 3>, T, 4, 2, 0, 1> brg; Swizzle<vec<T, 3>, T, 4, 2, 0, 2> brb; Swizzle<vec<T, 3>, T, 4, 2, 0, 3> bra; Swizzle<vec<T, 3>, T, 4, 2, 1, 0> bgr; Swizzle<vec<T, 3>, T, 4, 2, 1, 1> bgg; Swizzle<vec<T, 3>, T, 4, 2, 1, 2> bgb; Swizzle<vec<T, 3>, T, 4, 2, 1, 3> bga; Swizzle<vec<T, 3>, T, 4, 2, 2, 0> bbr; Swizzle<vec<T, 3>, T, 4, 2, 2, 1> bbg; Swizzle<vec<T, 3>, T, 4, 2, 2, 2> bbb; Swizzle<vec<T, 3>, T, 4, 2, 2, 3> bba; Swizzle<vec<T, 3>, T, 4, 2, 3, 0> bar; Swizzle<vec<T, 3>, T, 4, 2, 3, 1> bag; Swizzle<vec<T, 3>, T, 4, 2, 3, 2> bab; Swizzle<vec<T, 3>, T, 4, 2, 3, 3> baa; Swizzle<vec<T, 3>, T, 4, 3, 0, 0> arr; Swizzle<vec<T, 3>, T, 4, 3, 0, 1> arg; Swizzle<vec<T, 3>, T, 4, 3, 0, 2> arb; Swizzle<vec<T, 3>, T, 4, 3, 0, 3> ara; Swizzle<vec<T, 3>, T, 4, 3, 1, 0> agr; Swizzle<vec<T, 3>, T, 4, 3, 1, 1> agg; Swizzle<vec<T, 3>, T, 4, 3, 1, 2> agb; Swizzle<vec<T, 3>, T, 4, 3, 1, 3> aga; Swizzle<vec<T, 3>, T, 4, 3, 2, 0> abr; Swizzle<vec<T, 3>, T, 4, 3, 2, 1> abg; Swizzle<vec<T, 3>, T, 4, 3, 2, 2> abb; Swizzle<vec<T, 3>, T, 4, 3, 2, 3> aba; Swizzle<vec<T, 3>, T, 4, 3, 3, 0> aar; Swizzle<vec<T, 3>, T, 4, 3, 3, 1> aag; Swizzle<vec<T, 3>, T, 4, 3, 3, 2> aab; Swizzle<vec<T, 3>, T, 4, 3, 3, 3> aaa;
        Swizzle<vec<T, 4>, T, 4, 0, 0, 0, 0> rrrr; Swizzle<vec<T, 4>, T, 4, 0, 0, 0, 1> rrrg; Swizzle<vec<T, 4>, T, 4, 0, 0, 0, 2> rrrb; Swizzle<vec<T, 4>, T, 4, 0, 0, 0, 3> rrra; Swizzle<vec<T, 4>, T, 4, 0, 0, 1, 0> rrgr; Swizzle<vec<T, 4>, T, 4, 0, 0, 1, 1> rrgg; Swizzle<vec<T, 4>, T, 4, 0, 0, 1, 2> rrgb; Swizzle<vec<T, 4>, T, 4, 0, 0, 1, 3> rrga; Swizzle<vec<T, 4>, T, 4, 0, 0, 2, 0> rrbr; Swizzle<vec<T, 4>, T, 4, 0, 0, 2, 1> rrbg; Swizzle<vec<T, 4>, T, 4, 0, 0, 2, 2> rrbb; Swizzle<vec<T, 4>, T, 4, 0, 0, 2, 3> rrba; Swizzle<vec<T, 4>, T, 4, 0, 0, 3, 0> rrar; Swizzle<vec<T, 4>, T, 4, 0, 0, 3, 1> rrag; Swizzle<vec<T, 4>, T, 4, 0, 0, 3, 2> rrab; Swizzle<vec<T, 4>, T, 4, 0, 0, 3, 3> rraa; Swizzle<vec<T, 4>, T, 4, 0, 1, 0, 0> rgrr; Swizzle<vec<T, 4>, T, 4, 0, 1, 0, 1> rgrg; Swizzle<vec<T, 4>, T, 4, 0, 1, 0, 2> rgrb; Swizzle<vec<T, 4>, T, 4, 0, 1, 0, 3> rgra; Swizzle<vec<T, 4>, T, 4, 0, 1, 1, 0> rggr; Swizzle<vec<T, 4>, T, 4, 0, 1, 1, 1> rggg; Swizzle<vec<T, 4>, T, 4, 0, 1, 1, 2> rggb; Swizzle<vec<T, 4>, T, 4, 0, 1, 1, 3> rgga; Swizzle<vec<T, 4>, T, 4, 0, 1, 2, 0> rgbr; Swizzle<vec<T, 4>, T, 4, 0, 1, 2, 1> rgbg; Swizzle<vec<T, 4>, T, 4, 0, 1, 2, 2> rgbb; Swizzle<vec<T, 4>, T, 4, 0, 1, 2, 3> rgba; Swizzle<vec<T, 4>, T, 4, 0, 1, 3, 0> rgar; Swizzle<vec<T, 4>, T, 4, 0, 1, 3, 1> rgag; Swizzle<vec<T, 4>, T, 4, 0, 1, 3, 2> rgab; Swizzle<vec<T, 4>, T, 4, 0, 1, 3, 3> rgaa; Swizzle<vec<T, 4>, T, 4, 0, 2, 0, 0> rbrr; Swizzle<vec<T, 4>, T, 4, 0, 2, 0, 1> rbrg; Swizzle<vec<T, 4>, T, 4, 0, 2, 0, 2> rbrb; Swizzle<vec<T, 4>, T, 4, 0, 2, 0, 3> rbra; Swizzle<vec<T, 4>, T, 4, 0, 2, 1, 0> rbgr; Swizzle<vec<T, 4>, T, 4, 0, 2, 1, 1> rbgg; Swizzle<vec<T, 4>, T, 4, 0, 2, 1, 2> rbgb; Swizzle<vec<T, 4>, T, 4, 0, 2, 1, 3> rbga; Swizzle<vec<T, 4>, T, 4, 0, 2, 2, 0> rbbr; Swizzle<vec<T, 4>, T, 4, 0, 2, 2, 1> rbbg; Swizzle<vec<T, 4>, T, 4, 0, 2, 2, 2> rbbb; Swizzle<vec<T, 4>, T, 4, 0, 2, 2, 3> rbba; Swizzle<vec<T, 4>, T, 4, 0, 2, 3, 0> rbar; Swizzle<vec<T, 4>, T, 4, 0, 2, 3, 1> rbag; Swizzle<vec<T, 4>, T, 4, 0, 2, 3, 2> rbab; Swizzle<vec<T, 4>, T, 4, 0, 2, 3, 3> rbaa; Swizzle<vec<T, 4>, T, 4, 0, 3, 0, 0> rarr; Swizzle<vec<T, 4>, T, 4, 0, 3, 0, 1> rarg; Swizzle<vec<T, 4>, T, 4, 0, 3, 0, 2> rarb; Swizzle<vec<T, 4>, T, 4, 0, 3, 0, 3> rara; Swizzle<vec<T, 4>, T, 4, 0, 3, 1, 0> ragr; Swizzle<vec<T, 4>, T, 4, 0, 3, 1, 1> ragg; Swizzle<vec<T, 4>, T, 4, 0, 3, 1, 2> ragb; Swizzle<vec<T, 4>, T, 4, 0, 3, 1, 3> raga; Swizzle<vec<T, 4>, T, 4, 0, 3, 2, 0> rabr; Swizzle<vec<T, 4>, T, 4, 0, 3, 2, 1> rabg; Swizzle<vec<T, 4>, T, 4, 0, 3, 2, 2> rabb; Swizzle<vec<T, 4>, T, 4, 0, 3, 2, 3> raba; Swizzle<vec<T, 4>, T, 4, 0, 3, 3, 0> raar; Swizzle<vec<T, 4>, T, 4, 0, 3, 3, 1> raag; Swizzle<vec<T, 4>, T, 4, 0, 3, 3, 2> raab; Swizzle<vec<T, 4>, T, 4, 0, 3, 3, 3> raaa; Swizzle<vec<T, 4>, T, 4, 1, 0, 0, 0> grrr; Swizzle<vec<T, 4>, T, 4, 1, 0, 0, 1> grrg; Swizzle<vec<T, 4>, T, 4, 1, 0, 0, 2> grrb; Swizzle<vec<T, 4>, T, 4, 1, 0, 0, 3> grra; Swizzle<vec<T, 4>, T, 4, 1, 0, 1, 0> grgr; Swizzle<vec<T, 4>, T, 4, 1, 0, 1, 1> grgg; Swizzle<vec<T, 4>, T, 4, 1, 0, 1, 2> grgb; Swizzle<vec<T, 4>, T, 4, 1, 0, 1, 3> grga; Swizzle<vec<T, 4>, T, 4, 1, 0, 2, 0> grbr; Swizzle<vec<T, 4>, T, 4, 1, 0, 2, 1> grbg; Swizzle<vec<T, 4>, T, 4, 1, 0, 2, 2> grbb; Swizzle<vec<T, 4>, T, 4, 1, 0, 2, 3> grba; Swizzle<vec<T, 4>, T, 4, 1, 0, 3, 0> grar; Swizzle<vec<T, 4>, T, 4, 1, 0, 3, 1> grag; Swizzle<vec<T, 4>, T, 4, 1, 0, 3, 2> grab; Swizzle<vec<T, 4>, T, 4, 1, 0, 3, 3> graa; Swizzle<vec<T, 4>, T, 4, 1, 1, 0, 0> ggrr; Swizzle<vec<T, 4>, T, 4, 1, 1, 0, 1> ggrg; Swizzle<vec<T, 4>, T, 4, 1, 1, 0, 2> ggrb; Swizzle<vec<T, 4>, T, 4, 1, 1, 0, 3> ggra; Swizzle<vec<T, 4>, T, 4, 1, 1, 1, 0> gggr; Swizzle<vec<T, 4>, T, 4, 1, 1, 1, 1> gggg; Swizzle<vec<T, 4>, T, 4, 1, 1, 1, 2> gggb; Swizzle<vec<T, 4>, T, 4, 1, 1, 1, 3> ggga; Swizzle<vec<T, 4>, T, 4, 1, 1, 2, 0> ggbr; Swizzle<vec<T, 4>, T, 4, 1, 1, 2, 1> ggbg; Swizzle<vec<T, 4>, T, 4, 1, 1, 2, 2> ggbb; Swizzle<vec<T, 4>, T, 4, 1, 1, 2, 3> ggba; Swizzle<vec<T, 4>, T, 4, 1, 1, 3, 0> ggar; Swizzle<vec<T, 4>, T, 4, 1, 1, 3, 1> ggag; Swizzle<vec<T, 4>, T, 4, 1, 1, 3, 2> ggab; Swizzle<vec<T, 4>, T, 4, 1, 1, 3, 3> ggaa; Swizzle<vec<T, 4>, T, 4, 1, 2, 0, 0> gbrr; Swizzle<vec<T, 4>, T, 4, 1, 2, 0, 1> gbrg; Swizzle<vec<T, 4>, T, 4, 1, 2, 0, 2> gbrb; Swizzle<vec<T, 4>, T, 4, 1, 2, 0, 3> gbra; Swizzle<vec<T, 4>, T, 4, 1, 2, 1, 0> gbgr; Swizzle<vec<T, 4>, T, 4, 1, 2, 1, 1> gbgg; Swizzle<vec<T, 4>, T, 4, 1, 2, 1, 2> gbgb; Swizzle<vec<T, 4>, T, 4, 1, 2, 1, 3> gbga; Swizzle<vec<T, 4>, T, 4, 1, 2, 2, 0> gbbr; Swizzle<vec<T, 4>, T, 4, 1, 2, 2, 1> gbbg; Swizzle<vec<T, 4>, T, 4, 1, 2, 2, 2> gbbb; Swizzle<vec<T, 4>, T, 4, 1, 2, 2, 3> gbba; Swizzle<vec<T, 4>, T, 4, 1, 2, 3, 0> gbar; Swizzle<vec<T, 4>, T, 4, 1, 2, 3, 1> gbag; Swizzle<vec<T, 4>, T, 4, 1, 2, 3, 2> gbab; Swizzle<vec<T, 4>, T, 4, 1, 2, 3, 3> gbaa; Swizzle<vec<T, 4>, T, 4, 1, 3, 0, 0> garr; Swizzle<vec<T, 4>, T, 4, 1, 3, 0, 1> garg; Swizzle<vec<T, 4>, T, 4, 1, 3, 0, 2> garb; Swizzle<vec<T, 4>, T, 4, 1, 3, 0, 3> gara; Swizzle<vec<T, 4>, T, 4, 1, 3, 1, 0> gagr; Swizzle<vec<T, 4>, T, 4, 1, 3, 1, 1> gagg; Swizzle<vec<T, 4>, T, 4, 1, 3, 1, 2> gagb; Swizzle<vec<T, 4>, T, 4, 1, 3, 1, 3> gaga; Swizzle<vec<T, 4>, T, 4, 1, 3, 2, 0> gabr; Swizzle<vec<T, 4>, T, 4, 1, 3, 2, 1> gabg; Swizzle<vec<T, 4>, T, 4, 1, 3, 2, 2> gabb; Swizzle<vec<T, 4>, T, 4, 1, 3, 2, 3> gaba; Swizzle<vec<T, 4>, T, 4, 1, 3, 3, 0> gaar; Swizzle<vec<T, 4>, T, 4, 1, 3, 3, 1> gaag; Swizzle<vec<T, 4>, T, 4, 1, 3, 3, 2> gaab; Swizzle<vec<T, 4>, T, 4, 1, 3, 3, 3> gaaa; Swizzle<vec<T, 4>, T, 4, 2, 0, 0, 0> brrr; Swizzle<vec<T, 4>, T, 4, 2, 0, 0, 1> brrg; Swizzle<vec<T, 4>, T, 4, 2, 0, 0, 2> brrb; Swizzle<vec<T, 4>, T, 4, 2, 0, 0, 3> brra; Swizzle<vec<T, 4>, T, 4, 2, 0, 1, 0> brgr; Swizzle<vec<T, 4>, T, 4, 2, 0, 1, 1> brgg; Swizzle<vec<T, 4>, T, 4, 2, 0, 1, 2> brgb; Swizzle<vec<T, 4>, T, 4, 2, 0, 1, 3> brga; Swizzle<vec<T, 4>, T, 4, 2, 0, 2, 0> brbr; Swizzle<vec<T, 4>, T, 4, 2, 0, 2, 1> brbg; Swizzle<vec<T, 4>, T, 4, 2, 0, 2, 2> brbb; Swizzle<vec<T, 4>, T, 4, 2, 0, 2, 3> brba; Swizzle<vec<T, 4>, T, 4, 2, 0, 3, 0> brar; Swizzle<vec<T, 4>, T, 4, 2, 0, 3, 1> brag; Swizzle<vec<T, 4>, T, 4, 2, 0, 3, 2> brab; Swizzle<vec<T, 4>, T, 4, 2, 0, 3, 3> braa; Swizzle<vec<T, 4>, T, 4, 2, 1, 0, 0> bgrr; Swizzle<vec<T, 4>, T, 4, 2, 1, 0, 1> bgrg; Swizzle<vec<T, 4>, T, 4, 2, 1, 0, 2> bgrb; Swizzle<vec<T, 4>, T, 4, 2, 1, 0, 3> bgra; Swizzle<vec<T, 4>, T, 4, 2, 1, 1, 0> bggr; Swizzle<vec<T, 4>, T, 4, 2, 1, 1, 1> bggg; Swizzle<vec<T, 4>, T, 4, 2, 1, 1, 2> bggb; Swizzle<vec<T, 4>, T, 4, 2, 1, 1, 3> bgga; Swizzle<vec<T, 4>, T, 4, 2, 1, 2, 0> bgbr; Swizzle<vec<T, 4>, T, 4, 2, 1, 2, 1> bgbg; Swizzle<vec<T, 4>, T, 4, 2, 1, 2, 2> bgbb; Swizzle<vec<T, 4>, T, 4, 2, 1, 2, 3> bgba; Swizzle<vec<T, 4>, T, 4, 2, 1, 3, 0> bgar; Swizzle<vec<T, 4>, T, 4, 2, 1, 3, 1> bgag; Swizzle<vec<T, 4>, T, 4, 2, 1, 3, 2> bgab; Swizzle<vec<T, 4>, T, 4, 2, 1, 3, 3> bgaa; Swizzle<vec<T, 4>, T, 4, 2, 2, 0, 0> bbrr; Swizzle<vec<T, 4>, T, 4, 2, 2, 0, 1> bbrg; Swizzle<vec<T, 4>, T, 4, 2, 2, 0, 2> bbrb; Swizzle<vec<T, 4>, T, 4, 2, 2, 0, 3> bbra; Swizzle<vec<T, 4>, T, 4, 2, 2, 1, 0> bbgr; Swizzle<vec<T, 4>, T, 4, 2, 2, 1, 1> bbgg; Swizzle<vec<T, 4>, T, 4, 2, 2, 1, 2> bbgb; Swizzle<vec<T, 4>, T, 4, 2, 2, 1, 3> bbga; Swizzle<vec<T, 4>, T, 4, 2, 2, 2, 0> bbbr; Swizzle<vec<T, 4>, T, 4, 2, 2, 2, 1> bbbg; Swizzle<vec<T, 4>, T, 4, 2, 2, 2, 2> bbbb; Swizzle<vec<T, 4>, T, 4, 2, 2, 2, 3> bbba; Swizzle<vec<T, 4>, T, 4, 2, 2, 3, 0> bbar; Swizzle<vec<T, 4>, T, 4, 2, 2, 3, 1> bbag; Swizzle<vec<T, 4>, T, 4, 2, 2, 3, 2> bbab; Swizzle<vec<T, 4>, T, 4, 2, 2, 3, 3> bbaa; Swizzle<vec<T, 4>, T, 4, 2, 3, 0, 0> barr; Swizzle<vec<T, 4>, T, 4, 2, 3, 0, 1> barg; Swizzle<vec<T, 4>, T, 4, 2, 3, 0, 2> barb; Swizzle<vec<T, 4>, T, 4, 2, 3, 0, 3> bara; Swizzle<vec<T, 4>, T, 4, 2, 3, 1, 0> bagr; Swizzle<vec<T, 4>, T, 4, 2, 3, 1, 1> bagg; Swizzle<vec<T, 4>, T, 4, 2, 3, 1, 2> bagb; Swizzle<vec<T, 4>, T, 4, 2, 3, 1, 3> baga; Swizzle<vec<T, 4>, T, 4, 2, 3, 2, 0> babr; Swizzle<vec<T, 4>, T, 4, 2, 3, 2, 1> babg; Swizzle<vec<T, 4>, T, 4, 2, 3, 2, 2> babb; Swizzle<vec<T, 4>, T, 4, 2, 3, 2, 3> baba; Swizzle<vec<T, 4>, T, 4, 2, 3, 3, 0> baar; Swizzle<vec<T, 4>, T, 4, 2, 3, 3, 1> baag; Swizzle<vec<T, 4>, T, 4, 2, 3, 3, 2> baab; Swizzle<vec<T, 4>, T, 4, 2, 3, 3, 3> baaa; Swizzle<vec<T, 4>, T, 4, 3, 0, 0, 0> arrr; Swizzle<vec<T, 4>, T, 4, 3, 0, 0, 1> arrg; Swizzle<vec<T, 4>, T, 4, 3, 0, 0, 2> arrb; Swizzle<vec<T, 4>, T, 4, 3, 0, 0, 3> arra; Swizzle<vec<T, 4>, T, 4, 3, 0, 1, 0> argr; Swizzle<vec<T, 4>, T, 4, 3, 0, 1, 1> argg; Swizzle<vec<T, 4>, T, 4, 3, 0, 1, 2> argb; Swizzle<vec<T, 4>, T, 4, 3, 0, 1, 3> arga; Swizzle<vec<T, 4>, T, 4, 3, 0, 2, 0> arbr; Swizzle<vec<T, 4>, T, 4, 3, 0, 2, 1> arbg; Swizzle<vec<T, 4>, T, 4, 3, 0, 2, 2> arbb; Swizzle<vec<T, 4>, T, 4, 3, 0, 2, 3> arba; Swizzle<vec<T, 4>, T, 4, 3, 0, 3, 0> arar; Swizzle<vec<T, 4>, T, 4, 3, 0, 3, 1> arag; Swizzle<vec<T, 4>, T, 4, 3, 0, 3, 2> arab; Swizzle<vec<T, 4>, T, 4, 3, 0, 3, 3> araa; Swizzle<vec<T, 4>, T, 4, 3, 1, 0, 0> agrr; Swizzle<vec<T, 4>, T, 4, 3, 1, 0, 1> agrg; Swizzle<vec<T, 4>, T, 4, 3, 1, 0, 2> agrb; Swizzle<vec<T, 4>, T, 4, 3, 1, 0, 3> agra; Swizzle<vec<T, 4>, T, 4, 3, 1, 1, 0> aggr; Swizzle<vec<T, 4>, T, 4, 3, 1, 1, 1> aggg; Swizzle<vec<T, 4>, T, 4, 3, 1, 1, 2> aggb; Swizzle<vec<T, 4>, T, 4, 3, 1, 1, 3> agga; Swizzle<vec<T, 4>, T, 4, 3, 1, 2, 0> agbr; Swizzle<vec<T, 4>, T, 4, 3, 1, 2, 1> agbg; Swizzle<vec<T, 4>, T, 4, 3, 1, 2, 2> agbb; Swizzle<vec<T, 4>, T, 4, 3, 1, 2, 3> agba; Swizzle<vec<T, 4>, T, 4, 3, 1, 3, 0> agar; Swizzle<vec<T, 4>, T, 4, 3, 1, 3, 1> agag; Swizzle<vec<T, 4>, T, 4, 3, 1, 3, 2> agab; Swizzle<vec<T, 4>, T, 4, 3, 1, 3, 3> agaa; Swizzle<vec<T, 4>, T, 4, 3, 2, 0, 0> abrr; Swizzle<vec<T, 4>, T, 4, 3, 2, 0, 1> abrg; Swizzle<vec<T, 4>, T, 4, 3, 2, 0, 2> abrb; Swizzle<vec<T, 4>, T, 4, 3, 2, 0, 3> abra; Swizzle<vec<T, 4>, T, 4, 3, 2, 1, 0> abgr; Swizzle<vec<T, 4>, T, 4, 3, 2, 1, 1> abgg; Swizzle<vec<T, 4>, T, 4, 3, 2, 1, 2> abgb; Swizzle<vec<T, 4>, T, 4, 3, 2, 1, 3> abga; Swizzle<vec<T, 4>, T, 4, 3, 2, 2, 0> abbr; Swizzle<vec<T, 4>, T, 4, 3, 2, 2, 1> abbg; Swizzle<vec<T, 4>, T, 4, 3, 2, 2, 2> abbb; Swizzle<vec<T, 4>, T, 4, 3, 2, 2, 3> abba; Swizzle<vec<T, 4>, T, 4, 3, 2, 3, 0> abar; Swizzle<vec<T, 4>, T, 4, 3, 2, 3, 1> abag; Swizzle<vec<T, 4>, T, 4, 3, 2, 3, 2> abab; Swizzle<vec<T, 4>, T, 4, 3, 2, 3, 3> abaa; Swizzle<vec<T, 4>, T, 4, 3, 3, 0, 0> aarr; Swizzle<vec<T, 4>, T, 4, 3, 3, 0, 1> aarg; Swizzle<vec<T, 4>, T, 4, 3, 3, 0, 2> aarb; Swizzle<vec<T, 4>, T, 4, 3, 3, 0, 3> aara; Swizzle<vec<T, 4>, T, 4, 3, 3, 1, 0> aagr; Swizzle<vec<T, 4>, T, 4, 3, 3, 1, 1> aagg; Swizzle<vec<T, 4>, T, 4, 3, 3, 1, 2> aagb; Swizzle<vec<T, 4>, T, 4, 3, 3, 1, 3> aaga; Swizzle<vec<T, 4>, T, 4, 3, 3, 2, 0> aabr; Swizzle<vec<T, 4>, T, 4, 3, 3, 2, 1> aabg; Swizzle<vec<T, 4>, T, 4, 3, 3, 2, 2> aabb; Swizzle<vec<T, 4>, T, 4, 3, 3, 2, 3> aaba; Swizzle<vec<T, 4>, T, 4, 3, 3, 3, 0> aaar; Swizzle<vec<T, 4>, T, 4, 3, 3, 3, 1> aaag; Swizzle<vec<T, 4>, T, 4, 3, 3, 3, 2> aaab; Swizzle<vec<T, 4>, T, 4, 3, 3, 3, 3> aaaa;
    };
    constexpr vec(T a, T b, T c, T d) : data{a, b, c, d} {}
    constexpr vec(const vec<T, 2> &a, T b, T c) : data{a[0], a[1], b, c} {}
    constexpr vec(T a, const vec<T, 2> &b, T c) : data{a, b[0], b[1], c} {}
    constexpr vec(T a, T b, const vec<T, 2> &c) : data{a, b, c[0], c[1]} {}
    constexpr vec(const vec<T, 2> &a, const vec<T, 2> &b) : data{a[0], a[1], b[0], b[1]} {}
    constexpr vec(const vec<T, 3> &a, T b) : data{a[0], a[1], a[2], b} {}
    constexpr vec(T a, const vec<T, 3> &b) : data{a, b[0], b[1], b[2]} {}
    BSL_VECTOR_OPERATORS(4)
};

typedef vec<float, 2> float2;
typedef vec<float, 3> float3;
typedef vec<float, 4> float4;
typedef vec<int, 2> int2;
typedef vec<int, 3> int3;
typedef vec<int, 4> int4;
typedef vec<uint, 2> uint2;
typedef vec<uint, 3> uint3;
typedef vec<uint, 4> uint4;
typedef vec<bool, 2> bool2;
typedef vec<bool, 3> bool3;
typedef vec<bool, 4> bool4;
typedef float2 packed_float2;
typedef float3 packed_float3;
typedef float4 packed_float4;
typedef int2 packed_int2;
typedef int3 packed_int3;
typedef int4 packed_int4;
typedef uint2 packed_uint2;
typedef uint3 packed_uint3;
typedef uint4 packed_uint4;
typedef int2 char2;
typedef int3 char3;
typedef int4 char4;
typedef int2 short2;
typedef int3 short3;
typedef int4 short4;
typedef uint2 uchar2;
typedef uint3 uchar3;
typedef uint4 uchar4;
typedef uint2 ushort2;
typedef uint3 ushort3;
typedef uint4 ushort4;
typedef float2 half2;
typedef float3 half3;
typedef float4 half4;

/* Structured bindings: `auto [a, b] = v;`. */
template<std::size_t I, typename T, int N> constexpr T get(const vec<T, N> &v) { return v[int(I)]; }
namespace std {
template<typename T, int N> struct tuple_size<vec<T, N>> { static constexpr size_t value = N; };
template<size_t I, typename T, int N> struct tuple_element<I, vec<T, N>> { typedef T type; };
}

struct bool32_t {
    uint32_t value;
    bool32_t() = default;
    bool32_t(bool v) : value(v) {}
    operator bool() const { return value != 0; }
};

struct string_t { uint32_t value; };

#define FLT_MAX 3.402823466e+38f
#define FLT_MIN 1.175494351e-38f
#define FLT_EPSILON 1.192092896e-07f
#define NAN_FLT __builtin_nanf("")
#define INT_MAX 2147483647
#define UINT_MAX 4294967295u
#define SHRT_MAX 32767
#define USHRT_MAX 65535
#undef M_PI
#undef M_PI_2
#undef M_PI_4
#undef M_SQRT2
#undef M_SQRT1_2
#undef M_1_PI
#undef M_E
#undef M_LOG2E
#undef M_LOG10E
#undef M_LN2
#undef M_LN10
#define M_PI 3.14159265358979323846f
#define M_TAU 6.28318530717958647692f
#define M_PI_2 1.57079632679489661923f
#define M_PI_4 0.78539816339744830962f
#define M_SQRT2 1.41421356237309504880f
#define M_SQRT1_2 0.70710678118654752440f
#define M_SQRT3 1.73205080756887729352f
#define M_SQRT1_3 0.57735026918962576450f
#define M_1_PI 0.31830988618379067154f
#define M_E 2.7182818284590452354f
#define M_LOG2E 1.4426950408889634074f
#define M_LOG10E 0.43429448190325182765f
#define M_LN2 0.69314718055994530942f
#define M_LN10 2.30258509299404568402f

inline float sin(float x) { return std::sin(x); }
inline float2 sin(const float2 &a) { float2 r{}; for (int i = 0; i < float2::N; i++) { r[i] = sin(a[i]); } return r; }
inline float3 sin(const float3 &a) { float3 r{}; for (int i = 0; i < float3::N; i++) { r[i] = sin(a[i]); } return r; }
inline float4 sin(const float4 &a) { float4 r{}; for (int i = 0; i < float4::N; i++) { r[i] = sin(a[i]); } return r; }
inline float cos(float x) { return std::cos(x); }
inline float2 cos(const float2 &a) { float2 r{}; for (int i = 0; i < float2::N; i++) { r[i] = cos(a[i]); } return r; }
inline float3 cos(const float3 &a) { float3 r{}; for (int i = 0; i < float3::N; i++) { r[i] = cos(a[i]); } return r; }
inline float4 cos(const float4 &a) { float4 r{}; for (int i = 0; i < float4::N; i++) { r[i] = cos(a[i]); } return r; }
inline float tan(float x) { return std::tan(x); }
inline float2 tan(const float2 &a) { float2 r{}; for (int i = 0; i < float2::N; i++) { r[i] = tan(a[i]); } return r; }
inline float3 tan(const float3 &a) { float3 r{}; for (int i = 0; i < float3::N; i++) { r[i] = tan(a[i]); } return r; }
inline float4 tan(const float4 &a) { float4 r{}; for (int i = 0; i < float4::N; i++) { r[i] = tan(a[i]); } return r; }
inline float asin(float x) { return std::asin(x); }
inline float2 asin(const float2 &a) { float2 r{}; for (int i = 0; i < float2::N; i++) { r[i] = asin(a[i]); } return r; }
inline float3 asin(const float3 &a) { float3 r{}; for (int i = 0; i < float3::N; i++) { r[i] = asin(a[i]); } return r; }
inline float4 asin(const float4 &a) { float4 r{}; for (int i = 0; i < float4::N; i++) { r[i] = asin(a[i]); } return r; }
inline float acos(float x) { return std::acos(x); }
inline float2 acos(const float2 &a) { float2 r{}; for (int i = 0; i < float2::N; i++) { r[i] = acos(a[i]); } return r; }
inline float3 acos(const float3 &a) { float3 r{}; for (int i = 0; i < float3::N; i++) { r[i] = acos(a[i]); } return r; }
inline float4 acos(const float4 &a) { float4 r{}; for (int i = 0; i < float4::N; i++) { r[i] = acos(a[i]); } return r; }
inline float atan(float x) { return std::atan(x); }
inline float2 atan(const float2 &a) { float2 r{}; for (int i = 0; i < float2::N; i++) { r[i] = atan(a[i]); } return r; }
inline float3 atan(const float3 &a) { float3 r{}; for (int i = 0; i < float3::N; i++) { r[i] = atan(a[i]); } return r; }
inline float4 atan(const float4 &a) { float4 r{}; for (int i = 0; i < float4::N; i++) { r[i] = atan(a[i]); } return r; }
inline float sinh(float x) { return std::sinh(x); }
inline float2 sinh(const float2 &a) { float2 r{}; for (int i = 0; i < float2::N; i++) { r[i] = sinh(a[i]); } return r; }
inline float3 sinh(const float3 &a) { float3 r{}; for (int i = 0; i < float3::N; i++) { r[i] = sinh(a[i]); } return r; }
inline float4 sinh(const float4 &a) { float4 r{}; for (int i = 0; i < float4::N; i++) { r[i] = sinh(a[i]); } return r; }
inline float cosh(float x) { return std::cosh(x); }
inline float2 cosh(const float2 &a) { float2 r{}; for (int i = 0; i < float2::N; i++) { r[i] = cosh(a[i]); } return r; }
inline float3 cosh(const float3 &a) { float3 r{}; for (int i = 0; i < float3::N; i++) { r[i] = cosh(a[i]); } return r; }
inline float4 cosh(const float4 &a) { float4 r{}; for (int i = 0; i < float4::N; i++) { r[i] = cosh(a[i]); } return r; }
inline float tanh(float x) { return std::tanh(x); }
inline float2 tanh(const float2 &a) { float2 r{}; for (int i = 0; i < float2::N; i++) { r[i] = tanh(a[i]); } return r; }
inline float3 tanh(const float3 &a) { float3 r{}; for (int i = 0; i < float3::N; i++) { r[i] = tanh(a[i]); } return r; }
inline float4 tanh(const float4 &a) { float4 r{}; for (int i = 0; i < float4::N; i++) { r[i] = tanh(a[i]); } return r; }
inline float asinh(float x) { return std::asinh(x); }
inline float2 asinh(const float2 &a) { float2 r{}; for (int i = 0; i < float2::N; i++) { r[i] = asinh(a[i]); } return r; }
inline float3 asinh(const float3 &a) { float3 r{}; for (int i = 0; i < float3::N; i++) { r[i] = asinh(a[i]); } return r; }
inline float4 asinh(const float4 &a) { float4 r{}; for (int i = 0; i < float4::N; i++) { r[i] = asinh(a[i]); } return r; }
inline float acosh(float x) { return std::acosh(x); }
inline float2 acosh(const float2 &a) { float2 r{}; for (int i = 0; i < float2::N; i++) { r[i] = acosh(a[i]); } return r; }
inline float3 acosh(const float3 &a) { float3 r{}; for (int i = 0; i < float3::N; i++) { r[i] = acosh(a[i]); } return r; }
inline float4 acosh(const float4 &a) { float4 r{}; for (int i = 0; i < float4::N; i++) { r[i] = acosh(a[i]); } return r; }
inline float atanh(float x) { return std::atanh(x); }
inline float2 atanh(const float2 &a) { float2 r{}; for (int i = 0; i < float2::N; i++) { r[i] = atanh(a[i]); } return r; }
inline float3 atanh(const float3 &a) { float3 r{}; for (int i = 0; i < float3::N; i++) { r[i] = atanh(a[i]); } return r; }
inline float4 atanh(const float4 &a) { float4 r{}; for (int i = 0; i < float4::N; i++) { r[i] = atanh(a[i]); } return r; }
inline float exp(float x) { return std::exp(x); }
inline float2 exp(const float2 &a) { float2 r{}; for (int i = 0; i < float2::N; i++) { r[i] = exp(a[i]); } return r; }
inline float3 exp(const float3 &a) { float3 r{}; for (int i = 0; i < float3::N; i++) { r[i] = exp(a[i]); } return r; }
inline float4 exp(const float4 &a) { float4 r{}; for (int i = 0; i < float4::N; i++) { r[i] = exp(a[i]); } return r; }
inline float exp2(float x) { return std::exp2(x); }
inline float2 exp2(const float2 &a) { float2 r{}; for (int i = 0; i < float2::N; i++) { r[i] = exp2(a[i]); } return r; }
inline float3 exp2(const float3 &a) { float3 r{}; for (int i = 0; i < float3::N; i++) { r[i] = exp2(a[i]); } return r; }
inline float4 exp2(const float4 &a) { float4 r{}; for (int i = 0; i < float4::N; i++) { r[i] = exp2(a[i]); } return r; }
inline float log(float x) { return std::log(x); }
inline float2 log(const float2 &a) { float2 r{}; for (int i = 0; i < float2::N; i++) { r[i] = log(a[i]); } return r; }
inline float3 log(const float3 &a) { float3 r{}; for (int i = 0; i < float3::N; i++) { r[i] = log(a[i]); } return r; }
inline float4 log(const float4 &a) { float4 r{}; for (int i = 0; i < float4::N; i++) { r[i] = log(a[i]); } return r; }
inline float log2(float x) { return std::log2(x); }
inline float2 log2(const float2 &a) { float2 r{}; for (int i = 0; i < float2::N; i++) { r[i] = log2(a[i]); } return r; }
inline float3 log2(const float3 &a) { float3 r{}; for (int i = 0; i < float3::N; i++) { r[i] = log2(a[i]); } return r; }
inline float4 log2(const float4 &a) { float4 r{}; for (int i = 0; i < float4::N; i++) { r[i] = log2(a[i]); } return r; }
inline float sqrt(float x) { return std::sqrt(x); }
inline float2 sqrt(const float2 &a) { float2 r{}; for (int i = 0; i < float2::N; i++) { r[i] = sqrt(a[i]); } return r; }
inline float3 sqrt(const float3 &a) { float3 r{}; for (int i = 0; i < float3::N; i++) { r[i] = sqrt(a[i]); } return r; }
inline float4 sqrt(const float4 &a) { float4 r{}; for (int i = 0; i < float4::N; i++) { r[i] = sqrt(a[i]); } return r; }
inline float inversesqrt(float x) { return 1.0f / std::sqrt(x); }
inline float2 inversesqrt(const float2 &a) { float2 r{}; for (int i = 0; i < float2::N; i++) { r[i] = inversesqrt(a[i]); } return r; }
inline float3 inversesqrt(const float3 &a) { float3 r{}; for (int i = 0; i < float3::N; i++) { r[i] = inversesqrt(a[i]); } return r; }
inline float4 inversesqrt(const float4 &a) { float4 r{}; for (int i = 0; i < float4::N; i++) { r[i] = inversesqrt(a[i]); } return r; }
inline float floor(float x) { return std::floor(x); }
inline float2 floor(const float2 &a) { float2 r{}; for (int i = 0; i < float2::N; i++) { r[i] = floor(a[i]); } return r; }
inline float3 floor(const float3 &a) { float3 r{}; for (int i = 0; i < float3::N; i++) { r[i] = floor(a[i]); } return r; }
inline float4 floor(const float4 &a) { float4 r{}; for (int i = 0; i < float4::N; i++) { r[i] = floor(a[i]); } return r; }
inline float ceil(float x) { return std::ceil(x); }
inline float2 ceil(const float2 &a) { float2 r{}; for (int i = 0; i < float2::N; i++) { r[i] = ceil(a[i]); } return r; }
inline float3 ceil(const float3 &a) { float3 r{}; for (int i = 0; i < float3::N; i++) { r[i] = ceil(a[i]); } return r; }
inline float4 ceil(const float4 &a) { float4 r{}; for (int i = 0; i < float4::N; i++) { r[i] = ceil(a[i]); } return r; }
inline float trunc(float x) { return std::trunc(x); }
inline float2 trunc(const float2 &a) { float2 r{}; for (int i = 0; i < float2::N; i++) { r[i] = trunc(a[i]); } return r; }
inline float3 trunc(const float3 &a) { float3 r{}; for (int i = 0; i < float3::N; i++) { r[i] = trunc(a[i]); } return r; }
inline float4 trunc(const float4 &a) { float4 r{}; for (int i = 0; i < float4::N; i++) { r[i] = trunc(a[i]); } return r; }
inline float round(float x) { return std::nearbyint(x); }
inline float2 round(const float2 &a) { float2 r{}; for (int i = 0; i < float2::N; i++) { r[i] = round(a[i]); } return r; }
inline float3 round(const float3 &a) { float3 r{}; for (int i = 0; i < float3::N; i++) { r[i] = round(a[i]); } return r; }
inline float4 round(const float4 &a) { float4 r{}; for (int i = 0; i < float4::N; i++) { r[i] = round(a[i]); } return r; }
inline float roundEven(float x) { return std::nearbyint(x); }
inline float2 roundEven(const float2 &a) { float2 r{}; for (int i = 0; i < float2::N; i++) { r[i] = roundEven(a[i]); } return r; }
inline float3 roundEven(const float3 &a) { float3 r{}; for (int i = 0; i < float3::N; i++) { r[i] = roundEven(a[i]); } return r; }
inline float4 roundEven(const float4 &a) { float4 r{}; for (int i = 0; i < float4::N; i++) { r[i] = roundEven(a[i]); } return r; }
inline float fract(float x) { return x - std::floor(x); }
inline float2 fract(const float2 &a) { float2 r{}; for (int i = 0; i < float2::N; i++) { r[i] = fract(a[i]); } return r; }
inline float3 fract(const float3 &a) { float3 r{}; for (int i = 0; i < float3::N; i++) { r[i] = fract(a[i]); } return r; }
inline float4 fract(const float4 &a) { float4 r{}; for (int i = 0; i < float4::N; i++) { r[i] = fract(a[i]); } return r; }
inline float radians(float x) { return x * 0.01745329251994329577f; }
inline float2 radians(const float2 &a) { float2 r{}; for (int i = 0; i < float2::N; i++) { r[i] = radians(a[i]); } return r; }
inline float3 radians(const float3 &a) { float3 r{}; for (int i = 0; i < float3::N; i++) { r[i] = radians(a[i]); } return r; }
inline float4 radians(const float4 &a) { float4 r{}; for (int i = 0; i < float4::N; i++) { r[i] = radians(a[i]); } return r; }
inline float degrees(float x) { return x * 57.2957795130823208768f; }
inline float2 degrees(const float2 &a) { float2 r{}; for (int i = 0; i < float2::N; i++) { r[i] = degrees(a[i]); } return r; }
inline float3 degrees(const float3 &a) { float3 r{}; for (int i = 0; i < float3::N; i++) { r[i] = degrees(a[i]); } return r; }
inline float4 degrees(const float4 &a) { float4 r{}; for (int i = 0; i < float4::N; i++) { r[i] = degrees(a[i]); } return r; }
inline float sign(float x) { return x > 0.0f ? 1.0f : x < 0.0f ? -1.0f : 0.0f; }
inline float2 sign(const float2 &a) { float2 r{}; for (int i = 0; i < float2::N; i++) { r[i] = sign(a[i]); } return r; }
inline float3 sign(const float3 &a) { float3 r{}; for (int i = 0; i < float3::N; i++) { r[i] = sign(a[i]); } return r; }
inline float4 sign(const float4 &a) { float4 r{}; for (int i = 0; i < float4::N; i++) { r[i] = sign(a[i]); } return r; }
inline float abs(float x) { return std::fabs(x); }
inline float2 abs(const float2 &a) { float2 r{}; for (int i = 0; i < float2::N; i++) { r[i] = abs(a[i]); } return r; }
inline float3 abs(const float3 &a) { float3 r{}; for (int i = 0; i < float3::N; i++) { r[i] = abs(a[i]); } return r; }
inline float4 abs(const float4 &a) { float4 r{}; for (int i = 0; i < float4::N; i++) { r[i] = abs(a[i]); } return r; }
inline float dFdx(float x) { return 0.0f * x; }
inline float2 dFdx(const float2 &a) { float2 r{}; for (int i = 0; i < float2::N; i++) { r[i] = dFdx(a[i]); } return r; }
inline float3 dFdx(const float3 &a) { float3 r{}; for (int i = 0; i < float3::N; i++) { r[i] = dFdx(a[i]); } return r; }
inline float4 dFdx(const float4 &a) { float4 r{}; for (int i = 0; i < float4::N; i++) { r[i] = dFdx(a[i]); } return r; }
inline float dFdxCoarse(float x) { return 0.0f * x; }
inline float2 dFdxCoarse(const float2 &a) { float2 r{}; for (int i = 0; i < float2::N; i++) { r[i] = dFdxCoarse(a[i]); } return r; }
inline float3 dFdxCoarse(const float3 &a) { float3 r{}; for (int i = 0; i < float3::N; i++) { r[i] = dFdxCoarse(a[i]); } return r; }
inline float4 dFdxCoarse(const float4 &a) { float4 r{}; for (int i = 0; i < float4::N; i++) { r[i] = dFdxCoarse(a[i]); } return r; }
inline float dFdxFine(float x) { return 0.0f * x; }
inline float2 dFdxFine(const float2 &a) { float2 r{}; for (int i = 0; i < float2::N; i++) { r[i] = dFdxFine(a[i]); } return r; }
inline float3 dFdxFine(const float3 &a) { float3 r{}; for (int i = 0; i < float3::N; i++) { r[i] = dFdxFine(a[i]); } return r; }
inline float4 dFdxFine(const float4 &a) { float4 r{}; for (int i = 0; i < float4::N; i++) { r[i] = dFdxFine(a[i]); } return r; }
inline float dFdy(float x) { return 0.0f * x; }
inline float2 dFdy(const float2 &a) { float2 r{}; for (int i = 0; i < float2::N; i++) { r[i] = dFdy(a[i]); } return r; }
inline float3 dFdy(const float3 &a) { float3 r{}; for (int i = 0; i < float3::N; i++) { r[i] = dFdy(a[i]); } return r; }
inline float4 dFdy(const float4 &a) { float4 r{}; for (int i = 0; i < float4::N; i++) { r[i] = dFdy(a[i]); } return r; }
inline float dFdyCoarse(float x) { return 0.0f * x; }
inline float2 dFdyCoarse(const float2 &a) { float2 r{}; for (int i = 0; i < float2::N; i++) { r[i] = dFdyCoarse(a[i]); } return r; }
inline float3 dFdyCoarse(const float3 &a) { float3 r{}; for (int i = 0; i < float3::N; i++) { r[i] = dFdyCoarse(a[i]); } return r; }
inline float4 dFdyCoarse(const float4 &a) { float4 r{}; for (int i = 0; i < float4::N; i++) { r[i] = dFdyCoarse(a[i]); } return r; }
inline float dFdyFine(float x) { return 0.0f * x; }
inline float2 dFdyFine(const float2 &a) { float2 r{}; for (int i = 0; i < float2::N; i++) { r[i] = dFdyFine(a[i]); } return r; }
inline float3 dFdyFine(const float3 &a) { float3 r{}; for (int i = 0; i < float3::N; i++) { r[i] = dFdyFine(a[i]); } return r; }
inline float4 dFdyFine(const float4 &a) { float4 r{}; for (int i = 0; i < float4::N; i++) { r[i] = dFdyFine(a[i]); } return r; }
inline float fwidth(float x) { return 0.0f * x; }
inline float2 fwidth(const float2 &a) { float2 r{}; for (int i = 0; i < float2::N; i++) { r[i] = fwidth(a[i]); } return r; }
inline float3 fwidth(const float3 &a) { float3 r{}; for (int i = 0; i < float3::N; i++) { r[i] = fwidth(a[i]); } return r; }
inline float4 fwidth(const float4 &a) { float4 r{}; for (int i = 0; i < float4::N; i++) { r[i] = fwidth(a[i]); } return r; }
inline float fwidthCoarse(float x) { return 0.0f * x; }
inline float2 fwidthCoarse(const float2 &a) { float2 r{}; for (int i = 0; i < float2::N; i++) { r[i] = fwidthCoarse(a[i]); } return r; }
inline float3 fwidthCoarse(const float3 &a) { float3 r{}; for (int i = 0; i < float3::N; i++) { r[i] = fwidthCoarse(a[i]); } return r; }
inline float4 fwidthCoarse(const float4 &a) { float4 r{}; for (int i = 0; i < float4::N; i++) { r[i] = fwidthCoarse(a[i]); } return r; }
inline float fwidthFine(float x) { return 0.0f * x; }
inline float2 fwidthFine(const float2 &a) { float2 r{}; for (int i = 0; i < float2::N; i++) { r[i] = fwidthFine(a[i]); } return r; }
inline float3 fwidthFine(const float3 &a) { float3 r{}; for (int i = 0; i < float3::N; i++) { r[i] = fwidthFine(a[i]); } return r; }
inline float4 fwidthFine(const float4 &a) { float4 r{}; for (int i = 0; i < float4::N; i++) { r[i] = fwidthFine(a[i]); } return r; }
inline int sign(int x) { return x > 0 ? 1 : x < 0 ? -1 : 0; }
inline int2 abs(const int2 &a) { int2 r{}; for (int i = 0; i < int2::N; i++) { r[i] = a[i] < 0 ? -a[i] : a[i]; } return r; }
inline int2 sign(const int2 &a) { int2 r{}; for (int i = 0; i < int2::N; i++) { r[i] = sign(a[i]); } return r; }
inline int3 abs(const int3 &a) { int3 r{}; for (int i = 0; i < int3::N; i++) { r[i] = a[i] < 0 ? -a[i] : a[i]; } return r; }
inline int3 sign(const int3 &a) { int3 r{}; for (int i = 0; i < int3::N; i++) { r[i] = sign(a[i]); } return r; }
inline int4 abs(const int4 &a) { int4 r{}; for (int i = 0; i < int4::N; i++) { r[i] = a[i] < 0 ? -a[i] : a[i]; } return r; }
inline int4 sign(const int4 &a) { int4 r{}; for (int i = 0; i < int4::N; i++) { r[i] = sign(a[i]); } return r; }
inline float pow(float x, float y) { return std::pow(x, y); }
inline float2 pow(const float2 &a, const float2 &b) { float2 r{}; for (int i = 0; i < float2::N; i++) { r[i] = pow(a[i], b[i]); } return r; }
inline float3 pow(const float3 &a, const float3 &b) { float3 r{}; for (int i = 0; i < float3::N; i++) { r[i] = pow(a[i], b[i]); } return r; }
inline float4 pow(const float4 &a, const float4 &b) { float4 r{}; for (int i = 0; i < float4::N; i++) { r[i] = pow(a[i], b[i]); } return r; }
inline float atan(float x, float y) { return std::atan2(x, y); }
inline float2 atan(const float2 &a, const float2 &b) { float2 r{}; for (int i = 0; i < float2::N; i++) { r[i] = atan(a[i], b[i]); } return r; }
inline float3 atan(const float3 &a, const float3 &b) { float3 r{}; for (int i = 0; i < float3::N; i++) { r[i] = atan(a[i], b[i]); } return r; }
inline float4 atan(const float4 &a, const float4 &b) { float4 r{}; for (int i = 0; i < float4::N; i++) { r[i] = atan(a[i], b[i]); } return r; }
inline float mod(float x, float y) { return x - y * std::floor(x / y); }
inline float2 mod(const float2 &a, const float2 &b) { float2 r{}; for (int i = 0; i < float2::N; i++) { r[i] = mod(a[i], b[i]); } return r; }
inline float2 mod(const float2 &a, float b) { return mod(a, float2(b)); }
inline float3 mod(const float3 &a, const float3 &b) { float3 r{}; for (int i = 0; i < float3::N; i++) { r[i] = mod(a[i], b[i]); } return r; }
inline float3 mod(const float3 &a, float b) { return mod(a, float3(b)); }
inline float4 mod(const float4 &a, const float4 &b) { float4 r{}; for (int i = 0; i < float4::N; i++) { r[i] = mod(a[i], b[i]); } return r; }
inline float4 mod(const float4 &a, float b) { return mod(a, float4(b)); }
inline float step(float x, float y) { return y < x ? 0.0f : 1.0f; }
inline float2 step(const float2 &a, const float2 &b) { float2 r{}; for (int i = 0; i < float2::N; i++) { r[i] = step(a[i], b[i]); } return r; }
inline float2 step(float a, const float2 &b) { return step(float2(a), b); }
inline float3 step(const float3 &a, const float3 &b) { float3 r{}; for (int i = 0; i < float3::N; i++) { r[i] = step(a[i], b[i]); } return r; }
inline float3 step(float a, const float3 &b) { return step(float3(a), b); }
inline float4 step(const float4 &a, const float4 &b) { float4 r{}; for (int i = 0; i < float4::N; i++) { r[i] = step(a[i], b[i]); } return r; }
inline float4 step(float a, const float4 &b) { return step(float4(a), b); }
constexpr float min(float x, float y) { return y < x ? y : x; }
constexpr float max(float x, float y) { return x < y ? y : x; }
constexpr float clamp(float x, float a, float b) { return min(max(x, a), b); }
constexpr float2 min(const float2 &a, const float2 &b) { float2 r{}; for (int i = 0; i < float2::N; i++) { r[i] = min(a[i], b[i]); } return r; }
constexpr float2 min(const float2 &a, float b) { return min(a, float2(b)); }
constexpr float2 max(const float2 &a, const float2 &b) { float2 r{}; for (int i = 0; i < float2::N; i++) { r[i] = max(a[i], b[i]); } return r; }
constexpr float2 max(const float2 &a, float b) { return max(a, float2(b)); }
constexpr float2 clamp(const float2 &x, const float2 &a, const float2 &b) { return min(max(x, a), b); }
constexpr float2 clamp(const float2 &x, float a, float b) { return min(max(x, a), b); }
constexpr bool2 lessThan(const float2 &a, const float2 &b) { bool2 r{}; for (int i = 0; i < 2; i++) { r[i] = a[i] < b[i]; } return r; }
constexpr bool2 lessThanEqual(const float2 &a, const float2 &b) { bool2 r{}; for (int i = 0; i < 2; i++) { r[i] = a[i] <= b[i]; } return r; }
constexpr bool2 greaterThan(const float2 &a, const float2 &b) { bool2 r{}; for (int i = 0; i < 2; i++) { r[i] = a[i] > b[i]; } return r; }
constexpr bool2 greaterThanEqual(const float2 &a, const float2 &b) { bool2 r{}; for (int i = 0; i < 2; i++) { r[i] = a[i] >= b[i]; } return r; }
constexpr bool2 equal(const float2 &a, const float2 &b) { bool2 r{}; for (int i = 0; i < 2; i++) { r[i] = a[i] == b[i]; } return r; }
constexpr bool2 notEqual(const float2 &a, const float2 &b) { bool2 r{}; for (int i = 0; i < 2; i++) { r[i] = a[i] != b[i]; } return r; }
constexpr float3 min(const float3 &a, const float3 &b) { float3 r{}; for (int i = 0; i < float3::N; i++) { r[i] = min(a[i], b[i]); } return r; }
constexpr float3 min(const float3 &a, float b) { return min(a, float3(b)); }
constexpr float3 max(const float3 &a, const float3 &b) { float3 r{}; for (int i = 0; i < float3::N; i++) { r[i] = max(a[i], b[i]); } return r; }
constexpr float3 max(const float3 &a, float b) { return max(a, float3(b)); }
constexpr float3 clamp(const float3 &x, const float3 &a, const float3 &b) { return min(max(x, a), b); }
constexpr float3 clamp(const float3 &x, float a, float b) { return min(max(x, a), b); }
constexpr bool3 lessThan(const float3 &a, const float3 &b) { bool3 r{}; for (int i = 0; i < 3; i++) { r[i] = a[i] < b[i]; } return r; }
constexpr bool3 lessThanEqual(const float3 &a, const float3 &b) { bool3 r{}; for (int i = 0; i < 3; i++) { r[i] = a[i] <= b[i]; } return r; }
constexpr bool3 greaterThan(const float3 &a, const float3 &b) { bool3 r{}; for (int i = 0; i < 3; i++) { r[i] = a[i] > b[i]; } return r; }
constexpr bool3 greaterThanEqual(const float3 &a, const float3 &b) { bool3 r{}; for (int i = 0; i < 3; i++) { r[i] = a[i] >= b[i]; } return r; }
constexpr bool3 equal(const float3 &a, const float3 &b) { bool3 r{}; for (int i = 0; i < 3; i++) { r[i] = a[i] == b[i]; } return r; }
constexpr bool3 notEqual(const float3 &a, const float3 &b) { bool3 r{}; for (int i = 0; i < 3; i++) { r[i] = a[i] != b[i]; } return r; }
constexpr float4 min(const float4 &a, const float4 &b) { float4 r{}; for (int i = 0; i < float4::N; i++) { r[i] = min(a[i], b[i]); } return r; }
constexpr float4 min(const float4 &a, float b) { return min(a, float4(b)); }
constexpr float4 max(const float4 &a, const float4 &b) { float4 r{}; for (int i = 0; i < float4::N; i++) { r[i] = max(a[i], b[i]); } return r; }
constexpr float4 max(const float4 &a, float b) { return max(a, float4(b)); }
constexpr float4 clamp(const float4 &x, const float4 &a, const float4 &b) { return min(max(x, a), b); }
constexpr float4 clamp(const float4 &x, float a, float b) { return min(max(x, a), b); }
constexpr bool4 lessThan(const float4 &a, const float4 &b) { bool4 r{}; for (int i = 0; i < 4; i++) { r[i] = a[i] < b[i]; } return r; }
constexpr bool4 lessThanEqual(const float4 &a, const float4 &b) { bool4 r{}; for (int i = 0; i < 4; i++) { r[i] = a[i] <= b[i]; } return r; }
constexpr bool4 greaterThan(const float4 &a, const float4 &b) { bool4 r{}; for (int i = 0; i < 4; i++) { r[i] = a[i] > b[i]; } return r; }
constexpr bool4 greaterThanEqual(const float4 &a, const float4 &b) { bool4 r{}; for (int i = 0; i < 4; i++) { r[i] = a[i] >= b[i]; } return r; }
constexpr bool4 equal(const float4 &a, const float4 &b) { bool4 r{}; for (int i = 0; i < 4; i++) { r[i] = a[i] == b[i]; } return r; }
constexpr bool4 notEqual(const float4 &a, const float4 &b) { bool4 r{}; for (int i = 0; i < 4; i++) { r[i] = a[i] != b[i]; } return r; }
constexpr int min(int x, int y) { return y < x ? y : x; }
constexpr int max(int x, int y) { return x < y ? y : x; }
constexpr int clamp(int x, int a, int b) { return min(max(x, a), b); }
constexpr int2 min(const int2 &a, const int2 &b) { int2 r{}; for (int i = 0; i < int2::N; i++) { r[i] = min(a[i], b[i]); } return r; }
constexpr int2 min(const int2 &a, int b) { return min(a, int2(b)); }
constexpr int2 max(const int2 &a, const int2 &b) { int2 r{}; for (int i = 0; i < int2::N; i++) { r[i] = max(a[i], b[i]); } return r; }
constexpr int2 max(const int2 &a, int b) { return max(a, int2(b)); }
constexpr int2 clamp(const int2 &x, const int2 &a, const int2 &b) { return min(max(x, a), b); }
constexpr int2 clamp(const int2 &x, int a, int b) { return min(max(x, a), b); }
constexpr bool2 lessThan(const int2 &a, const int2 &b) { bool2 r{}; for (int i = 0; i < 2; i++) { r[i] = a[i] < b[i]; } return r; }
constexpr bool2 lessThanEqual(const int2 &a, const int2 &b) { bool2 r{}; for (int i = 0; i < 2; i++) { r[i] = a[i] <= b[i]; } return r; }
constexpr bool2 greaterThan(const int2 &a, const int2 &b) { bool2 r{}; for (int i = 0; i < 2; i++) { r[i] = a[i] > b[i]; } return r; }
constexpr bool2 greaterThanEqual(const int2 &a, const int2 &b) { bool2 r{}; for (int i = 0; i < 2; i++) { r[i] = a[i] >= b[i]; } return r; }
constexpr bool2 equal(const int2 &a, const int2 &b) { bool2 r{}; for (int i = 0; i < 2; i++) { r[i] = a[i] == b[i]; } return r; }
constexpr bool2 notEqual(const int2 &a, const int2 &b) { bool2 r{}; for (int i = 0; i < 2; i++) { r[i] = a[i] != b[i]; } return r; }
constexpr int3 min(const int3 &a, const int3 &b) { int3 r{}; for (int i = 0; i < int3::N; i++) { r[i] = min(a[i], b[i]); } return r; }
constexpr int3 min(const int3 &a, int b) { return min(a, int3(b)); }
constexpr int3 max(const int3 &a, const int3 &b) { int3 r{}; for (int i = 0; i < int3::N; i++) { r[i] = max(a[i], b[i]); } return r; }
constexpr int3 max(const int3 &a, int b) { return max(a, int3(b)); }
constexpr int3 clamp(const int3 &x, const int3 &a, const int3 &b) { return min(max(x, a), b); }
constexpr int3 clamp(const int3 &x, int a, int b) { return min(max(x, a), b); }
constexpr bool3 lessThan(const int3 &a, const int3 &b) { bool3 r{}; for (int i = 0; i < 3; i++) { r[i] = a[i] < b[i]; } return r; }
constexpr bool3 lessThanEqual(const int3 &a, const int3 &b) { bool3 r{}; for (int i = 0; i < 3; i++) { r[i] = a[i] <= b[i]; } return r; }
constexpr bool3 greaterThan(const int3 &a, const int3 &b) { bool3 r{}; for (int i = 0; i < 3; i++) { r[i] = a[i] > b[i]; } return r; }
constexpr bool3 greaterThanEqual(const int3 &a, const int3 &b) { bool3 r{}; for (int i = 0; i < 3; i++) { r[i] = a[i] >= b[i]; } return r; }
constexpr bool3 equal(const int3 &a, const int3 &b) { bool3 r{}; for (int i = 0; i < 3; i++) { r[i] = a[i] == b[i]; } return r; }
constexpr bool3 notEqual(const int3 &a, const int3 &b) { bool3 r{}; for (int i = 0; i < 3; i++) { r[i] = a[i] != b[i]; } return r; }
constexpr int4 min(const int4 &a, const int4 &b) { int4 r{}; for (int i = 0; i < int4::N; i++) { r[i] = min(a[i], b[i]); } return r; }
constexpr int4 min(const int4 &a, int b) { return min(a, int4(b)); }
constexpr int4 max(const int4 &a, const int4 &b) { int4 r{}; for (int i = 0; i < int4::N; i++) { r[i] = max(a[i], b[i]); } return r; }
constexpr int4 max(const int4 &a, int b) { return max(a, int4(b)); }
constexpr int4 clamp(const int4 &x, const int4 &a, const int4 &b) { return min(max(x, a), b); }
constexpr int4 clamp(const int4 &x, int a, int b) { return min(max(x, a), b); }
constexpr bool4 lessThan(const int4 &a, const int4 &b) { bool4 r{}; for (int i = 0; i < 4; i++) { r[i] = a[i] < b[i]; } return r; }
constexpr bool4 lessThanEqual(const int4 &a, const int4 &b) { bool4 r{}; for (int i = 0; i < 4; i++) { r[i] = a[i] <= b[i]; } return r; }
constexpr bool4 greaterThan(const int4 &a, const int4 &b) { bool4 r{}; for (int i = 0; i < 4; i++) { r[i] = a[i] > b[i]; } return r; }
constexpr bool4 greaterThanEqual(const int4 &a, const int4 &b) { bool4 r{}; for (int i = 0; i < 4; i++) { r[i] = a[i] >= b[i]; } return r; }
constexpr bool4 equal(const int4 &a, const int4 &b) { bool4 r{}; for (int i = 0; i < 4; i++) { r[i] = a[i] == b[i]; } return r; }
constexpr bool4 notEqual(const int4 &a, const int4 &b) { bool4 r{}; for (int i = 0; i < 4; i++) { r[i] = a[i] != b[i]; } return r; }
constexpr uint min(uint x, uint y) { return y < x ? y : x; }
constexpr uint max(uint x, uint y) { return x < y ? y : x; }
constexpr uint clamp(uint x, uint a, uint b) { return min(max(x, a), b); }
constexpr uint2 min(const uint2 &a, const uint2 &b) { uint2 r{}; for (int i = 0; i < uint2::N; i++) { r[i] = min(a[i], b[i]); } return r; }
constexpr uint2 min(const uint2 &a, uint b) { return min(a, uint2(b)); }
constexpr uint2 max(const uint2 &a, const uint2 &b) { uint2 r{}; for (int i = 0; i < uint2::N; i++) { r[i] = max(a[i], b[i]); } return r; }
constexpr uint2 max(const uint2 &a, uint b) { return max(a, uint2(b)); }
constexpr uint2 clamp(const uint2 &x, const uint2 &a, const uint2 &b) { return min(max(x, a), b); }
constexpr uint2 clamp(const uint2 &x, uint a, uint b) { return min(max(x, a), b); }
constexpr bool2 lessThan(const uint2 &a, const uint2 &b) { bool2 r{}; for (int i = 0; i < 2; i++) { r[i] = a[i] < b[i]; } return r; }
constexpr bool2 lessThanEqual(const uint2 &a, const uint2 &b) { bool2 r{}; for (int i = 0; i < 2; i++) { r[i] = a[i] <= b[i]; } return r; }
constexpr bool2 greaterThan(const uint2 &a, const uint2 &b) { bool2 r{}; for (int i = 0; i < 2; i++) { r[i] = a[i] > b[i]; } return r; }
constexpr bool2 greaterThanEqual(const uint2 &a, const uint2 &b) { bool2 r{}; for (int i = 0; i < 2; i++) { r[i] = a[i] >= b[i]; } return r; }
constexpr bool2 equal(const uint2 &a, const uint2 &b) { bool2 r{}; for (int i = 0; i < 2; i++) { r[i] = a[i] == b[i]; } return r; }
constexpr bool2 notEqual(const uint2 &a, const uint2 &b) { bool2 r{}; for (int i = 0; i < 2; i++) { r[i] = a[i] != b[i]; } return r; }
constexpr uint3 min(const uint3 &a, const uint3 &b) { uint3 r{}; for (int i = 0; i < uint3::N; i++) { r[i] = min(a[i], b[i]); } return r; }
constexpr uint3 min(const uint3 &a, uint b) { return min(a, uint3(b)); }
constexpr uint3 max(const uint3 &a, const uint3 &b) { uint3 r{}; for (int i = 0; i < uint3::N; i++) { r[i] = max(a[i], b[i]); } return r; }
constexpr uint3 max(const uint3 &a, uint b) { return max(a, uint3(b)); }
constexpr uint3 clamp(const uint3 &x, const uint3 &a, const uint3 &b) { return min(max(x, a), b); }
constexpr uint3 clamp(const uint3 &x, uint a, uint b) { return min(max(x, a), b); }
constexpr bool3 lessThan(const uint3 &a, const uint3 &b) { bool3 r{}; for (int i = 0; i < 3; i++) { r[i] = a[i] < b[i]; } return r; }
constexpr bool3 lessThanEqual(const uint3 &a, const uint3 &b) { bool3 r{}; for (int i = 0; i < 3; i++) { r[i] = a[i] <= b[i]; } return r; }
constexpr bool3 greaterThan(const uint3 &a, const uint3 &b) { bool3 r{}; for (int i = 0; i < 3; i++) { r[i] = a[i] > b[i]; } return r; }
constexpr bool3 greaterThanEqual(const uint3 &a, const uint3 &b) { bool3 r{}; for (int i = 0; i < 3; i++) { r[i] = a[i] >= b[i]; } return r; }
constexpr bool3 equal(const uint3 &a, const uint3 &b) { bool3 r{}; for (int i = 0; i < 3; i++) { r[i] = a[i] == b[i]; } return r; }
constexpr bool3 notEqual(const uint3 &a, const uint3 &b) { bool3 r{}; for (int i = 0; i < 3; i++) { r[i] = a[i] != b[i]; } return r; }
constexpr uint4 min(const uint4 &a, const uint4 &b) { uint4 r{}; for (int i = 0; i < uint4::N; i++) { r[i] = min(a[i], b[i]); } return r; }
constexpr uint4 min(const uint4 &a, uint b) { return min(a, uint4(b)); }
constexpr uint4 max(const uint4 &a, const uint4 &b) { uint4 r{}; for (int i = 0; i < uint4::N; i++) { r[i] = max(a[i], b[i]); } return r; }
constexpr uint4 max(const uint4 &a, uint b) { return max(a, uint4(b)); }
constexpr uint4 clamp(const uint4 &x, const uint4 &a, const uint4 &b) { return min(max(x, a), b); }
constexpr uint4 clamp(const uint4 &x, uint a, uint b) { return min(max(x, a), b); }
constexpr bool4 lessThan(const uint4 &a, const uint4 &b) { bool4 r{}; for (int i = 0; i < 4; i++) { r[i] = a[i] < b[i]; } return r; }
constexpr bool4 lessThanEqual(const uint4 &a, const uint4 &b) { bool4 r{}; for (int i = 0; i < 4; i++) { r[i] = a[i] <= b[i]; } return r; }
constexpr bool4 greaterThan(const uint4 &a, const uint4 &b) { bool4 r{}; for (int i = 0; i < 4; i++) { r[i] = a[i] > b[i]; } return r; }
constexpr bool4 greaterThanEqual(const uint4 &a, const uint4 &b) { bool4 r{}; for (int i = 0; i < 4; i++) { r[i] = a[i] >= b[i]; } return r; }
constexpr bool4 equal(const uint4 &a, const uint4 &b) { bool4 r{}; for (int i = 0; i < 4; i++) { r[i] = a[i] == b[i]; } return r; }
constexpr bool4 notEqual(const uint4 &a, const uint4 &b) { bool4 r{}; for (int i = 0; i < 4; i++) { r[i] = a[i] != b[i]; } return r; }
constexpr bool any(const bool2 &a) { for (int i = 0; i < 2; i++) { if (a[i]) { return true; } } return false; }
constexpr bool all(const bool2 &a) { for (int i = 0; i < 2; i++) { if (!a[i]) { return false; } } return true; }
constexpr bool2 bsl_not(const bool2 &a) { bool2 r{}; for (int i = 0; i < 2; i++) { r[i] = !a[i]; } return r; }
constexpr bool any(const bool3 &a) { for (int i = 0; i < 3; i++) { if (a[i]) { return true; } } return false; }
constexpr bool all(const bool3 &a) { for (int i = 0; i < 3; i++) { if (!a[i]) { return false; } } return true; }
constexpr bool3 bsl_not(const bool3 &a) { bool3 r{}; for (int i = 0; i < 3; i++) { r[i] = !a[i]; } return r; }
constexpr bool any(const bool4 &a) { for (int i = 0; i < 4; i++) { if (a[i]) { return true; } } return false; }
constexpr bool all(const bool4 &a) { for (int i = 0; i < 4; i++) { if (!a[i]) { return false; } } return true; }
constexpr bool4 bsl_not(const bool4 &a) { bool4 r{}; for (int i = 0; i < 4; i++) { r[i] = !a[i]; } return r; }
constexpr float mix(float a, float b, float t) { return a * (1.0f - t) + b * t; }
inline float fma(float a, float b, float c) { return a * b + c; }
inline float smoothstep(float a, float b, float x) { float t = clamp((x - a) / (b - a), 0.0f, 1.0f); return t * t * (3.0f - 2.0f * t); }
constexpr float dot(float a, float b) { return a * b; }
inline float length(float a) { return std::fabs(a); }
inline float distance(float a, float b) { return std::fabs(a - b); }
constexpr float2 mix(const float2 &a, const float2 &b, float t) { return a * (1.0f - t) + b * t; }
constexpr float2 mix(const float2 &a, const float2 &b, const float2 &t) { return a * (1.0f - t) + b * t; }
constexpr float2 mix(const float2 &a, const float2 &b, const bool2 &t) { float2 r{}; for (int i = 0; i < 2; i++) { r[i] = t[i] ? b[i] : a[i]; } return r; }
inline float2 fma(const float2 &a, const float2 &b, const float2 &c) { return a * b + c; }
inline float2 smoothstep(const float2 &a, const float2 &b, const float2 &x) { float2 r{}; for (int i = 0; i < 2; i++) { r[i] = smoothstep(a[i], b[i], x[i]); } return r; }
inline float2 smoothstep(float a, float b, const float2 &x) { return smoothstep(float2(a), float2(b), x); }
constexpr float dot(const float2 &a, const float2 &b) { float r = 0.0f; for (int i = 0; i < 2; i++) { r += a[i] * b[i]; } return r; }
inline float length(const float2 &a) { return std::sqrt(dot(a, a)); }
inline float distance(const float2 &a, const float2 &b) { return length(a - b); }
inline float2 normalize(const float2 &a) { return a / length(a); }
inline float2 reflect(const float2 &i, const float2 &n) { return i - 2.0f * dot(n, i) * n; }
inline float2 refract(const float2 &i, const float2 &n, float eta) { float d = dot(n, i); float k = 1.0f - eta * eta * (1.0f - d * d); return k < 0.0f ? float2(0.0f) : eta * i - (eta * d + std::sqrt(k)) * n; }
inline float2 faceforward(const float2 &n, const float2 &i, const float2 &r) { return dot(r, i) < 0.0f ? n : -n; }
inline bool2 isnan(const float2 &a) { bool2 r{}; for (int i = 0; i < 2; i++) { r[i] = a[i] != a[i]; } return r; }
constexpr float3 mix(const float3 &a, const float3 &b, float t) { return a * (1.0f - t) + b * t; }
constexpr float3 mix(const float3 &a, const float3 &b, const float3 &t) { return a * (1.0f - t) + b * t; }
constexpr float3 mix(const float3 &a, const float3 &b, const bool3 &t) { float3 r{}; for (int i = 0; i < 3; i++) { r[i] = t[i] ? b[i] : a[i]; } return r; }
inline float3 fma(const float3 &a, const float3 &b, const float3 &c) { return a * b + c; }
inline float3 smoothstep(const float3 &a, const float3 &b, const float3 &x) { float3 r{}; for (int i = 0; i < 3; i++) { r[i] = smoothstep(a[i], b[i], x[i]); } return r; }
inline float3 smoothstep(float a, float b, const float3 &x) { return smoothstep(float3(a), float3(b), x); }
constexpr float dot(const float3 &a, const float3 &b) { float r = 0.0f; for (int i = 0; i < 3; i++) { r += a[i] * b[i]; } return r; }
inline float length(const float3 &a) { return std::sqrt(dot(a, a)); }
inline float distance(const float3 &a, const float3 &b) { return length(a - b); }
inline float3 normalize(const float3 &a) { return a / length(a); }
inline float3 reflect(const float3 &i, const float3 &n) { return i - 2.0f * dot(n, i) * n; }
inline float3 refract(const float3 &i, const float3 &n, float eta) { float d = dot(n, i); float k = 1.0f - eta * eta * (1.0f - d * d); return k < 0.0f ? float3(0.0f) : eta * i - (eta * d + std::sqrt(k)) * n; }
inline float3 faceforward(const float3 &n, const float3 &i, const float3 &r) { return dot(r, i) < 0.0f ? n : -n; }
inline bool3 isnan(const float3 &a) { bool3 r{}; for (int i = 0; i < 3; i++) { r[i] = a[i] != a[i]; } return r; }
constexpr float4 mix(const float4 &a, const float4 &b, float t) { return a * (1.0f - t) + b * t; }
constexpr float4 mix(const float4 &a, const float4 &b, const float4 &t) { return a * (1.0f - t) + b * t; }
constexpr float4 mix(const float4 &a, const float4 &b, const bool4 &t) { float4 r{}; for (int i = 0; i < 4; i++) { r[i] = t[i] ? b[i] : a[i]; } return r; }
inline float4 fma(const float4 &a, const float4 &b, const float4 &c) { return a * b + c; }
inline float4 smoothstep(const float4 &a, const float4 &b, const float4 &x) { float4 r{}; for (int i = 0; i < 4; i++) { r[i] = smoothstep(a[i], b[i], x[i]); } return r; }
inline float4 smoothstep(float a, float b, const float4 &x) { return smoothstep(float4(a), float4(b), x); }
constexpr float dot(const float4 &a, const float4 &b) { float r = 0.0f; for (int i = 0; i < 4; i++) { r += a[i] * b[i]; } return r; }
inline float length(const float4 &a) { return std::sqrt(dot(a, a)); }
inline float distance(const float4 &a, const float4 &b) { return length(a - b); }
inline float4 normalize(const float4 &a) { return a / length(a); }
inline float4 reflect(const float4 &i, const float4 &n) { return i - 2.0f * dot(n, i) * n; }
inline float4 refract(const float4 &i, const float4 &n, float eta) { float d = dot(n, i); float k = 1.0f - eta * eta * (1.0f - d * d); return k < 0.0f ? float4(0.0f) : eta * i - (eta * d + std::sqrt(k)) * n; }
inline float4 faceforward(const float4 &n, const float4 &i, const float4 &r) { return dot(r, i) < 0.0f ? n : -n; }
inline bool4 isnan(const float4 &a) { bool4 r{}; for (int i = 0; i < 4; i++) { r[i] = a[i] != a[i]; } return r; }
inline float3 cross(const float3 &a, const float3 &b) { return float3(a.y * b.z - b.y * a.z, a.z * b.x - b.z * a.x, a.x * b.y - b.x * a.y); }
constexpr int floatBitsToInt(float x) { return std::bit_cast<int>(x); }
constexpr int2 floatBitsToInt(const float2 &a) { int2 r{}; for (int i = 0; i < 2; i++) { r[i] = floatBitsToInt(a[i]); } return r; }
constexpr int3 floatBitsToInt(const float3 &a) { int3 r{}; for (int i = 0; i < 3; i++) { r[i] = floatBitsToInt(a[i]); } return r; }
constexpr int4 floatBitsToInt(const float4 &a) { int4 r{}; for (int i = 0; i < 4; i++) { r[i] = floatBitsToInt(a[i]); } return r; }
constexpr uint floatBitsToUint(float x) { return std::bit_cast<uint>(x); }
constexpr uint2 floatBitsToUint(const float2 &a) { uint2 r{}; for (int i = 0; i < 2; i++) { r[i] = floatBitsToUint(a[i]); } return r; }
constexpr uint3 floatBitsToUint(const float3 &a) { uint3 r{}; for (int i = 0; i < 3; i++) { r[i] = floatBitsToUint(a[i]); } return r; }
constexpr uint4 floatBitsToUint(const float4 &a) { uint4 r{}; for (int i = 0; i < 4; i++) { r[i] = floatBitsToUint(a[i]); } return r; }
constexpr float intBitsToFloat(int x) { return std::bit_cast<float>(x); }
constexpr float2 intBitsToFloat(const int2 &a) { float2 r{}; for (int i = 0; i < 2; i++) { r[i] = intBitsToFloat(a[i]); } return r; }
constexpr float3 intBitsToFloat(const int3 &a) { float3 r{}; for (int i = 0; i < 3; i++) { r[i] = intBitsToFloat(a[i]); } return r; }
constexpr float4 intBitsToFloat(const int4 &a) { float4 r{}; for (int i = 0; i < 4; i++) { r[i] = intBitsToFloat(a[i]); } return r; }
constexpr float uintBitsToFloat(uint x) { return std::bit_cast<float>(x); }
constexpr float2 uintBitsToFloat(const uint2 &a) { float2 r{}; for (int i = 0; i < 2; i++) { r[i] = uintBitsToFloat(a[i]); } return r; }
constexpr float3 uintBitsToFloat(const uint3 &a) { float3 r{}; for (int i = 0; i < 3; i++) { r[i] = uintBitsToFloat(a[i]); } return r; }
constexpr float4 uintBitsToFloat(const uint4 &a) { float4 r{}; for (int i = 0; i < 4; i++) { r[i] = uintBitsToFloat(a[i]); } return r; }
inline int bitCount(uint x) { return std::popcount(x); }
inline int bitCount(int x) { return std::popcount(uint(x)); }
inline int findLSB(uint x) { return x == 0 ? -1 : std::countr_zero(x); }
inline int findMSB(uint x) { return 31 - std::countl_zero(x); }
inline int findLSB(int x) { return findLSB(uint(x)); }
/* Of a negative number the first bit that differs from the sign. */
inline int findMSB(int x) { return findMSB(uint(x < 0 ? ~x : x)); }
inline uint bitfieldExtract(uint x, int offset, int bits) { return bits == 0 ? 0u : (x >> offset) & (0xffffffffu >> (32 - bits)); }
inline int bitfieldExtract(int x, int offset, int bits) { return bits == 0 ? 0 : int(uint(x) << (32 - offset - bits)) >> (32 - bits); }
inline bool isnan(float x) { return x != x; }
inline float normalize(float x) { return x < 0.0f ? -1.0f : x / x; }
inline float reflect(float i, float n) { return i - 2.0f * n * i * n; }
inline float refract(float i, float n, float eta) { float d = n * i; float k = 1.0f - eta * eta * (1.0f - d * d); return k < 0.0f ? 0.0f : eta * i - (eta * d + std::sqrt(k)) * n; }
inline float faceforward(float n, float i, float r) { return r * i < 0.0f ? n : -n; }
#define BSL_BITS(N) \
    BSL_BITS_OF(int, N) BSL_BITS_OF(uint, N) BSL_SIMD(float, N) \
    constexpr bool##N equal(const bool##N &a, const bool##N &b) { bool##N r{}; for (int i = 0; i < N; i++) { r[i] = a[i] == b[i]; } return r; } \
    constexpr bool##N notEqual(const bool##N &a, const bool##N &b) { bool##N r{}; for (int i = 0; i < N; i++) { r[i] = a[i] != b[i]; } return r; }
#define BSL_BITS_OF(T, N) \
    inline int##N bitCount(const T##N &a) { int##N r{}; for (int i = 0; i < N; i++) { r[i] = bitCount(a[i]); } return r; } \
    inline int##N findLSB(const T##N &a) { int##N r{}; for (int i = 0; i < N; i++) { r[i] = findLSB(a[i]); } return r; } \
    inline int##N findMSB(const T##N &a) { int##N r{}; for (int i = 0; i < N; i++) { r[i] = findMSB(a[i]); } return r; } \
    inline T##N bitfieldExtract(const T##N &a, int offset, int bits) { T##N r{}; for (int i = 0; i < N; i++) { r[i] = bitfieldExtract(a[i], offset, bits); } return r; } \
    constexpr T##N mix(const T##N &a, const T##N &b, const bool##N &t) { T##N r{}; for (int i = 0; i < N; i++) { r[i] = t[i] ? b[i] : a[i]; } return r; } \
    inline T##N simd_or(const T##N &a) { return a; } \
    BSL_SIMD(T, N)
#define BSL_SIMD(T, N) \
    inline T##N simd_broadcast_first(const T##N &a) { return a; } \
    inline T##N simd_min(const T##N &a) { return a; } \
    inline T##N simd_max(const T##N &a) { return a; }
BSL_BITS(2)
BSL_BITS(3)
BSL_BITS(4)

/* Columns of rows. */
template<int C, int R> struct mat {
    vec<float, R> columns[C];
    mat() = default;
    explicit mat(float s) : columns{} { for (int i = 0; i < C && i < R; i++) { columns[i][i] = s; } }
    template<typename... A> requires (sizeof...(A) == C && (std::is_convertible_v<A, vec<float, R>> && ...))
    explicit mat(const A &...a) : columns{a...} {}
    template<typename... A> requires (sizeof...(A) == C * R && (std::is_convertible_v<A, float> && ...))
    explicit mat(A... a) { const float all[] = {float(a)...}; for (int i = 0; i < C * R; i++) { columns[i / R][i % R] = all[i]; } }
    template<int C2, int R2> requires ((C2 != C || R2 != R) && C2 >= C && R2 >= R)
    explicit mat(const mat<C2, R2> &m) { for (int c = 0; c < C; c++) { for (int r = 0; r < R; r++) { columns[c][r] = m[c][r]; } } }
    vec<float, R> &operator[](int i) { return columns[i]; }
    const vec<float, R> &operator[](int i) const { return columns[i]; }
    friend vec<float, R> operator*(const mat &m, const vec<float, C> &v) { vec<float, R> r(0.0f); for (int c = 0; c < C; c++) { r += m[c] * v[c]; } return r; }
    friend vec<float, C> operator*(const vec<float, R> &v, const mat &m) { vec<float, C> r(0.0f); for (int c = 0; c < C; c++) { r[c] = dot(v, m[c]); } return r; }
    template<int D> friend mat<D, R> operator*(const mat &a, const mat<D, C> &b) { mat<D, R> r; for (int d = 0; d < D; d++) { r[d] = a * b[d]; } return r; }
    friend mat operator*(const mat &a, float s) { mat r; for (int c = 0; c < C; c++) { r[c] = a[c] * s; } return r; }
    friend mat operator*(float s, const mat &a) { return a * s; }
    friend mat operator+(const mat &a, const mat &b) { mat r; for (int c = 0; c < C; c++) { r[c] = a[c] + b[c]; } return r; }
    friend mat operator-(const mat &a, const mat &b) { mat r; for (int c = 0; c < C; c++) { r[c] = a[c] - b[c]; } return r; }
    friend mat operator/(const mat &a, float s) { mat r; for (int c = 0; c < C; c++) { r[c] = a[c] / s; } return r; }
    friend mat operator+(const mat &a, float s) { mat r; for (int c = 0; c < C; c++) { r[c] = a[c] + s; } return r; }
    friend mat operator-(const mat &a, float s) { mat r; for (int c = 0; c < C; c++) { r[c] = a[c] - s; } return r; }
    friend mat operator-(const mat &a) { return a * -1.0f; }
    friend mat operator+(const mat &a) { return a; }
    template<typename A> mat &operator+=(const A &a) { return *this = *this + a; }
    template<typename A> mat &operator-=(const A &a) { return *this = *this - a; }
    template<typename A> mat &operator*=(const A &a) { return *this = *this * a; }
    mat &operator/=(float s) { return *this = *this / s; }
};
template<int N> vec<float, N> &operator*=(vec<float, N> &v, const mat<N, N> &m) { return v = v * m; }
template<int C, int R> mat<R, C> transpose(const mat<C, R> &m) { mat<R, C> t; for (int c = 0; c < C; c++) { for (int r = 0; r < R; r++) { t[r][c] = m[c][r]; } } return t; }

typedef mat<2, 2> float2x2;
typedef mat<2, 3> float2x3;
typedef mat<2, 4> float2x4;
typedef mat<3, 2> float3x2;
typedef mat<3, 3> float3x3;
typedef mat<3, 4> float3x4;
typedef mat<4, 2> float4x2;
typedef mat<4, 3> float4x3;
typedef mat<4, 4> float4x4;

/* The other functions of matrices. */
template<int C, int R> mat<C, R> matrixCompMult(const mat<C, R> &a, const mat<C, R> &b) { mat<C, R> r; for (int c = 0; c < C; c++) { r[c] = a[c] * b[c]; } return r; }
template<int C, int R> mat<C, R> bsl_outer(const vec<float, R> &column, const vec<float, C> &row) { mat<C, R> r; for (int c = 0; c < C; c++) { r[c] = column * row[c]; } return r; }
#define BSL_OUTER(C, R) inline float##C##x##R outerProduct(const float##R &column, const float##C &row) { return bsl_outer<C, R>(column, row); }
BSL_OUTER(2, 2) BSL_OUTER(2, 3) BSL_OUTER(2, 4) BSL_OUTER(3, 2) BSL_OUTER(3, 3) BSL_OUTER(3, 4) BSL_OUTER(4, 2) BSL_OUTER(4, 3) BSL_OUTER(4, 4)
/* By the rule of Laplace; of the inverse, the transposed matrix of cofactors. */
inline float determinant(const float2x2 &m) { return m[0][0] * m[1][1] - m[1][0] * m[0][1]; }
template<int N> mat<N - 1, N - 1> bsl_minor(const mat<N, N> &m, int column, int row)
{
    mat<N - 1, N - 1> r;
    for (int c = 0; c < N - 1; c++) { for (int i = 0; i < N - 1; i++) { r[c][i] = m[c + (c >= column)][i + (i >= row)]; } }
    return r;
}
inline float determinant(const float3x3 &m) { float r = 0.0f; for (int c = 0; c < 3; c++) { r += (c & 1 ? -1.0f : 1.0f) * m[c][0] * determinant(bsl_minor<3>(m, c, 0)); } return r; }
inline float determinant(const float4x4 &m) { float r = 0.0f; for (int c = 0; c < 4; c++) { r += (c & 1 ? -1.0f : 1.0f) * m[c][0] * determinant(bsl_minor<4>(m, c, 0)); } return r; }
inline float2x2 inverse(const float2x2 &m) { return float2x2(m[1][1], -m[0][1], -m[1][0], m[0][0]) / determinant(m); }
template<int N> mat<N, N> bsl_inverse(const mat<N, N> &m)
{
    mat<N, N> r;
    for (int c = 0; c < N; c++) { for (int i = 0; i < N; i++) { r[c][i] = ((c + i) & 1 ? -1.0f : 1.0f) * determinant(bsl_minor<N>(m, i, c)); } }
    return r / determinant(m);
}
inline float3x3 inverse(const float3x3 &m) { return bsl_inverse<3>(m); }
inline float4x4 inverse(const float4x4 &m) { return bsl_inverse<4>(m); }

/* Bits, parts of numbers, and numbers of several words. */
constexpr uint bitfieldInsert(uint base, uint insert, int offset, int bits) { uint mask = bits >= 32 ? ~0u : ((1u << bits) - 1u) << offset; return (base & ~mask) | (insert << offset & mask); }
constexpr int bitfieldInsert(int base, int insert, int offset, int bits) { return int(bitfieldInsert(uint(base), uint(insert), offset, bits)); }
constexpr uint bitfieldReverse(uint x) { uint r = 0u; for (int i = 0; i < 32; i++) { r |= (x >> i & 1u) << (31 - i); } return r; }
constexpr int bitfieldReverse(int x) { return int(bitfieldReverse(uint(x))); }
constexpr uint uaddCarry(uint a, uint b, uint &carry) { uint r = a + b; carry = r < a ? 1u : 0u; return r; }
constexpr uint usubBorrow(uint a, uint b, uint &borrow) { borrow = a < b ? 1u : 0u; return a - b; }
constexpr void umulExtended(uint a, uint b, uint &high, uint &low) { uint64_t r = uint64_t(a) * b; high = uint(r >> 32); low = uint(r); }
constexpr void imulExtended(int a, int b, int &high, int &low) { int64_t r = int64_t(a) * b; high = int(r >> 32); low = int(r); }
inline bool isinf(float x) { return std::isinf(x); }
inline float modf(float x, float &whole) { whole = std::trunc(x); return x - whole; }
inline float frexp(float x, int &exponent) { return std::frexp(x, &exponent); }
inline float ldexp(float x, int exponent) { return std::ldexp(x, exponent); }
template<int N> vec<bool, N> bsl_isinf(const vec<float, N> &a) { vec<bool, N> r(false); for (int i = 0; i < N; i++) { r[i] = isinf(a[i]); } return r; }
#define BSL_PARTS(N) \
    inline uint##N bitfieldInsert(const uint##N &a, const uint##N &b, int offset, int bits) { uint##N r{}; for (int i = 0; i < N; i++) { r[i] = bitfieldInsert(a[i], b[i], offset, bits); } return r; } \
    inline int##N bitfieldInsert(const int##N &a, const int##N &b, int offset, int bits) { int##N r{}; for (int i = 0; i < N; i++) { r[i] = bitfieldInsert(a[i], b[i], offset, bits); } return r; } \
    inline uint##N bitfieldReverse(const uint##N &a) { uint##N r{}; for (int i = 0; i < N; i++) { r[i] = bitfieldReverse(a[i]); } return r; } \
    inline int##N bitfieldReverse(const int##N &a) { int##N r{}; for (int i = 0; i < N; i++) { r[i] = bitfieldReverse(a[i]); } return r; } \
    inline uint##N uaddCarry(const uint##N &a, const uint##N &b, uint##N &carry) { uint##N r{}; for (int i = 0; i < N; i++) { r[i] = uaddCarry(a[i], b[i], carry[i]); } return r; } \
    inline uint##N usubBorrow(const uint##N &a, const uint##N &b, uint##N &borrow) { uint##N r{}; for (int i = 0; i < N; i++) { r[i] = usubBorrow(a[i], b[i], borrow[i]); } return r; } \
    inline void umulExtended(const uint##N &a, const uint##N &b, uint##N &high, uint##N &low) { for (int i = 0; i < N; i++) { umulExtended(a[i], b[i], high[i], low[i]); } } \
    inline void imulExtended(const int##N &a, const int##N &b, int##N &high, int##N &low) { for (int i = 0; i < N; i++) { imulExtended(a[i], b[i], high[i], low[i]); } } \
    inline bool##N isinf(const float##N &a) { return bsl_isinf<N>(a); } \
    inline float##N modf(const float##N &a, float##N &whole) { float##N r{}; for (int i = 0; i < N; i++) { r[i] = modf(a[i], whole[i]); } return r; } \
    inline float##N frexp(const float##N &a, int##N &exponent) { float##N r{}; for (int i = 0; i < N; i++) { r[i] = frexp(a[i], exponent[i]); } return r; } \
    inline float##N ldexp(const float##N &a, const int##N &exponent) { float##N r{}; for (int i = 0; i < N; i++) { r[i] = ldexp(a[i], exponent[i]); } return r; }
BSL_PARTS(2)
BSL_PARTS(3)
BSL_PARTS(4)

/* Numbers in parts of a word, the first component in the lowest bits. */
inline uint bsl_unorm(float x, float most) { return uint(std::nearbyint(std::fmin(std::fmax(x, 0.0f), 1.0f) * most)); }
inline uint bsl_snorm(float x, float most, uint mask) { return uint(int(std::nearbyint(std::fmin(std::fmax(x, -1.0f), 1.0f) * most))) & mask; }
inline float bsl_of_snorm(int x, float most) { return std::fmax(float(x) / most, -1.0f); }
inline uint packUnorm2x16(const float2 &v) { return bsl_unorm(v[0], 65535.0f) | bsl_unorm(v[1], 65535.0f) << 16; }
inline uint packSnorm2x16(const float2 &v) { return bsl_snorm(v[0], 32767.0f, 0xffffu) | bsl_snorm(v[1], 32767.0f, 0xffffu) << 16; }
inline uint packUnorm4x8(const float4 &v) { uint r = 0u; for (int i = 0; i < 4; i++) { r |= bsl_unorm(v[i], 255.0f) << (8 * i); } return r; }
inline uint packSnorm4x8(const float4 &v) { uint r = 0u; for (int i = 0; i < 4; i++) { r |= bsl_snorm(v[i], 127.0f, 0xffu) << (8 * i); } return r; }
inline float2 unpackUnorm2x16(uint p) { return float2(float(p & 0xffffu), float(p >> 16)) / 65535.0f; }
inline float2 unpackSnorm2x16(uint p) { return float2(bsl_of_snorm(int16_t(p & 0xffffu), 32767.0f), bsl_of_snorm(int16_t(p >> 16), 32767.0f)); }
inline float4 unpackUnorm4x8(uint p) { float4 r{}; for (int i = 0; i < 4; i++) { r[i] = float(p >> (8 * i) & 0xffu) / 255.0f; } return r; }
inline float4 unpackSnorm4x8(uint p) { float4 r{}; for (int i = 0; i < 4; i++) { r[i] = bsl_of_snorm(int8_t(p >> (8 * i) & 0xffu), 127.0f); } return r; }
/* IEEE binary16, rounded to the nearest even number. */
inline uint bsl_to_half(float x)
{
    uint bits = floatBitsToUint(x), sign = bits >> 16 & 0x8000u;
    float size = std::fabs(x);
    if (size != size) { return sign | 0x7e00u; }
    if (size >= 65520.0f) { return sign | 0x7c00u; }
    if (size < 6.103515625e-05f) { return sign | uint(std::nearbyint(size * 16777216.0f)); }
    uint rounded = (bits & 0x7fffffffu) + 0xfffu + (bits >> 13 & 1u);
    return sign | ((rounded >> 13) - (112u << 10));
}
inline float bsl_of_half(uint h)
{
    uint exponent = h >> 10 & 31u, rest = h & 1023u;
    float size = exponent == 0u ? std::ldexp(float(rest), -24) : exponent == 31u ? (rest ? NAN_FLT : uintBitsToFloat(0x7f800000u)) : std::ldexp(float(rest + 1024u), int(exponent) - 25);
    return h & 0x8000u ? -size : size;
}
inline uint packHalf2x16(const float2 &v) { return bsl_to_half(v[0]) | bsl_to_half(v[1]) << 16; }
inline float2 unpackHalf2x16(uint p) { return float2(bsl_of_half(p & 0xffffu), bsl_of_half(p >> 16)); }

/* Whether each component lies between two others. */
#define BSL_RANGE(T) \
    constexpr bool in_range_inclusive(T x, T low, T high) { return x >= low && x <= high; } \
    constexpr bool in_range_exclusive(T x, T low, T high) { return x > low && x < high; } \
    BSL_RANGE_OF(T, 2) BSL_RANGE_OF(T, 3) BSL_RANGE_OF(T, 4)
#define BSL_RANGE_OF(T, N) \
    inline bool in_range_inclusive(const T##N &x, const T##N &low, const T##N &high) { bool r = true; for (int i = 0; i < N; i++) { r = r && in_range_inclusive(x[i], low[i], high[i]); } return r; } \
    inline bool in_range_exclusive(const T##N &x, const T##N &low, const T##N &high) { bool r = true; for (int i = 0; i < N; i++) { r = r && in_range_exclusive(x[i], low[i], high[i]); } return r; }
BSL_RANGE(float)
BSL_RANGE(int)
BSL_RANGE(uint)

/* Samplers and images: nothing is behind them. */
template<typename T, int D> struct Opaque {};
#define BSL_SAMPLER(NAME, T, D, S) \
    struct NAME {}; \
    inline vec<T, 4> texture(NAME, BSL_COORD_##D) { return vec<T, 4>(T(0)); } \
    inline vec<T, 4> texture(NAME, BSL_COORD_##D, float) { return vec<T, 4>(T(0)); } \
    inline vec<T, 4> textureLod(NAME, BSL_COORD_##D, float) { return vec<T, 4>(T(0)); } \
    inline vec<T, 4> texelFetch(NAME, BSL_TEXEL_##D, int = 0) { return vec<T, 4>(T(0)); } \
    template<typename O> vec<T, 4> texelFetchOffset(NAME, BSL_TEXEL_##D, int, const O &) { return vec<T, 4>(T(0)); } \
    template<typename O> vec<T, 4> textureOffset(NAME, BSL_COORD_##D, const O &) { return vec<T, 4>(T(0)); } \
    template<typename O> vec<T, 4> textureLodOffset(NAME, BSL_COORD_##D, float, const O &) { return vec<T, 4>(T(0)); } \
    template<typename O> vec<T, 4> textureGatherOffset(NAME, BSL_COORD_##D, const O &, int = 0) { return vec<T, 4>(T(0)); } \
    template<typename O> vec<T, 4> textureProj(NAME, const O &) { return vec<T, 4>(T(0)); } \
    template<typename O> vec<T, 4> textureGrad(NAME, BSL_COORD_##D, const O &, const O &) { return vec<T, 4>(T(0)); } \
    template<typename O> float2 textureQueryLod(NAME, const O &) { return float2(0.0f); } \
    inline vec<T, 4> textureGather(NAME, BSL_COORD_##D, int = 0) { return vec<T, 4>(T(0)); } \
    inline int textureQueryLevels(NAME) { return 1; } \
    inline BSL_TEXEL_##S textureSize(NAME, int = 0) { return BSL_TEXEL_##S(1); } \
    inline bool in_texture_range(BSL_TEXEL_##D, NAME) { return false; }
#define BSL_IMAGE(NAME, T, D) \
    struct NAME {}; \
    inline vec<T, 4> imageLoad(const NAME &, BSL_TEXEL_##D) { return vec<T, 4>(T(0)); } \
    inline void imageStore(const NAME &, BSL_TEXEL_##D, vec<T, 4>) {} \
    inline BSL_TEXEL_##D imageSize(const NAME &) { return BSL_TEXEL_##D(1); } \
    inline bool in_image_range(BSL_TEXEL_##D, const NAME &) { return false; } \
    inline T imageAtomicAdd(const NAME &, BSL_TEXEL_##D, T) { return T(0); } \
    inline T imageAtomicMin(const NAME &, BSL_TEXEL_##D, T) { return T(0); } \
    inline T imageAtomicMax(const NAME &, BSL_TEXEL_##D, T) { return T(0); } \
    inline T imageAtomicAnd(const NAME &, BSL_TEXEL_##D, T) { return T(0); } \
    inline T imageAtomicOr(const NAME &, BSL_TEXEL_##D, T) { return T(0); } \
    inline T imageAtomicXor(const NAME &, BSL_TEXEL_##D, T) { return T(0); } \
    inline T imageAtomicExchange(const NAME &, BSL_TEXEL_##D, T) { return T(0); } \
    inline T imageAtomicCompSwap(const NAME &, BSL_TEXEL_##D, T, T) { return T(0); }
#define BSL_COORD_1 float
#define BSL_COORD_2 float2
#define BSL_COORD_3 float3
#define BSL_COORD_4 float4
#define BSL_TEXEL_1 int
#define BSL_TEXEL_2 int2
#define BSL_TEXEL_3 int3
#define BSL_TEXEL_4 int4

BSL_SAMPLER(sampler1D, float, 1, 1)
BSL_SAMPLER(sampler2D, float, 2, 2)
BSL_SAMPLER(sampler3D, float, 3, 3)
BSL_SAMPLER(samplerCube, float, 3, 2)
BSL_SAMPLER(sampler1DArray, float, 2, 2)
BSL_SAMPLER(sampler2DArray, float, 3, 3)
BSL_SAMPLER(samplerCubeArray, float, 4, 3)
BSL_SAMPLER(samplerBuffer, float, 1, 1)
BSL_IMAGE(image1D, float, 1)
BSL_IMAGE(image2D, float, 2)
BSL_IMAGE(image3D, float, 3)
BSL_IMAGE(image1DArray, float, 2)
BSL_IMAGE(image2DArray, float, 3)
BSL_SAMPLER(isampler1D, int, 1, 1)
BSL_SAMPLER(isampler2D, int, 2, 2)
BSL_SAMPLER(isampler3D, int, 3, 3)
BSL_SAMPLER(isamplerCube, int, 3, 2)
BSL_SAMPLER(isampler1DArray, int, 2, 2)
BSL_SAMPLER(isampler2DArray, int, 3, 3)
BSL_SAMPLER(isamplerCubeArray, int, 4, 3)
BSL_SAMPLER(isamplerBuffer, int, 1, 1)
BSL_IMAGE(iimage1D, int, 1)
BSL_IMAGE(iimage2D, int, 2)
BSL_IMAGE(iimage3D, int, 3)
BSL_IMAGE(iimage1DArray, int, 2)
BSL_IMAGE(iimage2DArray, int, 3)
BSL_SAMPLER(isampler1DAtomic, int, 1, 1)
BSL_SAMPLER(isampler2DAtomic, int, 2, 2)
BSL_IMAGE(iimage2DAtomic, int, 2)
BSL_SAMPLER(isampler2DArrayAtomic, int, 3, 3)
BSL_IMAGE(iimage2DArrayAtomic, int, 3)
BSL_SAMPLER(isampler3DAtomic, int, 3, 3)
BSL_IMAGE(iimage3DAtomic, int, 3)
BSL_SAMPLER(usampler1D, uint, 1, 1)
BSL_SAMPLER(usampler2D, uint, 2, 2)
BSL_SAMPLER(usampler3D, uint, 3, 3)
BSL_SAMPLER(usamplerCube, uint, 3, 2)
BSL_SAMPLER(usampler1DArray, uint, 2, 2)
BSL_SAMPLER(usampler2DArray, uint, 3, 3)
BSL_SAMPLER(usamplerCubeArray, uint, 4, 3)
BSL_SAMPLER(usamplerBuffer, uint, 1, 1)
BSL_IMAGE(uimage1D, uint, 1)
BSL_IMAGE(uimage2D, uint, 2)
BSL_IMAGE(uimage3D, uint, 3)
BSL_IMAGE(uimage1DArray, uint, 2)
BSL_IMAGE(uimage2DArray, uint, 3)
BSL_SAMPLER(usampler1DAtomic, uint, 1, 1)
BSL_SAMPLER(usampler2DAtomic, uint, 2, 2)
BSL_IMAGE(uimage2DAtomic, uint, 2)
BSL_SAMPLER(usampler2DArrayAtomic, uint, 3, 3)
BSL_IMAGE(uimage2DArrayAtomic, uint, 3)
BSL_SAMPLER(usampler3DAtomic, uint, 3, 3)
BSL_IMAGE(uimage3DAtomic, uint, 3)
BSL_SAMPLER(sampler2DDepth, float, 2, 2)
BSL_SAMPLER(sampler2DArrayDepth, float, 3, 3)
BSL_SAMPLER(samplerCubeDepth, float, 3, 2)
BSL_SAMPLER(samplerCubeArrayDepth, float, 4, 3)

#define BSL_ATOMICS(T) \
    inline T atomicAdd(T &a, T b) { T old = a; a += b; return old; } \
    inline T atomicAnd(T &a, T b) { T old = a; a &= b; return old; } \
    inline T atomicOr(T &a, T b) { T old = a; a |= b; return old; } \
    inline T atomicXor(T &a, T b) { T old = a; a ^= b; return old; } \
    inline T atomicMin(T &a, T b) { T old = a; a = min(a, b); return old; } \
    inline T atomicMax(T &a, T b) { T old = a; a = max(a, b); return old; } \
    inline T atomicExchange(T &a, T b) { T old = a; a = b; return old; } \
    inline T atomicCompSwap(T &a, T b, T c) { T old = a; if (a == b) { a = c; } return old; } \
    inline T simd_broadcast_first(T a) { return a; } \
    inline T simd_min(T a) { return a; } \
    inline T simd_max(T a) { return a; } \
    inline T simd_or(T a) { return a; }
BSL_ATOMICS(int)
BSL_ATOMICS(uint)
inline float simd_broadcast_first(float a) { return a; }
inline float simd_min(float a) { return a; }
inline float simd_max(float a) { return a; }
inline void barrier() {}
inline void memoryBarrier() {}
inline void memoryBarrierShared() {}
inline void memoryBarrierBuffer() {}
inline void memoryBarrierImage() {}
inline void groupMemoryBarrier() {}
inline void gpu_discard_fragment() {}

template<typename T> T &resource_table_get_of() { return *static_cast<T *>(std::calloc(1, sizeof(T))); }
#define resource_table_get(T) resource_table_get_of<T>()

/* A table in a table, and a union of a shared structure. */
template<typename T> struct srt_t : T {};
/* A union has no derived class. */
template<typename T> using union_t = T;

struct PipelineGraphic { template<typename... A> constexpr PipelineGraphic(const A &...) {} };
struct PipelineCompute { template<typename... A> constexpr PipelineCompute(const A &...) {} };

#define assert(e) ((e) ? (void)0 : std::abort())

/* Checks of tests: what does not hold is shown, and the program goes on. */
inline void bsl_expect(bool holds, const char *test, const char *check, const char *file, int line)
{
    if (!holds) { std::fprintf(stderr, "%s:%d: %s: %s\n", file, line, test, check); }
}
/* The vector that a selection is. */
template<typename T> const T &bsl_value(const T &v) { return v; }
template<typename V, typename T, int N, int... I> V bsl_value(const Swizzle<V, T, N, I...> &v) { return v; }
template<typename A, typename B> bool bsl_equal(const A &a, const B &b) { return a == b; }
template<typename T, int N> bool bsl_equal(const vec<T, N> &a, const vec<T, N> &b)
{
    for (int i = 0; i < N; i++) { if (a[i] != b[i]) { return false; } }
    return true;
}
inline bool bsl_near(float a, float b, float most) { return std::fabs(a - b) <= most; }
template<int N> bool bsl_near(const vec<float, N> &a, const vec<float, N> &b, float most)
{
    for (int i = 0; i < N; i++) { if (!bsl_near(a[i], b[i], most)) { return false; } }
    return true;
}
#define TEST(S, N) if ([[maybe_unused]] const char *bsl_test = #S "." #N)
#define BSL_EXPECT(E, C) bsl_expect((E), bsl_test, C, __FILE__, __LINE__)
#define EXPECT_TRUE(E) BSL_EXPECT((E), #E)
#define EXPECT_FALSE(E) BSL_EXPECT(!(E), "!" #E)
#define EXPECT_EQ(A, B) BSL_EXPECT(bsl_equal(bsl_value(A), bsl_value(B)), #A " == " #B)
#define EXPECT_NE(A, B) BSL_EXPECT(!bsl_equal(bsl_value(A), bsl_value(B)), #A " != " #B)
#define EXPECT_LT(A, B) BSL_EXPECT((A) < (B), #A " < " #B)
#define EXPECT_LE(A, B) BSL_EXPECT((A) <= (B), #A " <= " #B)
#define EXPECT_GT(A, B) BSL_EXPECT((A) > (B), #A " > " #B)
#define EXPECT_GE(A, B) BSL_EXPECT((A) >= (B), #A " >= " #B)
#define EXPECT_NEAR(A, B, M) BSL_EXPECT(bsl_near(bsl_value(A), bsl_value(B), (M)), #A " ~ " #B)

