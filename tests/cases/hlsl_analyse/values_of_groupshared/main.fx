// stage: compute
groupshared uint g_Count = 0;

[numthreads(1, 1, 1)]
void main() { InterlockedAdd(g_Count, 1); }
