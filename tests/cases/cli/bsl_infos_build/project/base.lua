CreateInfo("lit")
  :uniform_buf(0, "float4", "light")
  :push_constant(Type.float, "gain")
