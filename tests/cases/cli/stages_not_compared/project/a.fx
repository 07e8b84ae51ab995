struct Inner { float4 colour : COLOR; };
float4 vs(float4 p : POSITION, out Innner inner) : SV_Position { inner.colour = p; return p; }
float4 ps(Inner inner) : SV_Target { return inner.colour; }
