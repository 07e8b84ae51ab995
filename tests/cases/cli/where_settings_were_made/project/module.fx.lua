local shader = Shader("Module")
require "depth"(shader.Technique)
