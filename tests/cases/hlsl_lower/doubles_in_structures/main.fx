// Structures with 64-bit floats as values: MSL, WGSL and GLSL ES have none.
struct Wide { double first; double2 second; };
cbuffer View { Wide g_Wide; };
Wide Pass(Wide of) { of.first += of.second.x; return of; }
float4 main() : SV_Target
{
    Wide all[2] = { g_Wide, Pass(g_Wide) };
    return float(all[1].first + all[0].second.y);
}
