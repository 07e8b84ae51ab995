// stage: geometry
struct V { float4 p : SV_Position; };
void main() { }
