-- Both print as words.
CreateInfo("a")
  :fragment_out(0, Type.float4, "color", DepthWrite.ANY)
