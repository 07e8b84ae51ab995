local shader = Shader("task_booleans_glsl")
shader.Technique.AmplificationShader = "task"
shader.Technique.MeshShader = "mesh"
