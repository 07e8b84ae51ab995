float2 at() { return 0; }
