#if SCALE == 4 && ALL == 2
float scaled(float x) { return x * 8.0f; }
#endif
