// A declaration that defines a type and a branch: the type stays, and the branch is not of it.
struct S { float x; } g_bA;
enum E { One } g_n, other;
float4 main() : SV_Target0
{
    S s;
    s.x = g_n;
    return g_bA ? s.x : One;
}
