// Nothing here differs between stages: its text is preprocessed once.
float4 vertex(uint id : SV_VertexID) : SV_Position { return id; }
float4 pixel() : SV_Target { return __HLSL_VERSION; }
