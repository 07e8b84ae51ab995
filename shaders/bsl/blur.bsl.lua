-- A blur, near or wide.

local blur = Shader("Blur")

blur.Branches = { "wide" }
blur.Technique.ComputeShader = "blur_cs"
