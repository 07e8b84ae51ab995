local shader = Shader("End")
shader.Technique.PixelShader = "MainPS"                                                                                                                                                                                                          shader.Technique.PixelShadr = "MainPS"
