struct Conditional {
  float4 a;
#ifdef WITH_MORE
  float4 b;
#endif
};
