local s = Shader("Embedded")
