local only = Shader(if RENDERER_VULKAN then "Only" else "Other")
only.Technique.VertexShader = "MainVS"
