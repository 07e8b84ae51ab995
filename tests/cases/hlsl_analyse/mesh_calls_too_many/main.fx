// entries: mesh M
// Each of these functions calls the next twice: the calls are too many to follow.
struct V { float4 at : SV_Position; };
void f0(float x) { SetMeshOutputCounts(3, 1); }
void f1(float x) { if (x > 1) f0(x); else f0(x); }
void f2(float x) { if (x > 2) f1(x); else f1(x); }
void f3(float x) { if (x > 3) f2(x); else f2(x); }
void f4(float x) { if (x > 4) f3(x); else f3(x); }
void f5(float x) { if (x > 5) f4(x); else f4(x); }
void f6(float x) { if (x > 6) f5(x); else f5(x); }
void f7(float x) { if (x > 7) f6(x); else f6(x); }
void f8(float x) { if (x > 8) f7(x); else f7(x); }
void f9(float x) { if (x > 9) f8(x); else f8(x); }
void f10(float x) { if (x > 10) f9(x); else f9(x); }
void f11(float x) { if (x > 11) f10(x); else f10(x); }
void f12(float x) { if (x > 12) f11(x); else f11(x); }
void f13(float x) { if (x > 13) f12(x); else f12(x); }
void f14(float x) { if (x > 14) f13(x); else f13(x); }
void f15(float x) { if (x > 15) f14(x); else f14(x); }
void f16(float x) { if (x > 16) f15(x); else f15(x); }
void f17(float x) { if (x > 17) f16(x); else f16(x); }
void f18(float x) { if (x > 18) f17(x); else f17(x); }
void f19(float x) { if (x > 19) f18(x); else f18(x); }
void f20(float x) { if (x > 20) f19(x); else f19(x); }
void f21(float x) { if (x > 21) f20(x); else f20(x); }
[outputtopology("triangle")]
[numthreads(3, 1, 1)]
void M(uint i : SV_GroupIndex, out indices uint3 t[1], out vertices V v[3])
{
    f21(i);
    t[0] = uint3(0, 1, 2);
    v[i].at = i;
}
