// stage: pixel
struct Pair {
	float a;
	float b;
};

void set(out float value) {
	value = 1;
}

// Nothing of `rest` is written.
void split(float value, out float whole, out float rest) {
	whole = floor(value);
}

float sum(float count) {
	float total;
	for (int i = 0; i < count; i++) {
		// An earlier turn has written it.
		if (i > 0) {
			total += i;
		} else {
			total = i;
		}
	}
	return total;
}

float4 main(float2 uv : TEXCOORD0, out float depth : SV_Depth) : SV_Target {
	float never;
	float own;
	own = own + 1;
	float counted;
	counted++;
	Pair part;
	part.a = 1;
	Pair none;
	float given;
	set(given);
	float some;
	if (uv.x > 0.5) {
		some = 2;
	}
	float list[2];
	list[1] = 3;
	float whole, rest;
	split(uv.y, whole, rest);
	static float kept;
	return float4(never + own + counted, part.b + none.b, given + some + list[0], whole + rest + sum(uv.x) + kept);
}
