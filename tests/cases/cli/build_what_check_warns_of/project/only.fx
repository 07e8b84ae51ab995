float4 MainVS(float4 position : POSITION) : SV_Position { return position; }
