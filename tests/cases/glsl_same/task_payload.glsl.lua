local shader = Shader("task_payload_glsl")
shader.Technique.AmplificationShader = "task"
shader.Technique.MeshShader = "mesh"
