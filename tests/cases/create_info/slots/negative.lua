CreateInfo("a")
  :sampler(-1, ImageType.Float2D, "x")
