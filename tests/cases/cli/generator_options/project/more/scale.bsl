float scaled(float x) { return x * float(SCALE * ALL); }
