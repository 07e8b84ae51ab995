int g_nWalk;

float4 main() : SV_Target
{
	return float4(FIRST + g_nWalk, SECOND, THIRD, FOURTH);
}
