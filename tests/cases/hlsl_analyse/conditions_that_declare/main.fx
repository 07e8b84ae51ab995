// stage: pixel
// A condition may declare one variable, with its value.
float4 main(uint a : A) : SV_Target
{
    float4 sum = 0;
    if (uint one = a) sum.x = one;
    while (bool go = sum.x > 3) { sum.x -= 1; sum.y = go; }
    switch (uint only = a + 1) { case 3: sum.z = only; break; default: break; }
    if (uint first = a, second = 3) sum.x = first + second;
    while (uint next = a, last) sum.y = next;
    switch (uint none, value = 3) { case 3: sum.z = 1; break; default: break; }
    if (uint unset) sum.w = 1;
    switch (int nothing) { case 3: sum.w = 2; break; default: break; }
    return sum;
}
