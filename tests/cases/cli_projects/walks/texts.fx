float4 main() : SV_Target
{
	return float4(FIRST, SECOND, THIRD, FOURTH);
}
