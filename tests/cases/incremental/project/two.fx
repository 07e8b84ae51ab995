float4 MainCS_value() { return 2; }
[numthreads(1, 1, 1)] void MainCS() { MainCS_value(); }
