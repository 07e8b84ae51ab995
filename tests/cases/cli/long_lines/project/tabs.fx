float4 MainPS() : SV_Target { return 1; }
	int	a;	@
		#include	"none.fxh"
