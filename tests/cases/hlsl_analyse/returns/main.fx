// Functions that dxc takes, and behind them those that it rejects: control may reach their ends.
enum Kind { First, Second };
static const bool yes = true;
int Loop(int a) { while (1) { if (a++ > 3) return a; } }
int Once(int a) { do { return a; } while (0); }
int Always(int a) { if (true) { return a; } }
int Endless(int a) { for (;;) { if (a++ > 3) return 5; } }
int Labels(int a) { switch (a) { case 1: case 2: return 1; default: return 2; } }
int Break(int a) { switch (a) { case 1: return 1; break; default: return 2; break; } }
int Kinds(Kind kind) { switch (kind) { case First: return 1; case Second: return 2; } }
int Named(int a) { if (yes) { return a; } }
int NamedLoop(int a) { while (yes) { if (a++ > 3) return a; } }
int Size(int a) { if (sizeof(int) == 4) return a; }
int Both(int a) { if (!false && true) return a; }
int Discards(int a) { if (a > 1) return 1; else discard; }
int Left(int a) { while (true) { if (a++ > 3) break; } }
int Continued(int a) { do { if (a++ > 4) continue; return 3; } while (a < 5); }
int Counted(int a) { for (int i = 0; i < 3; i++) return a; }
int Escapes(int a) { switch (a) { case 1: if (a > 0) break; return 1; default: return 2; } }
int Broken(int a) { do { if (a > 2) break; return a; } while (true); }
float4 main(int a : A) : SV_Target
{
    int right = Loop(a) + Once(a) + Always(a) + Endless(a) + Labels(a) + Break(a) + Kinds((Kind)a) + Named(a) + NamedLoop(a)
        + Size(a) + Both(a);
    int wrong = Discards(a) + Left(a) + Continued(a) + Counted(a) + Escapes(a) + Broken(a);
    return right + wrong;
}
